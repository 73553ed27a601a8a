"""An expression reaches a value at some frame, chosen by the optimizer."""

from dataclasses import replace

import numpy as np

from ...arrays import Array, Indices
from ...verify.violation import Kind, Violation
from ..checks.terms import require_frames
from ..expression.instantiate import instantiate
from ..expression.read_term import read_term
from ..expression.selection import select
from ..expression.term import Term
from ..expression.violation import term_violation
from ..expression_terms import least_peaks
from ..state import State, sample_states
from ..transcription import Transcription
from .component import Component
from .expression_rows import EXACT, exact_enough


class LeastPeak(Component):
    """sum_t w_t e(t) >= lower and sum_t w_t = 1, with unknown weights w >= 0.

    The value of some frame is above the bound if and only if some weighted mean is. Unlike a smooth maximum, this is
    exact, and its Hessian stays as sparse as that of a mean instead of coupling all frames. The interior point method
    makes the choice: its barrier begins with even weights, which concentrate at one frame as it fades.

    Args:
        transcription: of the job.
        request: expression and its lower bound.
        field: path of the request in the job, for errors.

    Raises:
        InputError: the expression has no frames.
    """

    request: Term
    feasible = EXACT

    def __init__(self, transcription: Transcription, request: Term, field: str) -> None:
        self.transcription, self.request, self.field = transcription, request, field
        expression = read_term(request, transcription.job, field)
        samples = select(transcription, request, expression, field)
        require_frames(len(samples), "at which to reach the lower bound", field=field)
        self._instances = instantiate(transcription, request, expression, samples)
        self._weight = transcription.variables.weight[
            least_peaks(transcription.job).index(field), samples.frames
        ]  # (I,)
        self._lay_out()
        states = sample_states(transcription)
        slopes = [np.abs(self._instances.jacobian(state)).max(initial=0.0) for state in states]
        exact = exact_enough(request)
        self._scale = max(1.0 / max(1.0, *(float(slope) for slope in slopes if np.isfinite(slope))), exact)
        assert isinstance(request.lower, float | int)
        self._weighing = max(1.0, exact * abs(request.lower))  # a sum of 1.001 would allow a lower peak
        self.lower = np.array([request.lower * self._scale, self._weighing])
        self.upper = np.array([np.inf, self._weighing])

    def values(self, state: State) -> Array:
        weight = state.x[self._weight]
        mean = float(weight @ self._instances.values(state)[0])
        return np.array([self._scale * mean, self._weighing * weight.sum()])

    def jacobian(self, state: State) -> Array:
        values, slopes = self._instances.values(state)[0], self._slopes(state)
        weighted = slopes * state.x[self._weight[self._instance]]
        shared = np.bincount(self._slot, weighted, self._n_columns)
        return np.concatenate([shared, self._scale * values, np.full(len(values), self._weighing)])

    def hessian(self, state: State, multipliers: Array) -> Array:
        scaled = multipliers[0] * self._scale * state.x[self._weight]
        bends = self._instances.hessian(state, scaled[None]).ravel()[self._bent]
        return np.concatenate([bends, multipliers[0] * self._slopes(state)])

    def point_weights(self, state: State, multipliers: Array) -> Array:
        scaled = multipliers[0] * self._scale * state.x[self._weight]
        return self._instances.point_weights(state, scaled[None])

    def violation(self, row: int, amount: float) -> Violation:
        scale = self._weighing if row else self._scale
        found = term_violation(self.transcription, self.field, self.request, amount / scale, None)
        return replace(found, kind=Kind.PEAK_WEIGHTS) if row else found

    def _slopes(self, state: State) -> Array:
        """(E,) scaled de/dx of each frame and unknown that e depends on."""
        return self._scale * self._instances.jacobian(state)[self._instance, 0, self._column]

    def _lay_out(self) -> None:
        instances, weight = self._instances, self._weight
        self._instance, self._column = np.nonzero(instances.touched[:, 0])
        column = instances.column[self._instance, self._column]
        columns, self._slot = np.unique(column, return_inverse=True)
        self._n_columns = len(columns)
        row: Indices = np.repeat([0, 0, 1], [len(columns), len(weight), len(weight)])
        self.jacobian_pattern = (row, np.concatenate([columns, weight, weight]))
        shape = instances.bent.shape
        self._bent = np.flatnonzero(np.tril(np.ones(shape[1:], bool)) & instances.bent)
        at, a, b = np.unravel_index(self._bent, shape)
        weights = weight[self._instance]  # unknown steps come after the weights
        self.hessian_pattern = (
            np.concatenate([instances.column[at, a], np.maximum(weights, column)]),
            np.concatenate([instances.column[at, b], np.minimum(weights, column)]),
        )
