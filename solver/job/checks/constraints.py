"""Checks of constraints, one function per type."""

from collections.abc import Callable
from typing import Any

import numpy as np

from ...character.validation import known_name
from ...errors import InputError
from ...mechanics.tree import LETTERS
from ...sentence import Sentence
from ..aggregates import BOUNDED
from ..constraints.above_ground import AboveGround
from ..constraints.apart import SHAPES, Apart, NoSelfIntersection
from ..constraints.at_rest import AtRest
from ..constraints.clearance import Clearance
from ..constraints.cost_bound import CostBound
from ..constraints.expression import ExpressionConstraint
from ..constraints.follow_path import FollowPath
from ..constraints.hold_pose import HoldPose
from ..constraints.joins import GivenFrames, Joins
from ..constraints.near_to import NearTo
from ..constraints.pin import Pin
from ..constraints.power_limit import PowerLimit
from ..constraints.region import HalfSpaceRegion, Region
from ..constraints.stay import Stay
from ..constraints.together import Together
from ..constraints.unlike import Unlike
from ..display_names import display_names
from ..job import objective_name
from ..objectives.pose_closeness import DrawnBody
from .context import Context
from .drawn import check_drawn
from .frames import check_range, check_when


def _pin(pin: Pin, context: Context) -> None:
    known_name(pin.dof, context.tree.names, "dof", "degree of freedom")
    if pin.lower > pin.upper:
        raise InputError(f"lower {pin.lower:g} is above upper {pin.upper:g}")
    check_range(pin.first, pin.last, context.n_frames, "")
    tree, dof, last = context.tree, context.tree.names.index(pin.dof), pin.last % context.n_frames
    is_level = not tree.rotation[dof] and not tree.axis[dof][2]
    if context.half is not None and is_level and last >= context.half:
        pinned = f"{tree.dofs[dof].quoted} is pinned {tree.dofs[dof].direction}"
        what = f"in a mirrored cycle {pinned} in its first half, "
        when = [context.moment(frame) for frame in (0, context.half - 1, last)]
        raise InputError(Sentence.of(what, when[0], " to ", when[1], "; found ", when[2]))


def _clearance(clearance: Clearance, context: Context) -> None:
    known_name(clearance.contact, context.contacts, "contact", "contact")


def _apart(apart: Apart, context: Context) -> None:
    _no_self_intersection(apart, context)
    known_name(apart.body_a, context.bodies, "body_a", "body")
    known_name(apart.body_b, context.bodies, "body_b", "body")
    display_names(apart.display_names, apart.body_a, apart.body_b)
    if apart.body_a == apart.body_b:
        raise InputError("expected two different bodies")


def _no_self_intersection(constraint: Apart | NoSelfIntersection, context: Context) -> None:
    if constraint.shape not in SHAPES:
        raise InputError(f"expected {' or '.join(SHAPES)}, found '{constraint.shape}'", field="shape")


def _above_ground(above: AboveGround, context: Context) -> None:
    for name in above.bodies:
        known_name(name, context.bodies, "bodies", "body")
    display_names(above.display_names, *above.bodies_of(context.job.character))


def _at_rest(rest: AtRest, context: Context) -> None:
    if context.job.cycle is not None:
        raise InputError("a cycle has no ends at which to rest")
    if rest.speed <= 0:
        raise InputError(f"expected a speed above 0, found {rest.speed:g}", field="speed")
    if not (rest.start or rest.end):
        raise InputError("expected rest at the start or the end, found neither")
    for name in rest.roots:
        known_name(name, [root.body for root in context.job.character.roots], "roots", "root")


def _cost_bound(bound: CostBound, context: Context) -> None:
    if not bound.at_most > 0:
        raise InputError(f"expected more than 0, found {bound.at_most:g}", field="at_most")
    names = [objective_name(objective) for objective in context.job.objectives]
    for name in bound.of:
        known_name(name, names, "of", "objective")


def _expression(constraint: ExpressionConstraint, context: Context) -> None:
    lower, upper = constraint.lower, constraint.upper
    if constraint.of not in BOUNDED:
        raise InputError(f"expected one of {', '.join(BOUNDED)}, found '{constraint.of}'", field="of")
    if lower is None and upper is None:
        raise InputError("expected a lower or an upper bound, found neither", field="lower")
    if lower is not None and upper is not None and lower > upper:
        raise InputError(f"lower {lower:g} is above upper {upper:g}", field="lower")
    if constraint.tolerance is not None and not constraint.tolerance > 0:
        raise InputError(f"expected a tolerance above 0, found {constraint.tolerance:g}", field="tolerance")
    display_names(constraint.display_names, "")
    check_when(constraint.when, context)


def _region(region: Region, context: Context) -> None:
    shape = region.shape
    if isinstance(shape, HalfSpaceRegion):
        if not any(shape.normal):
            raise InputError("the normal has no direction", field="shape.normal")
    elif min(shape.sizes) <= 0:
        raise InputError("expected sizes above 0", field="shape")
    display_names(region.display_names, region.body)
    check_when(region.when, context)


def _together(together: Together, context: Context) -> None:
    nearest, farthest = together.nearest, together.farthest
    if farthest is not None and not 0 <= nearest <= farthest:
        raise InputError(
            f"expected 0 <= nearest <= farthest, found {nearest:g} and {farthest:g}", field="nearest"
        )
    if farthest is None and not nearest:
        raise InputError("expected nearest or farthest, found neither", field="nearest")
    display_names(together.display_names, together.body_a, together.body_b)
    check_when(together.when, context)


def _follow_path(path: FollowPath, context: Context) -> None:
    times = [waypoint.time for waypoint in path.waypoints]
    if len(times) < 2 or (np.diff(times) <= 0).any():
        raise InputError("expected two or more waypoints in the order of time", field="waypoints")
    display_names(path.display_names, path.body)


def _stay(stay: Stay, context: Context) -> None:
    display_names(stay.display_names, stay.body)
    check_when(stay.when, context)


def _hold_pose(hold: HoldPose, context: Context) -> None:
    check_when(hold.when, context)


def _power_limit(limit: PowerLimit, context: Context) -> None:
    check_when(limit.when, context)
    tree = context.tree
    if not ((tree.effort_limit > 0) & tree.rotation & ~tree.root_turns).any():
        raise InputError("the character has no muscles whose power can be limited")


def _joins(joins: Joins, context: Context) -> None:
    if context.job.cycle is not None:
        raise InputError("a cycle has no ends; expected an open clip")
    if joins.start is None and joins.end is None:
        raise InputError("expected frames at the start or the end, found neither")
    if set(joins.end_moves.upper()) - set(LETTERS):
        raise InputError(f"expected axes such as 'xy', found '{joins.end_moves}'", field="end_moves")
    if joins.end_turns and any(root.axes[:1] != "Z" for root in context.job.character.roots):
        raise InputError("frames turn only where roots turn about Z first", field="end_turns")
    for name, given in (("start", joins.start), ("end", joins.end)):
        if given is not None:
            _given(given, context, name)


def _given(given: GivenFrames, context: Context, field: str) -> None:
    n_frames, n_dofs, n_contacts = context.n_frames, context.tree.n, len(context.contacts)
    if not 1 <= len(given.coordinates) <= n_frames:
        raise InputError(
            f"expected 1 to {n_frames} frames, found {len(given.coordinates)}", field=f"{field}.coordinates"
        )
    for row in given.coordinates:
        if len(row) != n_dofs:
            raise InputError(
                f"expected {n_dofs} in each frame, found {len(row)}", field=f"{field}.coordinates"
            )
    for name, forces in (("forces", given.forces), ("seam", given.seam)):
        if len(forces) not in (0, n_contacts):
            raise InputError(
                f"expected one for each of {n_contacts} contacts, found {len(forces)}",
                field=f"{field}.{name}",
            )


def _near_to(near: NearTo, context: Context) -> None:
    _distance(near.bodies, near.at_most, "at_most", context)


def _unlike(unlike: Unlike, context: Context) -> None:
    _distance(unlike.bodies, unlike.at_least, "at_least", context)


def _distance(bodies: tuple[DrawnBody, ...], distance: float, field: str, context: Context) -> None:
    if not distance > 0:
        raise InputError(f"expected more than 0 m, found {distance:g}", field=field)
    if not any(body.weight > 0 for body in bodies):
        raise InputError("expected a body with a weight above 0", field="bodies")
    check_drawn(bodies, context)


CONSTRAINTS: dict[type, Callable[[Any, Context], None]] = {
    AboveGround: _above_ground,
    Apart: _apart,
    AtRest: _at_rest,
    Clearance: _clearance,
    CostBound: _cost_bound,
    ExpressionConstraint: _expression,
    FollowPath: _follow_path,
    HoldPose: _hold_pose,
    Joins: _joins,
    NearTo: _near_to,
    NoSelfIntersection: _no_self_intersection,
    Pin: _pin,
    PowerLimit: _power_limit,
    Region: _region,
    Stay: _stay,
    Together: _together,
    Unlike: _unlike,
}


def check_given_once(context: Context) -> None:
    """Checks that no frame is given twice."""
    given: set[int] = set()
    for joins in context.job.constraints:
        if not isinstance(joins, Joins):
            continue
        start, end = (len(side.coordinates) if side else 0 for side in (joins.start, joins.end))
        for frames in (range(start), range(context.n_frames - end, context.n_frames)):
            if given & set(frames):
                raise InputError(
                    "frames are given twice; expected a longer clip or fewer frames", field="job.constraints"
                )
            given |= set(frames)
