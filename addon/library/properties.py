"""What the motion library of a character works on. Data only."""

import bpy
from bpy.props import PointerProperty
from bpy.types import PropertyGroup

from ..result.clip_on_action import has_clip


def _was_solved(_group: PropertyGroup, action: bpy.types.Action) -> bool:
    return has_clip(action)


class SPACETIME_PG_library(PropertyGroup):
    """Solved motions that others are made of."""

    first: PointerProperty(
        type=bpy.types.Action,
        name="First",
        description="Solved motion that the joined motion begins with",
        poll=_was_solved,
    )
    second: PointerProperty(
        type=bpy.types.Action,
        name="Second",
        description="Solved motion that the joined motion goes over into",
        poll=_was_solved,
    )
