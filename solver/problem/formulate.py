"""From a job to the problem: which rows, which bounds, which objectives."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from ..arrays import Array
from ..job.constraints.pin import Pin
from ..job.job import Job
from .constraints.pin import pin
from .constraints.table import ROWS
from .expression.term import LEAST_PEAK, Term
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
from .reuse import differ_in_way
from .rows.component import Component
from .rows.stretches import Stretch, StretchRows
from .timeline import make_timeline
from .transcription import Transcription, transcribe

SHORTEST, LONGEST = 0.75, 1.33  # free steps over the job's: others would no longer tell the same motion

PHYSICS: tuple[Callable[[Transcription], Component], ...] = (
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
        like: another job's problem; what is the same in both is shared, and most is where nothing but the way of
            their cycles differs.

    Raises:
        InputError: naming the field of the job that does not fit.
    """
    if like is not None and free_steps is None and _is_shared(job, like):
        known = like.transcription
        transcription = replace(known, job=job, timeline=make_timeline(job, known.tree))
        return like.along(transcription, WeightedSum(job.objectives, transcription))
    transcription = transcribe(job, free_steps=free_steps is not None)
    kinds = (*PHYSICS, *dict.fromkeys(ROWS.values()))
    components = [kind(transcription) for kind in kinds]
    components += [expression_rows(transcription, request, field) for field, request in constraint_terms(job)]
    components.append(StretchRows(transcription, free_steps or ()))
    lower, upper = bounds(transcription)
    return Problem(
        transcription,
        EquationsOfMotion(transcription),
        [component for component in components if len(component.lower)],
        (WeightedSum if free_steps is None else TimedSum)(job.objectives, transcription),
        lower,
        upper,
    )


def _is_shared(job: Job, like: Problem) -> bool:
    """Whether a job's problem differs from another's in its cycle's way alone, and no row keeps that."""
    keeps_way = like.transcription.has_free_steps or any(each.keeps_way for each in like.components)
    return not keeps_way and differ_in_way(job, like.transcription.job)


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
    pin(transcription, lower, upper)
    _fix_where_it_starts(transcription, lower, upper)
    return lower, upper


def _fix_where_it_starts(transcription: Transcription, lower: Array, upper: Array) -> None:
    """A cycle could start anywhere along its way and beside it: it starts over the rest pose unless pinned.

    A mirrored cycle cannot go beside its way, the plane of its mirror, and is fixed along it alone.
    """
    if transcription.timeline.cycle is None:
        return
    tree, mirror = transcription.tree, transcription.timeline.mirror
    pinned = {each.dof for each in transcription.job.constraints if isinstance(each, Pin)}
    rest = transcription.job.character.bodies[int(tree.order[0])].position
    level = [i for i in tree.root_translations if not tree.axis[i][2]]
    if mirror is not None:
        level = sorted(level, key=lambda i: -float(tree.axis[i] @ mirror.reflection @ tree.axis[i]))[:1]
    for i in level:
        if tree.names[i] not in pinned:
            index = transcription.variables.q[0, i]
            lower[index] = upper[index] = rest[int(np.argmax(tree.axis[i]))]
