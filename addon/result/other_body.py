"""Motions of a body with proportions that differ from the character's, which scale bones."""

import bpy

from ..blender.rest_pose import armature_data

OTHER_BODY = "spacetime_other_body"  # custom property of such an action


def mark_other_body(action: bpy.types.Action) -> None:
    """Marks an action as one of another body."""
    action[OTHER_BODY] = True


def has_other_body(action: bpy.types.Action | None) -> bool:
    """Whether an action is of another body."""
    return action is not None and bool(action.get(OTHER_BODY))


def disable_inherited_scale(armature: bpy.types.Armature) -> None:
    """Disables inherited scale of bones with bodies, so that each can have a different length."""
    for bone in armature.bones:
        if bone.spacetime.is_body:
            bone.inherit_scale = "NONE"


def fit_ghost(ghost: bpy.types.Object, action: bpy.types.Action) -> None:
    """Gives a ghost separate bones for an action of another body, else the character's."""
    assert ghost.parent is not None
    bones, own = armature_data(ghost.parent), armature_data(ghost)
    if has_other_body(action) == (own != bones):
        return
    if own == bones:
        ghost.data = bones.copy()
        disable_inherited_scale(armature_data(ghost))
        return
    ghost.data = bones
    bpy.data.armatures.remove(own)
    for bone in ghost.pose.bones:
        bone.scale = (1.0, 1.0, 1.0)
