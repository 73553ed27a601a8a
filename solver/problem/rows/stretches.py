"""Bounds on the duration of intervals whose steps are unknowns."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...arrays import Array
from ...verify.violation import Kind, Violation
from ..state import State
from ..transcription import Transcription
from .component import Component


@dataclass(frozen=True, eq=False)
class MeanBound:
    """lower <= sum of weights times steps / sum of all steps <= upper.

    Attributes:
        kind: Kind.PHASE_START or Kind.PHASE_DURATION.
        contact: name of the contact.
        weights: (S,) of the steps; negative ones express a difference of durations.
        lower, upper: fractions of the clip's length.
    """

    kind: Kind
    contact: str
    weights: Array
    lower: float
    upper: float


class StretchRows(Component):
    """(weights - lower) . h / S >= 0 and (weights - upper) . h / S <= 0, or one row = 0 if the bounds are equal.

    h: (S,) steps in units of the timeline's. Linear.
    """

    def __init__(self, transcription: Transcription, stretches: Sequence[MeanBound]) -> None:
        self.transcription = transcription
        indices = transcription.variables.steps
        rows, lower, upper = [], [], []
        self._stretches: list[MeanBound] = []  # of each row
        for stretch in stretches:
            fixed = stretch.lower == stretch.upper
            rows.append(stretch.weights - stretch.lower)
            lower.append(0.0)
            upper.append(0.0 if fixed else np.inf)
            if not fixed:
                rows.append(stretch.weights - stretch.upper)
                lower.append(-np.inf)
                upper.append(0.0)
            self._stretches += [stretch] * (1 if fixed else 2)
        self._matrix = np.reshape(rows, (len(rows), len(indices))) / max(len(indices), 1)
        self.lower, self.upper = np.array(lower), np.array(upper)
        row, column = np.indices(self._matrix.shape)
        self.jacobian_pattern = (row.ravel(), indices[column.ravel()])

    def values(self, state: State) -> Array:
        return np.asarray(self._matrix @ state.x[self.transcription.variables.steps])

    def jacobian(self, state: State) -> Array:
        return self._matrix.ravel()

    def violation(self, row: int, amount: float) -> Violation:
        stretch = self._stretches[row]
        return Violation(stretch.kind, (stretch.contact,), amount)
