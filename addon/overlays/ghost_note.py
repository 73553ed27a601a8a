"""Note above a ghost that is out of date."""

from dataclasses import dataclass
from typing import Any

import bpy
import numpy as np

from ..blender.vectors import vector
from ..interface.sentence import worded
from ..result.ghost import ghost_of
from ..result.out_of_date import is_out_of_date

ABOVE = 0.06  # of the ghost's height, between it and the note


@dataclass(frozen=True, eq=False)
class Note:
    """Text in the world.

    Attributes:
        text: in the language of the interface.
        place: (3,) of its center, in units of the scene.
        color: red, green and blue.
    """

    text: str
    place: tuple[float, float, float]
    color: tuple[float, float, float]


def note_of(armature_object: bpy.types.Object, scene: bpy.types.Scene) -> Note | None:
    """Note for an outdated ghost; None without one, or while a solve is running."""
    ghost = ghost_of(armature_object)
    run = bpy.context.window_manager.spacetime
    if ghost is None or run.is_running or not is_out_of_date(armature_object, scene):
        return None
    heads = np.array([vector((ghost.matrix_world @ bone.head)[:]) for bone in ghost.pose.bones])
    low, high = heads.min(0), heads.max(0)
    middle = (low + high) / 2
    color: Any = ghost.color
    top = high[2] + ABOVE * (high[2] - low[2])
    return Note(worded("Out of date"), vector((middle[0], middle[1], top)), vector(color[:3]))
