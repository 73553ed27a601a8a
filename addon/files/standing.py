"""The motion of a moving armature as that of a stationary one, for export.

Few formats store what moves an object: a parent that is not exported, a constraint, a driver.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import bpy
import numpy as np
from mathutils import Matrix

from ...solver.arrays import Array
from ...solver.formats.armature_motion import rotation_channel, rotation_channel_name
from ...solver.formats.pose_channels import RigidMotion, basis_channels
from ..blender import actions
from ..blender.evaluation import object_matrices, pose_matrices
from ..blender.object_trajectory import may_move, trajectory_of
from ..blender.rest_pose import nearest_rotation, place_of
from ..blender.units import from_units
from ..blender.write_motion import bones_of


@contextmanager
def standing(
    armature_object: bpy.types.Object, action: bpy.types.Action, frames: tuple[int, int]
) -> Iterator[bpy.types.Action]:
    """Context in which a moving armature is stationary and its bones have its trajectory.

    Args:
        armature_object: plays the action.
        action: unchanged.
        frames: first and last frame.

    Yields:
        The action of the same motion for the object at its transform in the first frame.
    """
    matrices = (
        object_matrices(armature_object, range(frames[0], frames[1] + 1))
        if may_move(armature_object)
        else None
    )
    if matrices is None or trajectory_of(matrices, 1.0, place_of(armature_object)) is None:
        yield action
        return
    name, parent = action.name, armature_object.parent
    inverse, basis = armature_object.matrix_parent_inverse.copy(), armature_object.matrix_basis.copy()
    animation = _animation(armature_object)
    made = _for_one_that_stands(armature_object, action, matrices, frames[0])
    action.name, made.name = f"{name} (moving)", name  # files name a motion after its action
    try:
        for each in animation:
            each.mute = True
        armature_object.parent = None
        actions.assign(armature_object, made)
        armature_object.matrix_basis = Matrix((np.linalg.inv(from_units()) @ matrices[0]).tolist())
        bpy.context.view_layer.update()
        yield made
    finally:
        bpy.data.actions.remove(made)
        action.name = name
        armature_object.parent = parent
        armature_object.matrix_parent_inverse, armature_object.matrix_basis = inverse, basis
        for each in animation:
            each.mute = False
        actions.assign(armature_object, action)


def _animation(armature_object: bpy.types.Object) -> list[Any]:
    """Unmuted constraints, NLA tracks and drivers that move the object besides its action and parent."""
    data = armature_object.animation_data
    drivers = [each for each in data.drivers if actions.is_place(each)]
    return [each for each in (*armature_object.constraints, *data.nla_tracks, *drivers) if not each.mute]


def _for_one_that_stands(
    armature_object: bpy.types.Object, action: bpy.types.Action, matrices: Array, first: int
) -> bpy.types.Action:
    """A copy of the action for the object's first transform: bones without parents have its remaining trajectory."""
    bones = [bone for bone in bones_of(armature_object) if bone.parent < 0]
    frames: Array = np.arange(first, first + len(matrices)).astype(float)
    posed = pose_matrices(armature_object, [bone.name for bone in bones], frames.tolist())
    seen = np.linalg.inv(matrices[0]) @ matrices[:, None] @ posed
    motions = {}
    for b, bone in enumerate(bones):
        turn = nearest_rotation(seen[:, b, :3, :3]) @ bone.axes.T
        motions[bone.name] = RigidMotion(turn, seen[:, b, :3, 3] - turn @ bone.head)
    everywhere = {bone.name: np.full((len(frames), 3), np.nan) for bone in bones}
    rotations, shifts = basis_channels(bones, motions, everywhere, len(frames), {})
    copy = actions.duplicate(action, slot=actions.slot_of(armature_object))
    actions.remove_place(copy)
    actions.remove_bones(copy, set(rotations))
    for name, rotation in rotations.items():
        mode = armature_object.pose.bones[name].rotation_mode
        actions.add_curves(
            copy, name, rotation_channel_name(mode), frames, rotation_channel(mode, rotation)[1]
        )
        actions.add_curves(copy, name, "location", frames, shifts[name])
    return copy
