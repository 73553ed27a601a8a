"""Motions differ from others."""

import numpy as np

from ...arrays import Array
from ...job.constraints.unlike import Unlike
from ...verify.violation import Kind, Violation
from ..reuse import Numbers
from ..rows.component import NOWHERE, Component, joined
from ..rows.mass_distance import MassDistances
from ..state import State
from ..transcription import Transcription


class UnlikeRows(Component):
    """d^2 / at_least^2 >= 1 for every Unlike, d the distance of the mass (``MassDistances``)."""

    is_full = True
    keeps = Numbers.BODIES | Numbers.CONSTRAINTS

    def __init__(self, transcription: Transcription) -> None:
        self.transcription = transcription
        asked = [(k, c) for k, c in enumerate(transcription.job.constraints) if isinstance(c, Unlike)]
        self._asked = [f"job.constraints[{k}]" for k, _ in asked]
        self._least = np.array([unlike.at_least for _, unlike in asked])
        self._distances = [MassDistances(transcription, (unlike.bodies,)) for _, unlike in asked]
        self.lower, self.upper = np.ones(len(asked)), np.full(len(asked), np.inf)
        rows = [(np.full_like(each.columns, k), each.columns) for k, each in enumerate(self._distances)]
        self.jacobian_pattern = joined([NOWHERE, *rows])
        self.hessian_pattern = joined([NOWHERE, *(each.hessian_pattern for each in self._distances)])

    def values(self, state: State) -> Array:
        return (
            np.concatenate([np.empty(0), *(each.values(state) for each in self._distances)]) / self._least**2
        )

    def jacobian(self, state: State) -> Array:
        scaled = zip(self._distances, self._least, strict=True)
        return np.concatenate([np.empty(0), *(each.slopes(state)[0] / least**2 for each, least in scaled)])

    def hessian(self, state: State, multipliers: Array) -> Array:
        scaled = zip(self._distances, multipliers / self._least**2, strict=True)
        return np.concatenate(
            [np.empty(0), *(each.hessian(state, np.array([factor])) for each, factor in scaled)]
        )

    def violation(self, row: int, amount: float) -> Violation:
        least = float(self._least[row])
        short = least * (1 - float(np.sqrt(max(0.0, 1 - amount))))
        return Violation(Kind.UNLIKE, amount=short, unit="m", constraint=self._asked[row])
