"""Judges a clip by the expressions that its job bounds: at what is written in it, each in its own unit."""

import numpy as np
from numpy.typing import NDArray

from ..problem.expression.request import EACH, INTEGRAL, LEAST_PEAK, MEAN, PEAK, Bound, Request
from ..problem.setting import Setting
from ..problem.state import State
from ..problem.violation import Place, Violation
from ..problem.written import written_constraints
from .clip import Clip
from .unknowns import clip_unknowns

Array = NDArray[np.float64]


def expression_faults(clip: Clip, setting: Setting) -> tuple[Violation, ...]:
    """Expressions that are beyond their bounds by more than their tolerance, those by most tolerances first.

    Each is asked as it was written, of the clip's own numbers and at all its frames: neither the optimiser's scaled
    rows nor what symmetry lets it leave out are trusted.

    Args:
        clip: to judge.
        setting: of all its frames; see ``whole_setting``.
    """
    asked = written_constraints(clip.job)
    if not asked:
        return ()  # sympy takes a third of a second to load
    state = State(setting, clip_unknowns(clip, setting))
    found = [fault for field, request in asked for fault in _faults(state, request, field)]
    found.sort(key=lambda fault: -fault[0])
    return tuple(violation for _, violation in found)


def _faults(state: State, request: Request, field: str) -> list[tuple[float, Violation]]:
    """None or one, with how many tolerances it is out by."""
    from ..problem.constraints.expression_rows import weights
    from ..problem.expression.instances import Instances
    from ..problem.expression.reading import read
    from ..problem.expression.repeats import Repeats
    from ..problem.expression.selection import known, select, subexpressions

    setting = state.setting
    expression = read(
        request.expression,
        setting.job.character,
        subexpressions=subexpressions(setting),
        parameters=[name for name, _ in request.tracks],
        field=f"{field}.expression",
    )
    samples = select(setting, request, expression, field)
    constants = known(setting, request, expression, samples)
    values = Instances(setting, expression, samples, constants).values(state)
    if request.of in (MEAN, INTEGRAL):
        values = values @ weights(setting, samples, mean=request.of == MEAN)[:, None]
    elif request.of == LEAST_PEAK:
        values = values.max(1, keepdims=True)
    beyond = _beyond(values, request.lower, request.upper).max(0, initial=0.0)
    out = np.flatnonzero(~(beyond <= request.allowed))  # what is no number is out, too
    if not len(out):
        return []
    worst = float(beyond[out].max())
    is_framed = request.of in (EACH, PEAK)
    when = setting.when(samples.frames[int(np.argmax(beyond))]) if is_framed else None
    limit = f", where {request.with_unit(request.allowed)} is allowed"
    violation = Violation.at(Place(when, request.about), request.told(worst), limit)
    ends = [samples.frames[out], samples.frames[out] + 1][: 1 + samples.between]  # a step's two frames
    told = tuple(np.unique(np.concatenate(ends) % Repeats(setting).n_frames).tolist()) if is_framed else ()
    return [(worst / request.allowed, Violation(violation.sentence, violation.place, told))]


def _beyond(values: Array, lower: Bound, upper: Bound) -> Array:
    """(O, I) how far values (O, I) are below the one or above the other bound, 0 between them."""
    beyond = np.zeros_like(values)
    if lower is not None:
        beyond = np.maximum(beyond, np.reshape(lower, (-1, 1)) - values)
    if upper is not None:
        beyond = np.maximum(beyond, values - np.reshape(upper, (-1, 1)))
    return beyond
