"""Joints that bend beyond their limits because the artist's keys do, kept with the action."""

import math
from collections.abc import Sequence

import bpy

from ...solver.character import Character
from ...solver.job.drawn_joints import yielded
from ..blender.custom_properties import kept_text

WIDENED = "spacetime_widened"  # custom property of an action
SEEN = 10.0  # degrees that a joint bends beyond its limits; less is not reported
MOST_SHOWN = 3  # joints


def widened_limits(own: Character, followed: Character) -> tuple[str, ...]:
    """Joints that bend farther than they could, for the keys' sake, and by how much, the farthest first.

    Args:
        own: the character by itself.
        followed: with joints that yield to the keys.
    """
    farthest: dict[str, float] = {}
    for each in yielded(own, followed):
        farthest.setdefault(each.joint, math.degrees(each.angle))
    return tuple(f"{joint} {angle:.0f}\N{DEGREE SIGN}" for joint, angle in farthest.items() if angle > SEEN)


def keep_widened(action: bpy.types.Action, joints: Sequence[str]) -> None:
    """Stores the farthest with the action; nothing where there are none."""
    if joints:
        more = ("\N{HORIZONTAL ELLIPSIS}",) if len(joints) > MOST_SHOWN else ()
        action[WIDENED] = ", ".join((*joints[:MOST_SHOWN], *more))


def widened_of(action: bpy.types.Action) -> str:
    """Those stored with an action; empty where there are none.

    Raises:
        InputError: what is stored is something else.
    """
    return kept_text(action, WIDENED, "list of widened limits")
