"""From a job to the problem: which rows, which bounds, which objectives."""

from collections.abc import Sequence

import numpy as np

from ..arrays import Array, Indices
from ..character.validation import known_name
from ..errors import InputError
from ..expression.term import LEAST_PEAK, Term
from ..job.constraints.pin import Pin
from ..job.job import Job
from ..sentence import Sentence
from .constraints.table import ROWS
from .dof_words import axis, owner
from .expression_terms import constraint_terms, inside
from .objectives.timed_sum import TimedSum
from .objectives.weighted_sum import WeightedSum
from .physics.contact_height import ContactHeight
from .physics.equations_of_motion import EquationsOfMotion
from .physics.friction_cone import FrictionCone
from .physics.hold_together import HoldTogether
from .physics.landing import Landing
from .physics.no_slip import NoSlip
from .physics.no_twist import NoTwist
from .physics.twist_friction import TwistFriction
from .physics.within_top import WithinTop
from .problem import Problem
from .reuse import Numbers, changed
from .rows.component import Component, Kind
from .rows.stretches import Stretch, StretchRows
from .transcription import Transcription, transcribe

SHORTEST, LONGEST = 0.75, 1.33  # free steps over the job's: others would no longer tell the same motion

BOUNDS_KEEP = Numbers.BODIES | Numbers.HOLDS | Numbers.CONSTRAINTS

PHYSICS: tuple[Kind, ...] = (
    ContactHeight,
    WithinTop,
    NoSlip,
    NoTwist,
    Landing,
    FrictionCone,
    TwistFriction,
    HoldTogether,
)


def formulate(
    job: Job, *, free_steps: Sequence[Stretch] | None = None, like: Problem | None = None
) -> Problem:
    """Problem of a job.

    Args:
        job: what to find.
        free_steps: bounds of durations, none if empty, between frames whose steps are then unknowns too, and
            with them the clip's length; None keeps the job's even steps.
        like: another job's problem; all that keeps no number in which the two jobs differ is shared.

    Raises:
        InputError: naming the field of the job that does not fit.
    """
    if free_steps is not None:
        like = None
    transcription = transcribe(
        job, free_steps=free_steps is not None, like=like.transcription if like is not None else None
    )
    parts = _Parts(transcription, like)
    components = [row for kind in (*PHYSICS, *dict.fromkeys(ROWS.values())) for row in parts.rows(kind)]
    components += [parts.expression(request, field) for field, request in constraint_terms(job)]
    components.append(StretchRows(transcription, free_steps or ()))
    lower, upper = parts.bounds()
    (motion,) = parts.rows(EquationsOfMotion)
    assert isinstance(motion, EquationsOfMotion)
    return Problem(
        transcription,
        motion,
        [component for component in components if len(component.lower)],
        parts.weighted_sum() if free_steps is None else TimedSum(job.objectives, transcription),
        lower,
        upper,
        like=like,
    )


class _Parts:
    """Parts of a problem: another's where they keep nothing in which the two jobs differ, else new ones.

    Args:
        transcription: of the job.
        like: the other problem; None: all are new.
    """

    def __init__(self, transcription: Transcription, like: Problem | None) -> None:
        self._transcription, self._like = transcription, like
        self._changed = Numbers.ALL if like is None else changed(transcription, like.transcription)
        known = like.components if like is not None else ()
        serving = [each for each in known if not each.keeps & self._changed]
        self._gathered: dict[object, Component] = {type(each): each for each in serving}
        self._written = {each.request: each for each in serving if each.request is not None}

    def rows(self, kind: Kind) -> list[Component]:
        """Of one kind, if there are any."""
        if kind.keeps & self._changed:
            return [kind(self._transcription)]
        known = self._gathered.get(kind)
        return [known.within(self._transcription)] if known is not None else []

    def expression(self, request: Term, field: str) -> Component:
        """Rows of an expression."""
        known = self._written.get(request)
        if known is not None:
            return known.within(self._transcription)
        return expression_rows(self._transcription, request, field)

    def weighted_sum(self) -> WeightedSum:
        """The objective."""
        known = self._like.objective if self._like is not None else None
        if isinstance(known, WeightedSum) and not known.keeps & self._changed:
            return known
        return WeightedSum(self._transcription.job.objectives, self._transcription)

    def bounds(self) -> tuple[Array, Array]:
        """Of the unknowns."""
        if self._like is not None and not BOUNDS_KEEP & self._changed:
            return self._like.lower, self._like.upper
        return bounds(self._transcription)


def expression_rows(transcription: Transcription, request: Term, field: str) -> Component:
    """Rows of one expression; sympy is loaded by those that use it."""
    from .rows.expression_rows import ExpressionRows
    from .rows.least_peak import LeastPeak

    with inside(field):
        if request.of == LEAST_PEAK:
            return LeastPeak(transcription, request, field)
        return ExpressionRows(transcription, request, field)


def bounds(transcription: Transcription) -> tuple[Array, Array]:
    """Bounds (size,) of the unknowns: joint limits, pins, muscles' strength, and a ground that only pushes."""
    variables, tree = transcription.variables, transcription.tree
    lower, upper = np.full(variables.size, -np.inf), np.full(variables.size, np.inf)
    lowest, highest, strength = tree.lower, tree.upper, tree.effort_limit / transcription.force_scale
    mirror = transcription.timeline.mirror
    if mirror is not None:  # the other half's limits hold for this half's mirror image
        ends = np.stack([mirror.sign * lowest[mirror.dofs], mirror.sign * highest[mirror.dofs]])
        lowest, highest = np.maximum(lowest, ends.min(0)), np.minimum(highest, ends.max(0))
        strength = np.minimum(strength, strength[mirror.dofs])
    lower[variables.q], upper[variables.q] = lowest, highest
    strength = strength[variables.actuated]
    lower[variables.torque], upper[variables.torque] = -strength, strength
    lower[variables.force[:, 2]] = 0.0
    lower[variables.steps], upper[variables.steps] = SHORTEST, LONGEST
    lower[variables.length], upper[variables.length] = SHORTEST, LONGEST
    lower[variables.weight], upper[variables.weight] = 0.0, 1.0
    grip = np.array([hold.strength or np.inf for hold in transcription.job.holds])[variables.pull_hold]
    lower[variables.pull], upper[variables.pull] = (
        -grip[:, None] / transcription.force_scale,
        grip[:, None] / transcription.force_scale,
    )
    _pin(transcription, lower, upper)
    for end in transcription.given:
        index, is_fixed = transcription.variables.q[end.frames], ~end.moves
        lower[index[is_fixed]] = upper[index[is_fixed]] = end.q[is_fixed]
        lower[index[end.moves]], upper[index[end.moves]] = -np.inf, np.inf
    return lower, upper


def _pin(transcription: Transcription, lower: Array, upper: Array) -> None:
    names = transcription.tree.names
    pinned = set()
    for k, pin in enumerate(transcription.job.constraints):
        if not isinstance(pin, Pin):
            continue
        where = f"job.constraints[{k}]"
        known_name(pin.dof, names, f"{where}.dof", "degree of freedom")
        if pin.lower > pin.upper:
            raise InputError(f"lower {pin.lower:g} is above upper {pin.upper:g}", field=where)
        index, sign = _pinned(transcription, names.index(pin.dof), _stretch(transcription, pin, where), where)
        ends = np.sort(sign[:, None] * [pin.lower, pin.upper], axis=1)
        allowed = np.sort(sign[:, None] * np.stack([lower[index], upper[index]], 1), axis=1)
        np.maximum.at(lower, index, ends[:, 0])
        np.minimum.at(upper, index, ends[:, 1])
        if (lower[index] > upper[index]).any():
            raise InputError(_cannot_be(transcription, pin, allowed), field=where)
        pinned.add(pin.dof)
    _fix_where_it_starts(transcription, pinned, lower, upper)


def _cannot_be(transcription: Transcription, pin: Pin, allowed: Array) -> str:
    """What a pin asks, and what limits and other pins allow at its frames, (F, 2)."""
    tree, dof = transcription.tree, transcription.tree.names.index(pin.dof)
    scale, unit = (np.degrees(1.0), "degrees") if tree.rotation[dof] else (1.0, "m")
    lower, upper = allowed[:, 0].max(), allowed[:, 1].min()
    bound = f"at most {scale * upper:.4g}" if pin.lower > upper else f"at least {scale * lower:.4g}"
    asked = dict.fromkeys(f"{scale * end:.4g}" for end in (pin.lower, pin.upper))
    move = "turn to" if tree.rotation[dof] else "be at"
    return (
        f"{owner(tree, dof)} cannot {move} {' to '.join(asked)} {unit} {axis(tree, dof)}: "
        f"its own limits and other pins allow {bound}"
    )


def _fix_where_it_starts(transcription: Transcription, pinned: set[str], lower: Array, upper: Array) -> None:
    """A cycle could start anywhere along its way and beside it: it starts over the rest pose unless pinned.

    A mirrored cycle cannot go beside its way, the plane of its mirror, and is fixed along it alone.
    """
    if transcription.timeline.cycle is None:
        return
    tree, mirror = transcription.tree, transcription.timeline.mirror
    rest = transcription.job.character.bodies[int(tree.order[0])].position
    level = [i for i in tree.root_translations if not tree.axis[i][2]]
    if mirror is not None:
        level = sorted(level, key=lambda i: -float(tree.axis[i] @ mirror.reflection @ tree.axis[i]))[:1]
    for i in level:
        if tree.names[i] not in pinned:
            index = transcription.variables.q[0, i]
            lower[index] = upper[index] = rest[int(np.argmax(tree.axis[i]))]


def _stretch(transcription: Transcription, pin: Pin, where: str) -> Indices:
    timeline = transcription.timeline
    n_frames = 2 * timeline.n_frames if timeline.mirror else timeline.n_frames
    for name in ("first", "last"):
        frame = getattr(pin, name)
        if not -n_frames <= frame < n_frames:
            raise InputError(
                f"expected a frame from {-n_frames} to {n_frames - 1}, found {frame}", field=f"{where}.{name}"
            )
    first, last = pin.first % n_frames, pin.last % n_frames
    if first > last:
        raise InputError(f"the first frame {first} is after the last {last}", field=where)
    return np.arange(first, last + 1)


def _pinned(transcription: Transcription, dof: int, frames: Indices, where: str) -> tuple[Indices, Array]:
    """Unknowns that a degree of freedom is at some frames of the whole clip, and their signs."""
    half, mirror = transcription.timeline.n_frames, transcription.timeline.mirror
    later = frames >= half
    index, sign = transcription.variables.q[frames % half, dof], np.ones(len(frames))
    if mirror is None or not later.any():
        return index, sign
    if not transcription.tree.rotation[dof] and not transcription.tree.axis[dof][2]:
        first, last, found = (transcription.when(frame) for frame in (0, half - 1, frames[-1]))
        pinned = f"{owner(transcription.tree, dof)} is pinned {axis(transcription.tree, dof)}"
        what = f"in a mirrored cycle {pinned} in its first half, "
        raise InputError(Sentence.of(what, first, " to ", last, "; found ", found), field=where)
    index[later] = transcription.variables.q[frames[later] - half, mirror.dofs[dof]]
    sign[later] = mirror.sign[dof]
    return index, sign
