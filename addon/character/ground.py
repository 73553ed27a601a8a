"""The ground, shared by all characters of a scene, and thus not moved while others stand on it.

Feet at rest within an ankle's height of it are meant to touch it. A character that can be moved is set on it;
otherwise, the ground goes to the feet.
"""

from dataclasses import dataclass
from typing import Any

import bpy

from ..blender.nla import is_played
from ..blender.object_trajectory import may_move
from ..blender.rest_pose import armature_data
from ..blender.skin import is_skin_of
from ..blender.units import in_meters, in_units

ANKLE = 0.075  # legs; the height of a human's (0.039 of stature, Winter 2009, figure 4.1)
SAME = 5e-3  # legs; less cannot be seen
TOLD = 5e-3  # m; smaller moves of the ground cannot be seen either


@dataclass(frozen=True)
class Grounding:
    """How a character and the ground were brought together.

    Attributes:
        lowered: how far the object was moved down [m]; 0 if it was left.
        ground: height of the ground before and after [m].
        kept_for: name of another character on the ground, for which it was left; or empty.
    """

    lowered: float
    ground: tuple[float, float]
    kept_for: str = ""

    @property
    def remark(self) -> str:
        """What was moved; empty if nothing that can be seen."""
        if self.lowered:
            way = "down" if self.lowered > 0 else "up"
            return f"moved {way} by {abs(self.lowered):.3f} m to stand on the ground"
        before, after = self.ground
        moved = abs(after - before) > TOLD
        return f"the ground was moved from {before:.3f} m to {after:.3f} m to meet the feet" if moved else ""


def carries_motion(armature_object: bpy.types.Object) -> bool:
    """Whether any bone has a body."""
    return any(bone.spacetime.is_body for bone in armature_data(armature_object).bones)


def bring_ground(armature_object: bpy.types.Object, scene: bpy.types.Scene, height: float) -> str:
    """Moves the ground to a character's feet unless another stands on it, whose name is returned, else empty.

    ``height`` is in the world [m].
    """
    for other in scene.objects:
        if other.type == "ARMATURE" and other.data != armature_object.data and carries_motion(other):
            return str(other.name)
    scene.spacetime.ground_height = in_units(height)
    return ""


def meet_ground(
    armature_object: bpy.types.Object, scene: bpy.types.Scene, soles: float, *, leg: float
) -> Grounding:
    """Brings a character's soles and the ground together.

    Args:
        armature_object: of the character.
        scene: with the ground.
        soles: their height in the world [m].
        leg: length of a leg [m]; 0 if there is none.
    """
    before = in_meters(scene.spacetime.ground_height)
    off = soles - before
    if SAME * leg < abs(off) <= ANKLE * leg and is_free(armature_object):
        lower(armature_object, off)
        return Grounding(off, (before, before))
    kept_for = bring_ground(armature_object, scene, soles)
    return Grounding(0.0, (before, in_meters(scene.spacetime.ground_height)), kept_for)


def is_free(armature_object: bpy.types.Object) -> bool:
    """Whether an armature without a motion can be moved, with all that belongs to it."""
    skins = [each for each in bpy.data.objects if each.type == "MESH" and is_skin_of(each, armature_object)]
    locks: Any = armature_object.lock_location  # an array, unknown to mypy
    is_held = may_move(armature_object) or locks[2] or is_played(armature_object)
    is_own = armature_object.library is None and armature_object.override_library is None
    return is_own and not is_held and all(_is_below(each, armature_object) for each in skins)


def lower(armature_object: bpy.types.Object, way: float) -> None:
    """Moves an armature down [m]."""
    place = armature_object.matrix_world.copy()
    place.translation.z -= in_units(way)
    armature_object.matrix_world = place
    bpy.context.view_layer.update()


def _is_below(each: bpy.types.Object, armature_object: bpy.types.Object) -> bool:
    """Whether an object moves with an armature's object."""
    above = each.parent
    while above is not None and above != armature_object:
        above = above.parent
    return above is not None
