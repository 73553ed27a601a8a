"""Rows for the distance of a motion from others."""

from collections.abc import Sequence

import numpy as np

from ...arrays import Array
from ...job.objectives.pose_closeness import DrawnBody
from ..reuse import Numbers
from ..state import State
from ..transcription import Transcription
from .component import NOWHERE, Component, joined
from .mass_distance import MassDistances


class DistanceRows(Component):
    """d^2 / unit^2 for each motion, with d the distance of the mass (``MassDistances``).

    Args:
        transcription: of the job.
        motions: bodies of each.
        units: of each distance [m].
    """

    is_full = True
    keeps = Numbers.BODIES | Numbers.CONSTRAINTS

    def __init__(
        self, transcription: Transcription, motions: Sequence[tuple[DrawnBody, ...]], units: Sequence[float]
    ) -> None:
        self.transcription = transcription
        self._units = np.array(units)
        self._distances = [MassDistances(transcription, (bodies,)) for bodies in motions]
        rows = [(np.full_like(each.columns, k), each.columns) for k, each in enumerate(self._distances)]
        self.jacobian_pattern = joined([NOWHERE, *rows])
        self.hessian_pattern = joined([NOWHERE, *(each.hessian_pattern for each in self._distances)])

    def values(self, state: State) -> Array:
        return (
            np.concatenate([np.empty(0), *(each.values(state) for each in self._distances)]) / self._units**2
        )

    def jacobian(self, state: State) -> Array:
        scaled = zip(self._distances, self._units, strict=True)
        return np.concatenate([np.empty(0), *(each.slopes(state)[0] / unit**2 for each, unit in scaled)])

    def hessian(self, state: State, multipliers: Array) -> Array:
        scaled = zip(self._distances, multipliers / self._units**2, strict=True)
        return np.concatenate(
            [np.empty(0), *(each.hessian(state, np.array([factor])) for each, factor in scaled)]
        )
