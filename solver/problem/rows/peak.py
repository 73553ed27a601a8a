"""An expression stays below its peak, an unknown that an objective minimizes."""

import numpy as np

from ...arrays import Array
from ...verify.violation import Violation
from ..checks.terms import require_frames
from ..expression.term import Term
from ..expression_terms import peaks
from ..reuse import Numbers
from ..state import State
from ..transcription import Transcription
from .component import Component, Pattern
from .expression_rows import ExpressionRows


class Peak(Component):
    """scale (e(t) - s) <= 0 at each frame or step: the minimal s is the largest e(t), without its kinks.

    Args:
        transcription: of the job.
        term: expression and frames of an objective.
        field: path of the objective in the job, for errors.

    Raises:
        InputError: the expression has a value at no frame.
    """

    keeps = Numbers.ALL & ~(Numbers.GRAVITY | Numbers.ALL_CONSTRAINTS)
    feasible = ExpressionRows.feasible

    def __init__(self, transcription: Transcription, term: Term, field: str) -> None:
        rows = ExpressionRows(transcription, term, field)
        require_frames(len(rows.upper), "whose value could be the largest", field=field)
        self.transcription, self.field, self.request = transcription, field, term
        self._rows = rows
        self._peak = transcription.variables.peak[list(peaks(transcription.job)).index(term)]
        self.lower, self.upper = rows.lower, np.zeros_like(rows.upper)
        every = np.arange(len(rows.upper))
        row, column = rows.jacobian_pattern
        self.jacobian_pattern: Pattern = (
            np.append(row, every),
            np.append(column, np.full(len(every), self._peak)),
        )
        self.hessian_pattern: Pattern = rows.hessian_pattern

    def values(self, state: State) -> Array:
        return self._rows.values(state) - self._rows.scale * state.x[self._peak]

    def jacobian(self, state: State) -> Array:
        return np.append(self._rows.jacobian(state), np.full(len(self.upper), -self._rows.scale))

    def hessian(self, state: State, multipliers: Array) -> Array:
        return self._rows.hessian(state, multipliers)

    def point_weights(self, state: State, multipliers: Array) -> Array:
        return self._rows.point_weights(state, multipliers)

    def violation(self, row: int, amount: float) -> Violation:
        return self._rows.violation(row, amount)
