"""The motion stays near others."""

import numpy as np

from ...job.constraints.near_to import NearTo
from ...verify.violation import Kind, Violation
from ..rows.distance_rows import DistanceRows
from ..transcription import Transcription


class NearToRows(DistanceRows):
    """d^2 / at_most^2 <= 1 for every NearTo, with d of ``MassDistances``."""

    def __init__(self, transcription: Transcription) -> None:
        constraints = transcription.job.constraints_of(NearTo)
        self._paths = [field for field, _ in constraints]
        self._most = [near.at_most for _, near in constraints]
        super().__init__(transcription, [near.bodies for _, near in constraints], self._most)
        self.lower, self.upper = np.full(len(constraints), -np.inf), np.ones(len(constraints))

    def violation(self, row: int, amount: float) -> Violation:
        beyond = self._most[row] * (float(np.sqrt(1 + amount)) - 1)
        return Violation(Kind.NEAR_TO, amount=beyond, unit="m", constraint=self._paths[row])
