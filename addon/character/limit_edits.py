"""Mirrors edits of joint limits, which are built-in properties of Blender."""

import bpy

from ..blender.message_bus import Edits
from ..blender.rest_pose import armature_data
from .mirrored_edits import copy_limits_mirrored, other_side

LIMITS = tuple(f"{kind}_{k}" for kind in ("lock_ik", "use_ik_limit", "ik_min", "ik_max") for k in "xyz")


def mirror_limits() -> None:
    """Copies the active bone's limits to its other side, where they differ."""
    armature_object = bpy.context.object
    if armature_object is None or armature_object.type != "ARMATURE" or armature_object.mode != "POSE":
        return
    armature = armature_data(armature_object)
    bone = armature.bones.active
    if bone is None or not bone.spacetime.is_body or not armature.spacetime.use_mirror:
        return
    double = armature.bones.get(other_side(bone))
    if double is not None and double.spacetime.is_body:
        copy_limits_mirrored(armature_object.pose.bones[bone.name], armature_object.pose.bones[double.name])


limit_edits = Edits([(bpy.types.PoseBone, name) for name in LIMITS], mirror_limits)
