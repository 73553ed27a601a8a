"""Distance of joint angles from those of other motions."""

import numpy as np

from ...arrays import Array, Indices
from ..state import State
from ..transcription import Transcription
from .component import Pattern
from .distances import Distances


class AngleDistances(Distances):
    """d^2 = sum over frames and joints of w (q - q')^2, with weights w of sum 1 (Agrawal & van de Panne 2015, 3.1).

    Args:
        transcription: of the job.
        dofs: (D,) degrees of freedom that count.
        weights: (N, D) of each at each frame of the problem.
        targets: (J, N, D) angles of J other motions [rad].
    """

    def __init__(
        self, transcription: Transcription, dofs: Indices, *, weights: Array, targets: Array
    ) -> None:
        self.columns = transcription.variables.q[:, dofs].ravel()
        self.hessian_pattern: Pattern = (self.columns, self.columns)
        self._weights = (weights / weights.sum()).ravel()
        self._targets = targets.reshape(len(targets), -1)

    def values(self, state: State) -> Array:
        return np.asarray(self._apart(state) ** 2 @ self._weights)

    def slopes(self, state: State) -> Array:
        return np.asarray(2 * self._weights * self._apart(state))

    def hessian(self, state: State, factors: Array) -> Array:
        return np.asarray(2 * float(factors.sum()) * self._weights)

    def _apart(self, state: State) -> Array:
        return np.asarray(state.x[self.columns] - self._targets)
