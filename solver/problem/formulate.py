"""Formulates the problem of a job: rows, bounds and objective."""

from collections.abc import Sequence

import numpy as np

from ..arrays import Array
from ..job.constraints.pin import Pin
from ..job.job import Job
from ..job.paths import inside
from .constraints.pin import pin
from .constraints.table import ROWS
from .expression.term import LEAST_PEAK, Term
from .expression_terms import constraint_terms, peaks
from .objectives.timed_sum import TimedSum
from .objectives.weighted_sum import WeightedSum
from .physics.bodies_outside_boxes import BodiesOutsideBoxes
from .physics.bodies_outside_half_spaces import BodiesOutsideHalfSpaces
from .physics.contact_height import ContactHeight
from .physics.contacts_outside_boxes import ContactsOutsideBoxes
from .physics.equations_of_motion import EquationsOfMotion
from .physics.friction_cone import FrictionCone
from .physics.friction_ratio import FrictionRatio
from .physics.hold_together import HoldTogether
from .physics.landing import Landing
from .physics.no_slip import NoSlip
from .physics.no_twist import NoTwist
from .physics.twist_friction import TwistFriction
from .physics.within_top import WithinTop
from .problem import Problem
from .reuse import Numbers, changed
from .rows.component import Component, RowsOfJob
from .rows.stretches import MeanBound, StretchRows
from .transcription import Transcription, transcribe

SHORTEST, LONGEST = 0.75, 1.33  # bounds of free steps over the job's; beyond, it is another motion

BOUNDS_KEEP = Numbers.BODIES | Numbers.HOLDS | Numbers.BOUNDS

PHYSICS: tuple[RowsOfJob, ...] = (
    ContactHeight,
    WithinTop,
    NoSlip,
    NoTwist,
    Landing,
    FrictionCone,
    TwistFriction,
    HoldTogether,
    ContactsOutsideBoxes,
    BodiesOutsideBoxes,
    BodiesOutsideHalfSpaces,
)

DRAWN: dict[RowsOfJob, RowsOfJob] = {FrictionCone: FrictionRatio}  # replacements for a drawn motion


def formulate(
    job: Job,
    *,
    free_steps: Sequence[MeanBound] | None = None,
    like: Problem | None = None,
    transcription: Transcription | None = None,
) -> Problem:
    """Problem of a job.

    Args:
        job: what to find.
        free_steps: bounds of durations, possibly none; steps between frames and the clip's length are then unknowns.
            None keeps the job's even steps.
        like: problem of a similar job; parts that depend on no number in which the two jobs differ are shared.
        transcription: of this job with even steps, if already made.

    Raises:
        InputError: naming the field of the job that does not fit.
    """
    if free_steps is not None:
        like = transcription = None
    if like is not None and like.transcription is transcription:
        return like
    if transcription is None:
        alike = like.transcription if like is not None else None
        transcription = transcribe(job, free_steps=free_steps is not None, like=alike)
    parts = _Parts(transcription, like)
    physics = [DRAWN.get(kind, kind) if job.is_drawn else kind for kind in PHYSICS]
    components = [row for kind in (*physics, *dict.fromkeys(ROWS.values())) for row in parts.rows(kind)]
    components += [parts.expression(request, field) for field, request in constraint_terms(job)]
    components += [parts.peak(term, field) for term, field in peaks(job).items()]
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
    """Parts of a problem: reused from a similar one where no number that they depend on differs, else new.

    Args:
        transcription: of the job.
        like: the similar problem; None: all are new.
    """

    def __init__(self, transcription: Transcription, like: Problem | None) -> None:
        self._transcription, self._like = transcription, like
        self._changed = Numbers.ALL if like is None else changed(transcription, like.transcription)
        candidates = like.components if like is not None else ()
        serving = [each for each in candidates if not each.keeps & self._changed]
        self._gathered: dict[object, Component] = {type(each): each for each in serving}
        self._written = {each.request: each for each in serving if each.request is not None}
        self._of_form = {request.form: each for request, each in self._written.items()}

    def rows(self, kind: RowsOfJob) -> list[Component]:
        """Rows of one kind as a list, empty if there are none."""
        if kind.keeps & self._changed:
            return [kind(self._transcription)]
        reusable = self._gathered.get(kind)
        return [reusable.within(self._transcription)] if reusable is not None else []

    def expression(self, request: Term, field: str) -> Component:
        """Rows of an expression."""
        reusable = self._written.get(request) or self._of_form.get(request.form)
        rows = reusable.with_request(self._transcription, request, field) if reusable is not None else None
        return rows if rows is not None else expression_rows(self._transcription, request, field)

    def peak(self, term: Term, field: str) -> Component:
        """Rows of an objective that is the peak of an expression."""
        reusable = self._written.get(term)
        return (
            reusable.within(self._transcription, field)
            if reusable
            else peak_rows(self._transcription, term, field)
        )

    def weighted_sum(self) -> WeightedSum:
        """The objective."""
        reusable = self._like.objective if self._like is not None else None
        if isinstance(reusable, WeightedSum) and not reusable.keeps & self._changed:
            return reusable
        return WeightedSum(self._transcription.job.objectives, self._transcription)

    def bounds(self) -> tuple[Array, Array]:
        """Of the unknowns."""
        if self._like is not None and not BOUNDS_KEEP & self._changed:
            return self._like.lower, self._like.upper
        return bounds(self._transcription)


def expression_rows(transcription: Transcription, request: Term, field: str) -> Component:
    """Rows of one expression; imports SymPy only when called."""
    from .rows.expression_rows import ExpressionRows
    from .rows.least_peak import LeastPeak

    with inside(field):
        if request.of == LEAST_PEAK:
            return LeastPeak(transcription, request, field)
        return ExpressionRows(transcription, request, field)


def peak_rows(transcription: Transcription, term: Term, field: str) -> Component:
    """Rows of a peak; imports SymPy only when called."""
    from .rows.peak import Peak

    with inside(field):
        return Peak(transcription, term, field)


def bounds(transcription: Transcription) -> tuple[Array, Array]:
    """Bounds (size,) of the unknowns: joint limits, pins, muscle strength, and nonnegative normal forces."""
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
    for end in transcription.given:
        index, is_fixed = transcription.variables.q[end.frames], ~end.moves
        lower[index[is_fixed]] = upper[index[is_fixed]] = end.q[is_fixed]
        lower[index[end.moves]], upper[index[end.moves]] = -np.inf, np.inf
    return lower, upper


def _fix_where_it_starts(transcription: Transcription, lower: Array, upper: Array) -> None:
    """Fixes the horizontal position of a cycle, which is otherwise arbitrary, over the rest pose unless pinned.

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
