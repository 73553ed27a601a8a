"""Writes a Clip to a new action on its armature; the only place where Blender's units and axes are written."""

from collections.abc import Collection, Iterator, Sequence

import bpy
import numpy as np
from mathutils import Matrix

from ...solver.character import Character
from ...solver.errors import InputError
from ...solver.formats.armature_motion import (
    ArmaturePlace,
    ArmaturePlan,
    BoneChannel,
    ObjectTrajectory,
)
from ...solver.formats.cubic_keys import slopes_of
from ...solver.formats.pose_channels import Bone
from ...solver.formats.proportions import in_armature, stretches
from ...solver.job.job import Job
from ...solver.motion.motion import Motion
from . import actions
from .copied_curves import copy_other_curves
from .custom_properties import kept_action, kept_text
from .frame_rate import rate_of
from .rest_pose import armature_data, detached_bones, nearest_rotation, place_of
from .take_names import free_name_of_take
from .toes import bending_toes

FIRST_FRAME = 1
TURNS = 64  # repetitions of a turning cycle in its action, more than a minute of steps
PREVIOUS_ACTION = "spacetime_previous_action"  # custom property of the new action: the artist's own
SECONDS = "spacetime_seconds"  # from its first key to its last
PREVIOUS_SLOT = "spacetime_previous_slot"  # and the slot of it that moved the armature
# the artist's motion baked bone by bone, if constraints produce it
BAKED_SOURCE = "spacetime_as_keyed"
AS_PLAYED = "spacetime_as_played"  # custom property of an action sampled from what an armature plays


def plan_motion(
    job: Job,
    armature_object: bpy.types.Object,
    *,
    root_motion_bone: str = "",
    place: ArmaturePlace | None = None,
    trajectory: ObjectTrajectory | None = None,
    repetitions: int = 1,
    character: Character | None = None,
) -> ArmaturePlan:
    """The data of the armature for writing a clip.

    Args:
        job: with bodies named after the armature's bones.
        armature_object: with the rest pose for which the job was solved.
        root_motion_bone: ancestor of the root body's bone that receives the travel along the ground; empty: none.
        place: of the object when the job was read; None: its current place.
        trajectory: trajectory of a moving object.
        repetitions: of a turning cycle.
        character: character with the lengths of the armature's bones, if the job's differ.

    Raises:
        InputError: names a bone that does not match.
    """
    root = job.character.root_joint.body
    _check(job, armature_object, root, root_motion_bone)
    detached, place = detached_bones(armature_data(armature_object)), place or place_of(armature_object)
    toes = bending_toes(job, armature_object, place)
    moved = {*(body.name for body in job.character.bodies), *detached, *(each.bone for each in toes)}
    moved |= {bone.bone for bone in job.drawn_bones}
    modes = {name: armature_object.pose.bones[name].rotation_mode for name in moved}
    lines = bones_of(armature_object, {*moved, *filter(None, [root_motion_bone])})
    stretched = {} if character is None else in_armature(stretches(character, job.character), place)
    return ArmaturePlan(
        lines, modes, place, root_motion_bone, trajectory, detached, repetitions, toes, stretched
    )


def begin_action(
    name: str, armature_object: bpy.types.Object, *, first_frame: int = FIRST_FRAME
) -> bpy.types.Action:
    """An empty action with a name and first frame that refers to the artist's current action."""
    action = actions.new_action(free_name_of_take(name), armature_object.name)
    start_at(action, first_frame)
    action.use_fake_user = True
    former = armature_object.animation_data.action if armature_object.animation_data else None
    if former is not None and actions.is_played_by(armature_object):
        action[PREVIOUS_ACTION] = former  # counts as a user, so that saving the file keeps it
        action[PREVIOUS_SLOT] = actions.slot_of(armature_object)
    return action


def start_at(action: bpy.types.Action, first_frame: int) -> None:
    """Sets the frame of the timeline at which an action's motion begins."""
    action.use_frame_range = True
    action.frame_start = action.frame_end = first_frame


def write_channels(
    motion: Motion, action: bpy.types.Action, channels: Sequence[BoneChannel]
) -> Iterator[None]:
    """Writes channels from the action's first frame on, one per step, to keep Blender responsive.

    Existing channels get new values.
    """
    step = frames_per_step(motion, _scene())
    n_frames = motion.n_frames + (1 if motion.cycle is not None else 0)
    for channel in channels:
        frames = action.frame_start + np.arange(len(channel.values)) * step  # of all repetitions
        if curves := actions.channel(action, channel.bone, channel.name):
            actions.rewrite(curves, frames, channel.values)
        else:
            curves = actions.add_curves(action, channel.bone, channel.name, frames, channel.values)
            for curve in curves if channel.repeats else ():
                actions.repeat(curve, travels=channel.travels)
        if step != 1:  # otherwise, values between frames are never shown
            slopes = slopes_of(channel.values, closed=motion.cycle is not None) / step
            actions.write_cubic(curves, frames, channel.values, slopes)
        yield
    action.frame_end = float(action.frame_start + (n_frames - 1) * step)
    action[SECONDS] = motion.step * (n_frames - 1)
    action.use_cyclic = motion.cycle is not None


def fit_to_source(action: bpy.types.Action, armature_object: bpy.types.Object) -> Iterator[None]:
    """Completes a written action from the artist's action, one curve per step.

    Copies keys of fingers, faces, properties and the object, which the clip does not contain. Parents of moving bones
    stay at rest, overriding the artist's keys, because the motion was solved that way. Quaternions get the signs of
    the artist's, because Blender's NLA would otherwise blend them the long way round.
    """
    source, bones = previous_action(action), armature_data(armature_object).bones
    if source is None:
        return
    moved = actions.keyed_bones(action)
    above = {parent.name for name in moved for parent in bones[name].parent_recursive}
    slot = previous_slot(action)
    first = [action.frame_start]
    for bone, channel, curves in actions.each_channel(action):
        theirs = actions.channel(source, bone, channel, slot=slot) if channel == "rotation_quaternion" else ()
        if not theirs or len(theirs) != len(curves):
            continue
        if (actions.sample(curves, first) * actions.sample(theirs, first)).sum() < 0:
            actions.negate(curves)
            yield
    for bone, channel, curves in actions.each_channel(source, slot=slot):
        if bone in above - moved and channel != "scale":
            rest = actions.rest_values(channel, max(curve.array_index for curve in curves) + 1)
            actions.add_curves(action, bone, channel, np.array([action.frame_start]), rest[None])
    yield from copy_other_curves(source, action, slot=slot, without=moved | above)


def is_written(action: bpy.types.Action) -> bool:
    """Whether an action is a motion that was written here."""
    return action.get(SECONDS) is not None


def previous_action(action: bpy.types.Action) -> bpy.types.Action | None:
    """The artist's action before ``action`` was written.

    Raises:
        InputError: the stored value is not an action.
    """
    return kept_action(action, PREVIOUS_ACTION, "link to the original action")


def previous_slot(action: bpy.types.Action) -> str:
    """Identifier of the slot of ``previous_action`` that moved the armature; empty for its first."""
    return kept_text(action, PREVIOUS_SLOT, "slot of the original action")


def keyed_motion(action: bpy.types.Action) -> bpy.types.Action | None:
    """The artist's motion of the bones that ``action`` moves; None if nothing was keyed before.

    Raises:
        InputError: the stored value is not an action.
    """
    found = baked_motion(action) or previous_action(action)
    return found if found is not None and actions.is_playable(found) else None


def baked_motion(action: bpy.types.Action) -> bpy.types.Action | None:
    """The artist's motion baked bone by bone, if constraints produce it; else None."""
    return kept_action(action, BAKED_SOURCE, "link to the original motion")


def made_for(action: bpy.types.Action) -> list[bpy.types.Action]:
    """The actions in which the artist's motion was baked or sampled for a take, which go with it."""
    baked, source = baked_motion(action), previous_action(action)
    sampled = source if source is not None and source.get(AS_PLAYED) else None
    return [each for each in (baked, sampled) if each is not None]


def keyed_slot(action: bpy.types.Action) -> str:
    """Identifier of the slot of ``keyed_motion``; empty for its first."""
    return "" if baked_motion(action) is not None else previous_slot(action)


def bones_of(armature_object: bpy.types.Object, names: Collection[str] = ()) -> tuple[Bone, ...]:
    """Named bones and their ancestors, parents first, as in Blender; all bones without names."""
    bones = armature_data(armature_object).bones
    lines = {each.name for name in names for each in (bones[name], *bones[name].parent_recursive)}
    chosen = [bone for bone in bones if not names or bone.name in lines]
    index = {bone.name: i for i, bone in enumerate(chosen)}
    axes = nearest_rotation(np.array([bone.matrix_local for bone in chosen], float)[:, :3, :3])
    return tuple(
        Bone(
            bone.name,
            index[bone.parent.name] if bone.parent else -1,
            own_axes,
            np.array(bone.head_local, float),
            bone.use_inherit_rotation,
            bone.use_local_location,
        )
        for bone, own_axes in zip(chosen, axes, strict=True)
    )


def _check(job: Job, armature_object: bpy.types.Object, root: str, root_motion_bone: str) -> None:
    bones = armature_data(armature_object).bones
    for body in job.character.bodies:
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
    for drawn in job.drawn_bones:
        if drawn.bone not in bones:
            raise InputError(
                f"the armature '{armature_object.name}' has no bone '{drawn.bone}', which the motion moves; "
                "give the bone its old name or solve again"
            )
    for name in filter(None, (root, root_motion_bone)):
        if bones[name].use_connect and bones[name].parent:
            raise InputError(
                f"the bone '{name}' cannot travel while it is connected to its parent; disconnect it"
            )


def to_rest(armature_object: bpy.types.Object, moved: set[str], *, parents: bool = True) -> None:
    """Resets moved bones and their parents to rest, so that no old pose adds to the motion.

    For controls, ``parents`` is False: rigs have permanently rotated bones, such as Rigify's paws.
    """
    bones = armature_object.pose.bones
    there = moved & {*bones.keys()}
    above = {parent.name for child in there for parent in bones[child].parent_recursive} if parents else set()
    for name in there | above:
        bones[name].matrix_basis = Matrix.Identity(4)


def frames_per_step(motion: Motion, scene: bpy.types.Scene) -> float:
    """Blender frames between the motion's frames: 1 unless the scene's frame rate has changed."""
    frames = motion.step * rate_of(scene)
    return float(round(frames)) if abs(frames - round(frames)) < 1e-6 and round(frames) else frames


def _scene() -> bpy.types.Scene:
    assert bpy.context.scene is not None
    return bpy.context.scene
