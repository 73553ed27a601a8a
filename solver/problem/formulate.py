"""From a job to the problem: which rows, which bounds, which objectives."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ..character.validation import known_name
from ..errors import InputError
from ..sentence import Sentence
from .constraints.component import Component
from .constraints.contact_height import ContactHeight
from .constraints.end_speed import EndSpeed
from .constraints.equations_of_motion import EquationsOfMotion
from .constraints.friction_cone import FrictionCone
from .constraints.ground_clearance import GroundClearance
from .constraints.hold_together import HoldTogether
from .constraints.landing import Landing
from .constraints.no_slip import NoSlip
from .constraints.no_twist import NoTwist
from .constraints.pin import Pin
from .constraints.separation import Separation
from .constraints.stretches import Stretch, StretchRows
from .constraints.swing_clearance import SwingClearance
from .constraints.twist_friction import TwistFriction
from .constraints.within_top import WithinTop
from .dof_words import axis, owner
from .expression.request import LEAST_PEAK, Request
from .job import Job
from .likeness import differ_in_way
from .problem import Problem
from .setting import Setting, make_setting
from .timed_sum import TimedSum
from .timeline import make_timeline
from .weighted_sum import WeightedSum
from .written import inside, written_constraints

Array = NDArray[np.float64]
Indices = NDArray[np.intp]

SHORTEST, LONGEST = 0.75, 1.33  # free steps over the job's: others would no longer tell the same motion

CONTACTS: tuple[Callable[[Setting], Component], ...] = (
    ContactHeight,
    WithinTop,
    NoSlip,
    NoTwist,
    Landing,
    FrictionCone,
    TwistFriction,
    SwingClearance,
    HoldTogether,
    Separation,
    GroundClearance,
    EndSpeed,
)


def formulate(
    job: Job, *, free_steps: Sequence[Stretch] | None = None, like: Problem | None = None
) -> Problem:
    """Problem of a job.

    Args:
        job: what to find.
        free_steps: bounds of durations, none if empty, between frames whose steps are then unknowns too, and
            with them the clip's length; None keeps the job's even steps.
        like: another job's problem; what is the same in both is shared, and most is where nothing but the way of
            their cycles differs.

    Raises:
        InputError: naming the field of the job that does not fit.
    """
    if like is not None and free_steps is None and _is_shared(job, like):
        known = like.setting
        setting = replace(known, job=job, timeline=make_timeline(job, known.tree))
        return like.along(setting, WeightedSum(job.objectives, setting))
    setting = make_setting(job, free_steps=free_steps is not None)
    components = [kind(setting) for kind in CONTACTS]
    components += [expression_rows(setting, request, field) for field, request in written_constraints(job)]
    components.append(StretchRows(setting, free_steps or ()))
    lower, upper = bounds(setting)
    return Problem(
        setting,
        EquationsOfMotion(setting),
        [component for component in components if len(component.lower)],
        (WeightedSum if free_steps is None else TimedSum)(job.objectives, setting),
        lower,
        upper,
    )


def _is_shared(job: Job, like: Problem) -> bool:
    """Whether a job's problem differs from another's in its cycle's way alone, and no row keeps that."""
    keeps_way = like.setting.has_free_steps or any(each.keeps_way for each in like.components)
    return not keeps_way and differ_in_way(job, like.setting.job)


def expression_rows(setting: Setting, request: Request, field: str) -> Component:
    """Rows of one expression; sympy is loaded by those that use it."""
    from .constraints.expression_rows import ExpressionRows
    from .constraints.least_peak import LeastPeak

    with inside(field):
        if request.of == LEAST_PEAK:
            return LeastPeak(setting, request, field)
        return ExpressionRows(setting, request, field)


def bounds(setting: Setting) -> tuple[Array, Array]:
    """Bounds (size,) of the unknowns: joint limits, pins, muscles' strength, and a ground that only pushes."""
    variables, tree = setting.variables, setting.tree
    lower, upper = np.full(variables.size, -np.inf), np.full(variables.size, np.inf)
    lowest, highest, strength = tree.lower, tree.upper, tree.effort_limit / setting.force_scale
    mirror = setting.timeline.mirror
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
    grip = np.array([hold.strength or np.inf for hold in setting.job.holds])[variables.pull_hold]
    lower[variables.pull], upper[variables.pull] = (
        -grip[:, None] / setting.force_scale,
        grip[:, None] / setting.force_scale,
    )
    _pin(setting, lower, upper)
    return lower, upper


def _pin(setting: Setting, lower: Array, upper: Array) -> None:
    names = setting.tree.names
    pinned = set()
    for k, pin in enumerate(setting.job.constraints):
        if not isinstance(pin, Pin):
            continue
        where = f"job.constraints[{k}]"
        known_name(pin.dof, names, f"{where}.dof", "degree of freedom")
        if pin.lower > pin.upper:
            raise InputError(f"lower {pin.lower:g} is above upper {pin.upper:g}", field=where)
        place, sign = _pinned(setting, names.index(pin.dof), _stretch(setting, pin, where), where)
        ends = np.sort(sign[:, None] * [pin.lower, pin.upper], axis=1)
        allowed = np.sort(sign[:, None] * np.stack([lower[place], upper[place]], 1), axis=1)
        np.maximum.at(lower, place, ends[:, 0])
        np.minimum.at(upper, place, ends[:, 1])
        if (lower[place] > upper[place]).any():
            raise InputError(_cannot_be(setting, pin, allowed), field=where)
        pinned.add(pin.dof)
    _fix_where_it_starts(setting, pinned, lower, upper)


def _cannot_be(setting: Setting, pin: Pin, allowed: Array) -> str:
    """What a pin asks, and what limits and other pins allow at its frames, (F, 2)."""
    tree, dof = setting.tree, setting.tree.names.index(pin.dof)
    scale, unit = (np.degrees(1.0), "degrees") if tree.rotation[dof] else (1.0, "m")
    lower, upper = allowed[:, 0].max(), allowed[:, 1].min()
    bound = f"at most {scale * upper:.4g}" if pin.lower > upper else f"at least {scale * lower:.4g}"
    asked = dict.fromkeys(f"{scale * end:.4g}" for end in (pin.lower, pin.upper))
    move = "turn to" if tree.rotation[dof] else "be at"
    return (
        f"{owner(tree, dof)} cannot {move} {' to '.join(asked)} {unit} {axis(tree, dof)}: "
        f"its own limits and other pins allow {bound}"
    )


def _fix_where_it_starts(setting: Setting, pinned: set[str], lower: Array, upper: Array) -> None:
    """A cycle could start anywhere along its way and beside it: it starts over the rest pose unless pinned.

    A mirrored cycle cannot go beside its way, the plane of its mirror, and is fixed along it alone.
    """
    if setting.timeline.cycle is None:
        return
    tree, mirror = setting.tree, setting.timeline.mirror
    rest = setting.job.character.bodies[int(tree.order[0])].position
    level = [i for i in tree.root_translations if not tree.axis[i][2]]
    if mirror is not None:
        level = sorted(level, key=lambda i: -float(tree.axis[i] @ mirror.reflection @ tree.axis[i]))[:1]
    for i in level:
        if tree.names[i] not in pinned:
            place = setting.variables.q[0, i]
            lower[place] = upper[place] = rest[int(np.argmax(tree.axis[i]))]


def _stretch(setting: Setting, pin: Pin, where: str) -> NDArray[np.intp]:
    timeline = setting.timeline
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


def _pinned(setting: Setting, dof: int, frames: Indices, where: str) -> tuple[Indices, Array]:
    """Unknowns that a degree of freedom is at some frames of the whole clip, and their signs."""
    half, mirror = setting.timeline.n_frames, setting.timeline.mirror
    later = frames >= half
    place, sign = setting.variables.q[frames % half, dof], np.ones(len(frames))
    if mirror is None or not later.any():
        return place, sign
    if not setting.tree.rotation[dof] and not setting.tree.axis[dof][2]:
        first, last, found = (setting.when(frame) for frame in (0, half - 1, frames[-1]))
        pinned = f"{owner(setting.tree, dof)} is pinned {axis(setting.tree, dof)}"
        what = f"in a mirrored cycle {pinned} in its first half, "
        raise InputError(Sentence.of(what, first, " to ", last, "; found ", found), field=where)
    place[later] = setting.variables.q[frames[later] - half, mirror.dofs[dof]]
    sign[later] = mirror.sign[dof]
    return place, sign
