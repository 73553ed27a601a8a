"""Motions of a body with other proportions than the character's, which scales bones."""

import bpy

from ..blender.rest_pose import armature_data

OTHER_BODY = "spacetime_other_body"  # custom property of such an action


def mark_other_body(action: bpy.types.Action) -> None:
    """Remembers that an action shows one."""
    action[OTHER_BODY] = True


def has_other_body(action: bpy.types.Action | None) -> bool:
    """Whether an action shows one."""
    return action is not None and bool(action.get(OTHER_BODY))


def let_scale(armature: bpy.types.Armature) -> None:
    """Bones with bodies inherit no scale any more, so that one can be longer and the next one not."""
    for bone in armature.bones:
        if bone.spacetime.is_body:
            bone.inherit_scale = "NONE"


def fit_ghost(ghost: bpy.types.Object, action: bpy.types.Action) -> None:
    """Gives a ghost that plays an action of another body bones of its own; any other ghost has the character's."""
    assert ghost.parent is not None
    bones, own = armature_data(ghost.parent), armature_data(ghost)
    if has_other_body(action) == (own != bones):
        return
    if own == bones:
        ghost.data = bones.copy()
        let_scale(armature_data(ghost))
        return
    ghost.data = bones
    bpy.data.armatures.remove(own)
    for bone in ghost.pose.bones:
        bone.scale = (1.0, 1.0, 1.0)
