"""The ground, shared by all characters of a scene, and thus not moved while others stand on it."""

import bpy

from ..blender.rest_pose import armature_data
from ..blender.units import in_units


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
