"""An expression of the motion stays within bounds."""

from collections.abc import Sequence
from typing import Self

import numpy as np
import sympy

from ...arrays import Array, Flags, Indices
from ...expression.reading import Expression, with_outputs
from ...job.aggregates import EACH, INTEGRAL, MEAN, PEAK
from ...verify.violation import Violation
from ..checks.terms import refuse_constant, refuse_free_steps
from ..expression.instantiate import instantiate
from ..expression.read_term import read_term
from ..expression.samples import Samples
from ..expression.selection import select
from ..expression.sums import Sums
from ..expression.term import Bound, Term
from ..expression.violation import term_violation
from ..reuse import Numbers
from ..state import State, sample_states
from ..transcription import Transcription
from .component import Component

EXACT = 1e-8  # tolerance within which the optimizer takes rows as satisfied; they need less scaling than at FEASIBLE
SAME = 1e-9  # relative difference below which rows are duplicates


class ExpressionRows(Component):
    """lower <= scale e(t) <= upper at each frame or step, or of sum_t w_t e(t): mean and integral over time.

    A sum of squares that is bounded to 0 becomes one row for each base, because its gradient vanishes at the solution.
    In a mirrored cycle, rows of the second half are added unless they follow from symmetry. ``scale`` brings steep
    rows, such as forces in newtons, near 1, but never makes them so flat that a row within the optimizer's tolerance
    exceeds the verifier's.

    Args:
        transcription: of the job.
        request: expression, bounds and frames.
        field: path of the request in the job, for errors.

    Raises:
        InputError: the expression has no value where it is bounded, or cannot be within its bounds.
    """

    keeps = Numbers.ALL & ~(Numbers.GRAVITY | Numbers.ALL_CONSTRAINTS | Numbers.OBJECTIVES)
    request: Term
    feasible = EXACT
    scale: float

    def __init__(self, transcription: Transcription, request: Term, field: str) -> None:
        self.transcription, self.request, self.field = transcription, request, field
        expression = _without_squares(read_term(request, transcription.job, field), request)
        self._samples = select(transcription, request, expression, field)
        self._lay_out(expression, None)
        samples = sample_states(transcription)
        if transcription.timeline.mirror and request.of in (EACH, PEAK):
            kept = self._different(samples)
            some = kept.any(0)
            self._samples = self._samples.at(some)
            self._lay_out(expression, kept[:, some])
        self._find_slopes(samples)
        self._bound()
        self._check(samples[0], field)

    def with_request(self, transcription: Transcription, request: Term, field: str) -> Self | None:
        is_mirrored = transcription.timeline.mirror is not None and request.of in (EACH, PEAK)
        if request == self.request:
            return self.within(transcription, field)
        if is_mirrored or len(self._still) or 0 in (self.request.upper, request.upper):
            return None  # the bounds determine which rows there are
        other = self.within(transcription, field)
        other.request = request
        other._bound()
        return other

    def values(self, state: State) -> Array:
        return self._sums.values(state) * self.scale

    def jacobian(self, state: State) -> Array:
        return self._sums.jacobian(state) * self.scale

    def hessian(self, state: State, multipliers: Array) -> Array:
        return self._sums.hessian(state, multipliers * self.scale)

    def point_weights(self, state: State, multipliers: Array) -> Array:
        return self._sums.point_weights(state, multipliers * self.scale)

    def violation(self, row: int, amount: float) -> Violation:
        is_framed = self.request.of in (EACH, PEAK)
        frame = int(self._samples.frames[self._instance[row]]) if is_framed else None
        return term_violation(self.transcription, self.field, self.request, amount / self.scale, frame)

    def _lay_out(self, expression: Expression, selected: Flags | None) -> None:
        """Lays out rows of all frames, or only of the outputs (O, I) in ``selected``."""
        transcription, request, samples = self.transcription, self.request, self._samples
        instances = instantiate(
            transcription, request, expression, samples, integrated=request.of == INTEGRAL
        )
        shape = (instances.n_outputs, instances.count)
        selected = np.ones(shape, bool) if selected is None else selected
        row, factor = np.zeros(shape, np.intp), selected.astype(float)
        if request.of in (EACH, PEAK):
            row.T[selected.T] = np.arange(selected.sum())
            self._instance, output = np.nonzero(selected.T)
        else:
            row[:] = np.arange(shape[0])[:, None]
            factor *= weights(transcription, samples, mean=request.of == MEAN)
            self._instance, output = np.zeros(shape[0] * bool(len(samples)), np.intp), np.arange(shape[0])
            output = output[: len(self._instance)]
        self._output, self._sums = output, Sums(instances, row, factor, len(output))
        self.jacobian_pattern, self.hessian_pattern = self._sums.jacobian_pattern, self._sums.hessian_pattern

    def _different(self, samples: Sequence[State]) -> Flags:
        """(O, I) rows that duplicate no earlier row, up to sign."""
        values = np.array([self._sums.values(state) for state in samples])  # (S, R)
        lower, upper = self._requested_bounds()
        opposite = lower == -upper
        values = np.where(opposite & (values[0] < 0), -values, values)
        size = np.maximum(np.abs(values).max(0, initial=0.0), 1.0)
        rounded = np.round(np.vstack([values / size, lower, upper]) / SAME) * SAME
        rounded[: len(values)] += 0.0  # -0 is 0
        first = np.zeros(values.shape[1], bool)
        first[np.unique(rounded, axis=1, return_index=True)[1]] = True
        return first.reshape(len(self._samples), self._sums.n_outputs).T

    def _find_slopes(self, samples: Sequence[State]) -> None:
        """Finds the steepness of the rows, and which of them are constant."""
        with np.errstate(all="ignore"):
            slopes = np.abs([self._sums.jacobian(state) for state in samples])
        finite = np.isfinite(slopes)
        steepest = np.max(slopes[finite], initial=1.0)
        moved = self.jacobian_pattern[0][(~finite | (slopes > SAME * steepest)).any(0)]
        self._still = np.setdiff1d(np.arange(len(self._output)), moved)
        self._steepest = float(steepest)

    def _bound(self) -> None:
        """Scales the rows and their bounds."""
        self.scale = max(1.0 / self._steepest, exact_enough(self.request))
        self.lower, self.upper = (bound * self.scale for bound in self._requested_bounds())

    def _requested_bounds(self) -> tuple[Array, Array]:
        """(R,) lower and upper bounds of the request."""
        request, output = self.request, self._output
        return _bounds(request.lower, -1.0, output), _bounds(request.upper, 1.0, output)

    def _check(self, state: State, field: str) -> None:
        """Raises InputError for constant rows that are violated, such as the force of a foot in the air."""
        values, still = self.values(state)[self._still], self._still
        bad = still[(values < self.lower[still] - SAME) | (values > self.upper[still] + SAME)]
        if len(bad):
            when = self.transcription.when(self._samples.frames[self._instance[bad[0]]])
            refuse_constant(self.request, when, field=field)


def exact_enough(request: Term) -> float:
    """Scale at which the optimizer's tolerance is half the verifier's; the other half is left for rounding."""
    return 2 * EXACT / request.aimed


def weights(transcription: Transcription, samples: Samples, *, mean: bool) -> Array:
    """(I,) of an integral over time [s]: the step, halved at an open clip's ends; of a mean, with sum 1.

    The values of an integral already include unknown steps.
    """
    timeline, frames = transcription.timeline, samples.frames
    if mean and len(samples) == 1:
        return np.ones(1)
    if transcription.has_free_steps:
        if mean:
            refuse_free_steps("a mean over time")
        return np.ones(len(samples))
    weight = np.full(len(samples), timeline.step)
    if timeline.cycle is None and not samples.between:
        weight[(frames == 0) | (frames == timeline.n_frames - 1)] /= 2
    return weight / weight.sum() if mean and len(samples) else weight


def _bounds(bound: Bound, sign: float, output: Indices) -> Array:
    """(R,) bound of each row's output."""
    if bound is None:
        return np.full(len(output), sign * np.inf)
    return np.broadcast_to(np.array(bound, float), (max(3, int(output.max(initial=0)) + 1),))[output].copy()


def _without_squares(expression: Expression, request: Term) -> Expression:
    """The bases of a sum of squares that is bounded to 0 at each frame; else the expression itself."""
    if request.of != EACH or request.upper != 0 or request.lower not in (0, None):
        return expression
    bases: list[sympy.Expr] = []
    for output in expression.outputs:
        for term in sympy.Add.make_args(output):
            factor, power = term.as_coeff_Mul()
            base, exponent = power.as_base_exp()
            if not (factor > 0 and exponent.is_Integer and exponent > 0 and exponent % 2 == 0):
                return expression
            bases.append(base)
    return with_outputs(expression, tuple(bases))
