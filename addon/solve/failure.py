"""Why there is no motion, in one line: which body misses what, by how much and when, and a remedy."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import bpy
import numpy as np

from ...solver.clip.clip import Clip
from ...solver.job.constraints.stay import Stay
from ...solver.sentence import Moment
from ...solver.verify.violation import Kind, Place, Violation
from ...solver.wording.amounts import measured
from ...solver.wording.violations import brief
from ..interface.sentence import worded
from ..motion.goal_properties import FRAME, WHOLE

TO_A_TARGET = {
    Kind.STAY: ("GO_THERE",),
    Kind.FOLLOW_PATH: ("FOLLOW",),
    Kind.INSIDE_REGION: ("INSIDE",),
    Kind.OUTSIDE_REGION: ("OUTSIDE",),
}  # kinds of goals that require it
MOSTLY = 0.7  # vertical part of a distance
AT_CONTACTS = (
    *(Kind.NO_SLIP, Kind.CONTACT_HEIGHT, Kind.WITHIN_TOP, Kind.FRICTION_CONE),
    *(Kind.TWIST_FRICTION, Kind.NO_TWIST, Kind.LANDING, Kind.CLEARANCE),
)
OF_FORMULAS = (Kind.EXPRESSION, Kind.NAMED_EXPRESSION)


@dataclass(frozen=True)
class Failure:
    """First line of the message about a failed solve.

    Attributes:
        line: largest violation and its remedy.
        place: where it can be seen.
    """

    line: str
    place: Place


def failure_of(
    clip: Clip, goals: Iterable[bpy.types.PropertyGroup], frame_of: Callable[[Moment], int]
) -> Failure:
    """Failure of an attempt; goals with targets precede violations that they cause; empty if unknown."""
    found = clip.provenance.violations
    with_targets = [goal for goal in goals if goal.use and goal.target is not None]
    for violation in found:
        moment = violation.place.moment
        if moment is None:
            continue
        goal = next((each for each in with_targets if _asks(each, violation, frame_of(moment))), None)
        if goal is not None:
            line = _at_a_target(
                violation.kind is Kind.OUTSIDE_REGION,
                bone=goal.bone,
                target=goal.target.name,
                distance=measured(violation.amount, violation.unit),
                frame=frame_of(moment),
                up=_rise(clip, violation, moment),
            )
            return Failure(line, violation.place)
    if not found:
        return Failure("", Place())
    sentence = brief(found[0]).text(lambda moment: f"frame {frame_of(moment)}").replace("'", "")
    return Failure(f"{sentence[:1].upper()}{sentence[1:]}. {_remedy(found[0].kind)}", found[0].place)


def _asks(goal: bpy.types.PropertyGroup, violation: Violation, frame: int) -> bool:
    """Whether a violation belongs to this goal."""
    last = goal.first if goal.when == FRAME else goal.last
    is_then = goal.when == WHOLE or goal.first <= frame <= last
    return is_then and goal.kind in TO_A_TARGET.get(violation.kind, ()) and goal.bone in violation.subject


def _rise(clip: Clip, violation: Violation, moment: Moment) -> float:
    """Vertical part of the direction from a point to its target, -1 to 1; 0 if unknown."""
    number = re.fullmatch(r"job\.constraints\[(\d+)\]", violation.constraint)
    constraint = clip.job.constraints[int(number[1])] if number else None
    if not isinstance(constraint, Stay):
        return 0.0
    body, motion = clip.job.character.body_index(constraint.body), clip.motion
    at = motion.position[moment.frame, body] + motion.rotation[moment.frame, body] @ np.array(
        constraint.point
    )
    way = (np.array(constraint.lower) + np.array(constraint.upper)) / 2 - at
    return float(way[2] / max(np.linalg.norm(way), 1e-9))


def _at_a_target(is_inside: bool, *, bone: str, target: str, distance: str, frame: int, up: float) -> str:
    """Target that a bone misses or enters, and a remedy."""
    names = {"bone": bone, "target": target, "distance": distance, "frame": frame}
    if is_inside:
        miss = worded("{bone} enters {target} by {distance} at frame {frame}.", **names)
        return f"{miss} {worded('Move {target} away or allow more time.', target=target)}"
    miss = worded("{bone} misses {target} by {distance} at frame {frame}.", **names)
    return f"{miss} {_nearer(target, up=up)}"


def _nearer(target: str, *, up: float) -> str:
    """Remedy that brings a target into reach; ``up`` as returned by ``_rise``."""
    if up > MOSTLY:
        return worded("Lower {target} or allow more time.", target=target)
    if up < -MOSTLY:
        return worded("Raise {target} or allow more time.", target=target)
    return worded("Move {target} closer or allow more time.", target=target)


def _remedy(kind: Kind) -> str:
    """Remedy for other violations."""
    if kind in AT_CONTACTS:
        return worded("Check the contacts around this frame.")
    if kind is Kind.STRENGTH:
        return worded("Increase its strength or allow more time.")
    if kind in OF_FORMULAS:
        return worded("Widen the bounds of this goal.")
    return worded("Relax the speed, the length or a goal.")
