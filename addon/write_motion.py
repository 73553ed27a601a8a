"""A Clip to a new Action on its armature; the one place where Blender's units and axes go out."""

import bpy
import numpy as np
from mathutils import Matrix

from ..solver.errors import InputError
from ..solver.mechanics.rotations import matrix_from_quaternion, quaternion_product, rotation_about
from ..solver.motion.clip import Clip
from ..solver.motion.pose_channels import (
    Bone,
    Motion,
    axis_angle_channels,
    basis_channels,
    euler_channels,
    in_space,
    quaternion_channels,
    rigid_motion,
)
from . import actions
from .rest_pose import Array, ObjectPlace, bone_axes, place_of

FIRST_FRAME = 1
ROTATION_CHANNELS = {"QUATERNION": "rotation_quaternion", "AXIS_ANGLE": "rotation_axis_angle"}
PREVIOUS_ACTION = "spacetime_previous_action"  # custom property of the new action: the artist's own
NEEDED = np.nan  # as a location: whatever the bone's motion needs


def write_motion(
    clip: Clip,
    armature_object: bpy.types.Object,
    *,
    root_motion_bone: str = "",
    place: ObjectPlace | None = None,
) -> bpy.types.Action:
    """Writes the clip as a new action, assigns it and returns it; the former action stays as it is.

    Args:
        clip: whose bodies are called after the armature's bones.
        armature_object: with the rest pose that the clip was solved for.
        root_motion_bone: parent of the root body's bone that carries the travel along the ground; empty: the
            root body's own bone carries everything.
        place: where the object stood when the job was read; None: where it stands now.

    Raises:
        InputError: naming the bone that does not fit.
    """
    place = place or place_of(armature_object)
    bones = _bones(armature_object)
    root = clip.job.character.root_joint.body
    _check(clip, armature_object, root, root_motion_bone)
    motions = _motions(clip, place)
    n_frames = len(motions[root].shift)
    locations = {root: np.full((n_frames, 3), NEEDED)}
    if root_motion_bone:
        travel = _travel(clip, root, n_frames) @ place.rotation / place.scale
        locations[root_motion_bone] = travel
    rotations, shifts = basis_channels(bones, motions, locations, n_frames)
    _reset_between(armature_object, set(rotations) | set(shifts))
    action = _new_action(clip, armature_object, n_frames)
    frames = FIRST_FRAME + np.arange(n_frames) * _frames_per_step(clip, bpy.context.scene)
    yaws = clip.job.cycle is not None and clip.job.cycle.yaw != 0.0
    for name, rotation in rotations.items():
        channel, values = _rotation_channel(armature_object.pose.bones[name], rotation)
        curves = actions.add_curves(armature_object, action, name, channel, frames, values)
        _repeat(clip, curves, travels=False, never=name == root and yaws)
    for name, shift in shifts.items():
        curves = actions.add_curves(armature_object, action, name, "location", frames, shift)
        _repeat(clip, curves, travels=True, never=yaws)
    return action


def previous_action(action: bpy.types.Action) -> bpy.types.Action | None:
    """The action that the artist had before ``action`` was written."""
    former: bpy.types.Action | None = action.get(PREVIOUS_ACTION)
    return former


def _bones(armature_object: bpy.types.Object) -> list[Bone]:
    """All bones, parents first (Blender keeps them so)."""
    bones = list(armature_object.data.bones)
    index = {bone.name: i for i, bone in enumerate(bones)}
    return [
        Bone(
            bone.name,
            index[bone.parent.name] if bone.parent else -1,
            bone_axes(bone),
            np.array(bone.head_local, float),
            bone.use_inherit_rotation,
            bone.use_local_location,
        )
        for bone in bones
    ]


def _check(clip: Clip, armature_object: bpy.types.Object, root: str, root_motion_bone: str) -> None:
    bones = armature_object.data.bones
    for body in clip.job.character.bodies:
        if body.name not in bones:
            raise InputError(
                f"the armature '{armature_object.name}' has no bone '{body.name}', which the motion moves; "
                "give the bone its old name or solve again"
            )
    above = {bone.name for bone in bones[root].parent_recursive}
    if root_motion_bone and root_motion_bone not in above:
        raise InputError(f"the bone '{root_motion_bone}' cannot carry the travel: it is not a parent of '{root}'")
    for name in filter(None, (root, root_motion_bone)):
        if bones[name].use_connect and bones[name].parent:
            raise InputError(f"the bone '{name}' cannot travel while it is connected to its parent; disconnect it")


def _motions(clip: Clip, place: ObjectPlace) -> dict[str, Motion]:
    """Armature-space motion of every body's bone; a cycle gets its first frame again at the end."""
    position, orientation = clip.position, clip.orientation
    cycle = clip.job.cycle
    if cycle is not None:
        turn = rotation_about(np.array([0.0, 0.0, 1.0]), np.array(cycle.yaw))
        first = Motion(matrix_from_quaternion(turn)[None], np.array([cycle.translation]))
        position = np.concatenate([position, position[:1] @ first.turn[0].T + first.shift])
        orientation = np.concatenate([orientation, quaternion_product(turn, orientation[:1])])
    return {
        body.name: in_space(
            rigid_motion(position[:, b], orientation[:, b], body.position, body.orientation),
            place.origin,
            place.rotation,
            place.scale,
        )
        for b, body in enumerate(clip.job.character.bodies)
    }


def _travel(clip: Clip, root: str, n_frames: int) -> Array:
    """Way along the ground (S, 3), world: even for a cycle, so that the sway stays with the body."""
    if clip.job.cycle is not None:
        return np.linspace(0.0, 1.0, n_frames)[:, None] * np.array(clip.job.cycle.translation)
    body = clip.position[:, clip.job.character.body_index(root)]
    return (body - body[0]) * np.array([1.0, 1.0, 0.0])


def _reset_between(armature_object: bpy.types.Object, moved: set[str]) -> None:
    """Puts moved bones and all their parents to rest, so that no old pose adds to the motion."""
    for name in moved:
        bone = armature_object.pose.bones[name]
        for each in (bone, *bone.parent_recursive):
            each.matrix_basis = Matrix.Identity(4)


def _new_action(clip: Clip, armature_object: bpy.types.Object, n_frames: int) -> bpy.types.Action:
    former = armature_object.animation_data.action if armature_object.animation_data else None
    action = bpy.data.actions.new(clip.name)
    action.use_fake_user = True
    if former is not None:
        action[PREVIOUS_ACTION] = former  # counts as a user, so that saving the file keeps it
    action.use_frame_range = True
    action.frame_start = FIRST_FRAME
    action.frame_end = FIRST_FRAME + (n_frames - 1) * _frames_per_step(clip, bpy.context.scene)
    action.use_cyclic = clip.job.cycle is not None
    actions.assign(armature_object, action)
    return action


def _frames_per_step(clip: Clip, scene: bpy.types.Scene) -> float:
    """Blender frames between knots: 1 unless the scene's frame rate has been changed since."""
    frames = clip.step * scene.render.fps / scene.render.fps_base
    return float(round(frames)) if abs(frames - round(frames)) < 1e-6 and round(frames) else frames


def _rotation_channel(pose_bone: bpy.types.PoseBone, rotation: Array) -> tuple[str, Array]:
    """The channel of the bone's own rotation mode and its values."""
    mode = pose_bone.rotation_mode
    if mode == "QUATERNION":
        return ROTATION_CHANNELS[mode], quaternion_channels(rotation)
    if mode == "AXIS_ANGLE":
        return ROTATION_CHANNELS[mode], axis_angle_channels(rotation)
    return "rotation_euler", euler_channels(rotation, mode)


def _repeat(clip: Clip, curves: list[bpy.types.FCurve], *, travels: bool, never: bool) -> None:
    if clip.job.cycle is not None and not never:
        for curve in curves:
            actions.repeat(curve, travels=travels)
