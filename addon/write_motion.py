"""A Clip to a new Action on its armature; the one place where Blender's units and axes go out."""

from collections.abc import Iterator, Sequence

import bpy
import numpy as np
from mathutils import Matrix

from ..solver.errors import InputError
from ..solver.motion.armature_motion import ArmaturePlace, ArmaturePlan, Channel, armature_channels
from ..solver.motion.clip import Clip
from ..solver.motion.pose_channels import Bone
from . import actions
from .rest_pose import armature_data, bone_axes, place_of

FIRST_FRAME = 1
PREVIOUS_ACTION = "spacetime_previous_action"  # custom property of the new action: the artist's own


def write_motion(
    clip: Clip,
    armature_object: bpy.types.Object,
    *,
    root_motion_bone: str = "",
    place: ArmaturePlace | None = None,
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
    plan = plan_motion(clip, armature_object, root_motion_bone=root_motion_bone, place=place)
    channels = armature_channels(clip, plan)
    for _ in write_channels(clip, armature_object, channels):
        pass
    action = armature_object.animation_data.action
    assert action is not None
    return action


def plan_motion(
    clip: Clip,
    armature_object: bpy.types.Object,
    *,
    root_motion_bone: str = "",
    place: ArmaturePlace | None = None,
) -> ArmaturePlan:
    """What ``write_motion`` must know of the armature; see there."""
    root = clip.job.character.root_joint.body
    _check(clip, armature_object, root, root_motion_bone)
    modes = {
        body.name: armature_object.pose.bones[body.name].rotation_mode for body in clip.job.character.bodies
    }
    return ArmaturePlan(_bones(armature_object), modes, place or place_of(armature_object), root_motion_bone)


def write_channels(
    clip: Clip, armature_object: bpy.types.Object, channels: Sequence[Channel]
) -> Iterator[None]:
    """Writes one channel at a time, so that Blender can breathe between; assigns the action at the end."""
    assert bpy.context.scene is not None
    step = _frames_per_step(clip, bpy.context.scene)
    frames = FIRST_FRAME + np.arange(len(channels[0].values)) * step
    action = actions.new_action(clip.name, armature_object.name)
    for channel in channels:
        curves = actions.add_curves(action, channel.bone, channel.name, frames, channel.values)
        if channel.repeats:
            for curve in curves:
                actions.repeat(curve, travels=channel.travels)
        yield
    action.use_frame_range = True
    action.frame_start, action.frame_end = FIRST_FRAME, float(frames[-1])
    action.use_cyclic = clip.job.cycle is not None
    action.use_fake_user = True
    former = armature_object.animation_data.action if armature_object.animation_data else None
    if former is not None:
        action[PREVIOUS_ACTION] = former  # counts as a user, so that saving the file keeps it
    _to_rest(armature_object, {channel.bone for channel in channels})
    actions.assign(armature_object, action)


def previous_action(action: bpy.types.Action) -> bpy.types.Action | None:
    """The action that the artist had before ``action`` was written."""
    former: bpy.types.Action | None = action.get(PREVIOUS_ACTION)
    return former


def overruled(clip: Clip, armature_object: bpy.types.Object) -> str:
    """Tells of a bone whose own constraint hides the motion; empty when there is none."""
    for body in clip.job.character.bodies:
        for constraint in armature_object.pose.bones[body.name].constraints:
            if not constraint.mute and constraint.influence > 0:
                return f"The constraint '{constraint.name}' of '{body.name}' overrides the motion; mute it."
    return ""


def _bones(armature_object: bpy.types.Object) -> tuple[Bone, ...]:
    """All bones, parents first (Blender keeps them so)."""
    bones = list(armature_data(armature_object).bones)
    index = {bone.name: i for i, bone in enumerate(bones)}
    return tuple(
        Bone(
            bone.name,
            index[bone.parent.name] if bone.parent else -1,
            bone_axes(bone),
            np.array(bone.head_local, float),
            bone.use_inherit_rotation,
            bone.use_local_location,
        )
        for bone in bones
    )


def _check(clip: Clip, armature_object: bpy.types.Object, root: str, root_motion_bone: str) -> None:
    bones = armature_data(armature_object).bones
    for body in clip.job.character.bodies:
        if body.name not in bones:
            raise InputError(
                f"the armature '{armature_object.name}' has no bone '{body.name}', which the motion moves; "
                "give the bone its old name or solve again"
            )
    above = {bone.name for bone in bones[root].parent_recursive}
    if root_motion_bone and root_motion_bone not in above:
        raise InputError(
            f"the bone '{root_motion_bone}' cannot carry the travel: it is not a parent of '{root}'"
        )
    for name in filter(None, (root, root_motion_bone)):
        if bones[name].use_connect and bones[name].parent:
            raise InputError(
                f"the bone '{name}' cannot travel while it is connected to its parent; disconnect it"
            )


def _to_rest(armature_object: bpy.types.Object, moved: set[str]) -> None:
    """Puts moved bones and all their parents to rest, so that no old pose adds to the motion."""
    for name in moved:
        bone = armature_object.pose.bones[name]
        for each in (bone, *bone.parent_recursive):
            each.matrix_basis = Matrix.Identity(4)


def _frames_per_step(clip: Clip, scene: bpy.types.Scene) -> float:
    """Blender frames between knots: 1 unless the scene's frame rate has been changed since."""
    frames = clip.step * scene.render.fps / scene.render.fps_base
    return float(round(frames)) if abs(frames - round(frames)) < 1e-6 and round(frames) else frames
