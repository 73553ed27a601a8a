"""Checks the expressions of a job on a finished clip."""

from dataclasses import replace

import numpy as np

from ...arrays import Array
from ...clip.clip import Clip
from ...job.aggregates import EACH, INTEGRAL, MEAN, PEAK
from ...verify.violation import Violation
from ..expression_terms import constraint_terms
from ..guess.clip_unknowns import clip_unknowns
from ..state import State
from ..transcription import Transcription
from .samples import Samples
from .term import LEAST_PEAK, Bound, Term
from .violation import term_violation


def expression_faults(clip: Clip, transcription: Transcription) -> tuple[Violation, ...]:
    """Expressions that violate their bounds by more than their tolerance, the worst relative to tolerance first.

    Each is evaluated in its own unit, on the clip and at all its frames, independently of the optimizer's scaled rows
    and of rows left out by symmetry.

    Args:
        clip: to judge.
        transcription: of all its frames; see ``Transcription.whole``.
    """
    terms = constraint_terms(clip.job)
    if not terms:
        return ()  # sympy takes a third of a second to load
    state = State(transcription, clip_unknowns(clip, transcription))
    faults = [fault for field, request in terms for fault in _faults(state, request, field)]
    faults.sort(key=lambda fault: -fault[0])
    return tuple(violation for _, violation in faults)


def _faults(state: State, request: Term, field: str) -> list[tuple[float, Violation]]:
    """The violation, if any, with its amount in tolerances; an expression without frames holds."""
    samples, values = term_values(state, request, field)
    if not len(samples):
        return []
    transcription = state.transcription
    if request.of == LEAST_PEAK:
        values = values.max(1, keepdims=True)
    from .repeats import Repeats

    beyond = _beyond(values, request.lower, request.upper).max(0, initial=0.0)
    out = np.flatnonzero(~(beyond <= request.allowed))  # NaN counts as violated
    if not len(out):
        return []
    worst = float(beyond[out].max())
    is_framed = request.of in (EACH, PEAK)
    frame = int(samples.frames[int(np.argmax(beyond))]) if is_framed else None
    violation = term_violation(transcription, field, request, worst, frame)
    ends = [samples.frames[out], samples.frames[out] + 1][: 1 + samples.between]  # a step's two frames
    frames = (
        tuple(np.unique(np.concatenate(ends) % Repeats(transcription).n_frames).tolist()) if is_framed else ()
    )
    figures = {"allowed": request.allowed}
    return [(worst / request.allowed, replace(violation, figures=figures, frames=frames))]


def term_values(state: State, request: Term, field: str) -> tuple[Samples, Array]:
    """Samples of an expression, and its values there (O, I), or their mean or integral (O, 1)."""
    from ..rows.expression_rows import weights
    from .instantiate import instantiate
    from .read_term import read_term
    from .selection import select

    transcription = state.transcription
    expression = read_term(request, transcription.job, field)
    samples = select(transcription, request, expression, field)
    if not len(samples):
        return samples, np.zeros((0, 0))
    values = instantiate(transcription, request, expression, samples).values(state)
    if request.of in (MEAN, INTEGRAL):
        values = values @ weights(transcription, samples, mean=request.of == MEAN)[:, None]
    return samples, values


def _beyond(values: Array, lower: Bound, upper: Bound) -> Array:
    """(O, I) distance of values (O, I) beyond either bound, 0 between them."""
    beyond = np.zeros_like(values)
    if lower is not None:
        beyond = np.maximum(beyond, np.reshape(lower, (-1, 1)) - values)
    if upper is not None:
        beyond = np.maximum(beyond, values - np.reshape(upper, (-1, 1)))
    return beyond
