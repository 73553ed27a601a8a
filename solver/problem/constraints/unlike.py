"""The motion differs from others."""

import numpy as np

from ...job.constraints.unlike import Unlike
from ...verify.violation import Kind, Violation
from ..rows.distance_rows import DistanceRows
from ..transcription import Transcription


class UnlikeRows(DistanceRows):
    """d^2 / at_least^2 >= 1 for every Unlike, with d of ``MassDistances``."""

    def __init__(self, transcription: Transcription) -> None:
        constraints = transcription.job.constraints_of(Unlike)
        self._paths = [field for field, _ in constraints]
        self._least = [unlike.at_least for _, unlike in constraints]
        super().__init__(transcription, [unlike.bodies for _, unlike in constraints], self._least)
        self.lower, self.upper = np.ones(len(constraints)), np.full(len(constraints), np.inf)

    def violation(self, row: int, amount: float) -> Violation:
        least = self._least[row]
        short = least * (1 - float(np.sqrt(max(0.0, 1 - amount))))
        return Violation(Kind.UNLIKE, amount=short, unit="m", constraint=self._paths[row])
