"""Bones of an armature posed by an action, computed from its curves without changing the frame."""

from collections.abc import Collection, Sequence

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
    """The skeleton at each frame in world space, one per step; for bones without constraints that inherit rotation.

    Raises:
        InputError: the object's scale is uneven.
    """
    place, bones = place_of(armature_object), armature_data(armature_object).bones
    slot = actions.slot_of(armature_object)
    matrices = yield from keyed_matrices(armature_object, action, frames, bones=bones.keys(), slot=slot)
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
                    bone.use_deform, bone.use_connect,
                )
            )  # fmt: skip
        found.append(Skeleton(posed))
        yield
    return found


def keyed_matrices(
    armature_object: bpy.types.Object,
    action: bpy.types.Action,
    frames: Sequence[float],
    *,
    bones: Collection[str],
    slot: str = "",
    from_rest: bool = False,
) -> Work[dict[str, Array]]:
    """Poses (S, 4, 4) in armature space of bones and their ancestors, ignoring constraints; one bone per step.

    Args:
        armature_object: with the bones.
        action: that moves them.
        frames: of the timeline.
        bones: by name.
        slot: of the action; empty: its first.
        from_rest: whether channels without curves are at rest instead of at their current values.
    """
    found: dict[str, Array] = {}
    every = armature_data(armature_object).bones
    line = {each.name for name in bones for each in (every[name], *every[name].parent_recursive)}
    for name in [bone.name for bone in every if bone.name in line]:  # parents first
        bone, pose_bone = armature_data(armature_object).bones[name], armature_object.pose.bones[name]
        now: Array = np.eye(4) if from_rest else np.array(pose_bone.matrix_basis, float)
        basis: Array = np.tile(now, (len(frames), 1, 1))
        channel = rotation_channel_name(pose_bone.rotation_mode)
        if curves := actions.channel(action, bone.name, channel, slot=slot):
            start = np.array(getattr(pose_bone, channel), float)
            start = actions.rest_values(channel, len(start)) if from_rest else start
            basis[:, :3, :3] = rotations(_values(start, curves, frames), pose_bone.rotation_mode)
        if curves := actions.channel(action, bone.name, "location", slot=slot):
            place = np.zeros(3) if from_rest else np.array(pose_bone.location, float)
            basis[:, :3, 3] = _values(place, curves, frames)
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
