"""Bones of an armature as posed by its action, computed from the curves without changing the frame."""

from collections.abc import Sequence

import bpy
import numpy as np
from mathutils import Euler, Matrix, Quaternion

from ...solver.arrays import Array
from ...solver.fitting.rest_bone import RestBone
from ...solver.fitting.skeleton import Skeleton
from ...solver.formats.armature_motion import rotation_channel_name
from ..runtime.event_loop import Work
from . import actions
from .rest_pose import armature_data, nearest_rotation, place_of


def posed_skeletons(
    armature_object: bpy.types.Object, action: bpy.types.Action, frames: Sequence[int]
) -> Work[list[Skeleton]]:
    """The skeleton at each frame, world space, for bones without constraints that inherit rotation; one per step.

    Raises:
        InputError: the object's scale is uneven.
    """
    place, bones = place_of(armature_object), armature_data(armature_object).bones
    matrices = yield from _matrices(armature_object, action, frames)
    turns = {name: nearest_rotation(posed[:, :3, :3]) for name, posed in matrices.items()}
    found = []
    for k in range(len(frames)):
        posed = []
        for bone in bones:
            axes, head = turns[bone.name][k], matrices[bone.name][k, :3, 3]
            tail, parent = head + axes @ [0.0, bone.length, 0.0], bone.parent.name if bone.parent else ""
            posed.append(
                RestBone(
                    bone.name, place.to_world(head), place.to_world(tail), place.rotation @ axes, parent,
                    bone.use_deform,
                )
            )  # fmt: skip
        found.append(Skeleton(posed))
        yield
    return found


def _matrices(
    armature_object: bpy.types.Object, action: bpy.types.Action, frames: Sequence[int]
) -> Work[dict[str, Array]]:
    """Each bone's pose (S, 4, 4) in the armature, a bone per step; what has no curve stays as it is now."""
    slot = actions.slot_of(armature_object)
    found: dict[str, Array] = {}
    for name in [bone.name for bone in armature_data(armature_object).bones]:  # parents first
        bone, pose_bone = armature_data(armature_object).bones[name], armature_object.pose.bones[name]
        basis = np.tile(np.array(pose_bone.matrix_basis, float), (len(frames), 1, 1))
        channel = rotation_channel_name(pose_bone.rotation_mode)
        if curves := actions.channel(action, bone.name, channel, slot=slot):
            values = _values(np.array(getattr(pose_bone, channel), float), curves, frames)
            basis[:, :3, :3] = rotations(values, pose_bone.rotation_mode)
        if curves := actions.channel(action, bone.name, "location", slot=slot):
            basis[:, :3, 3] = _values(np.array(pose_bone.location, float), curves, frames)
        rest = np.array(bone.matrix_local, float)
        if bone.parent:
            rest = found[bone.parent.name] @ np.linalg.inv(np.array(bone.parent.matrix_local, float)) @ rest
        found[bone.name] = rest @ basis
        yield
    return found


def _values(now: Array, curves: Sequence[bpy.types.FCurve], frames: Sequence[float]) -> Array:
    values = np.tile(now, (len(frames), 1))
    values[:, [curve.array_index for curve in curves]] = actions.sample(curves, frames)
    return values


def rotations(values: Array, mode: str) -> Array:
    """Rotations (S, 3, 3) of a channel's values, in Blender's conventions."""
    if mode == "QUATERNION":
        turns = [Quaternion(value).normalized().to_matrix() for value in values]
    elif mode == "AXIS_ANGLE":
        turns = [Matrix.Rotation(value[0], 3, value[1:].tolist()) for value in values]
    else:
        turns = [Euler(value, mode).to_matrix() for value in values]
    return np.array(turns, float)
