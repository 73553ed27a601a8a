"""Bones whose constraints override their keys, such as the deforming bones of a control rig."""

from collections.abc import Iterable

import bpy

from .between_bones import between_bones
from .rest_pose import armature_data, detached_bones


def moved_bones(armature_object: bpy.types.Object, bodies: Iterable[str]) -> set[str]:
    """Bones that a solved motion of these bodies keys."""
    bodies = {*bodies}
    between = {each.name for each in between_bones(armature_object, bodies)}
    detached = detached_bones(armature_data(armature_object)).keys()
    return (bodies | between | detached) & {*armature_object.pose.bones.keys()}


def following_bones(armature_object: bpy.types.Object, moved: set[str]) -> set[str]:
    """Other deforming bones of a control rig below moved ones, such as fingers, that have constraints."""
    armature = armature_data(armature_object)
    if not detached_bones(armature):
        return set()
    hanging = set(moved)
    for bone in armature.bones:  # parents first
        if bone.parent is not None and bone.parent.name in hanging:
            hanging.add(bone.name)
    between = {parent.name for name in moved for parent in armature.bones[name].parent_recursive}
    bones = armature_object.pose.bones
    return {
        name for name in hanging - moved - between if armature.bones[name].use_deform and _ruling(bones[name])
    }


def ruling_constraints(
    armature_object: bpy.types.Object, bodies: Iterable[str]
) -> list[tuple[str, bpy.types.Constraint]]:
    """Constraints that override a motion of these bodies, with their bones; bones with a body come first."""
    bodies = list(bodies)
    moved, bones = moved_bones(armature_object, bodies), armature_object.pose.bones
    above = {parent.name for name in moved for parent in bones[name].parent_recursive}
    names = dict.fromkeys(
        [*bodies, *sorted(moved), *sorted(above), *sorted(following_bones(armature_object, moved))]
    )
    return [(name, each) for name in names if name in bones for each in _ruling(bones[name])]


def _ruling(bone: bpy.types.PoseBone) -> list[bpy.types.Constraint]:
    return [each for each in bone.constraints if not each.mute and each.influence > 0]
