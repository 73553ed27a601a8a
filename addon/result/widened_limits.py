"""Joints that exceed their limits because the artist's keys do, stored with the action."""

import math
from collections.abc import Sequence

import bpy

from ...solver.character import Character
from ...solver.job.drawn_joints import yielded
from ..blender.custom_properties import kept_text

WIDENED = "spacetime_widened"  # custom property of an action
SEEN = 10.0  # degrees; smaller excesses are not reported
MOST_SHOWN = 3  # joints


def widened_limits(character: Character, followed: Character) -> tuple[str, ...]:
    """Joints that the followed character has with wider limits for the keys, and by how much, the largest first."""
    farthest: dict[str, float] = {}
    for each in yielded(character, followed):
        farthest.setdefault(each.joint, math.degrees(each.angle))
    return tuple(f"{joint} {angle:.0f}\N{DEGREE SIGN}" for joint, angle in farthest.items() if angle > SEEN)


def keep_widened(action: bpy.types.Action, joints: Sequence[str]) -> None:
    """Stores the largest with the action, if there are any."""
    if joints:
        more = ("\N{HORIZONTAL ELLIPSIS}",) if len(joints) > MOST_SHOWN else ()
        action[WIDENED] = ", ".join((*joints[:MOST_SHOWN], *more))


def widened_of(action: bpy.types.Action) -> str:
    """Joints stored with an action, as text; may be empty.

    Raises:
        InputError: they are damaged.
    """
    return kept_text(action, WIDENED, "list of widened limits")
