"""Takes: solved motions as actions, and their properties."""

from functools import partial

import bpy
import numpy as np

from ...solver.arrays import Array
from ...solver.clip.clip import Clip
from ...solver.errors import InputError
from ...solver.formats.armature_motion import ArmaturePlan, BoneChannel, armature_channels
from ...solver.formats.cubic_keys import keys_within, slopes_of
from ...solver.motion.motion import Motion
from ..blender import actions
from ..blender.rest_pose import place_of
from ..blender.take_names import free_name_of_take
from ..blender.write_motion import TURNS, fit_to_source, plan_motion, write_channels
from ..character.read_character import read_character
from ..runtime.event_loop import Work, in_a_thread
from .clip_on_action import ALTERED, ON_THE_SPOT, clip_from, place_of_solve, trajectory_of_solve
from .other_body import has_other_body

QUATERNION_TURN = 2.0  # a small rotation changes a unit quaternion by half its angle


def add_take(armature_object: bpy.types.Object, action: bpy.types.Action) -> None:
    """Adds an action to the list and activates it."""
    result = armature_object.spacetime
    result.takes.add().action = action
    result.active_take = len(result.takes) - 1


def active_take(armature_object: bpy.types.Object) -> bpy.types.Action | None:
    """The action of the selected take."""
    result = armature_object.spacetime
    if not 0 <= result.active_take < len(result.takes):
        return None
    found: bpy.types.Action | None = result.takes[result.active_take].action
    return found


def loop_variant(
    armature_object: bpy.types.Object, action: bpy.types.Action, *, root_motion_bone: str, on_the_spot: bool
) -> Work[bpy.types.Action]:
    """A copy of a solved cycle with its travel on a bone, on the hips, or removed; a channel per step.

    Raises:
        InputError: the action has no intact clip, is not a cycle, or the bone cannot carry the travel.
    """
    clip = clip_from(action)
    plan = plan_motion(
        clip.job,
        armature_object,
        root_motion_bone=root_motion_bone,
        place=place_of_solve(action),
        trajectory=trajectory_of_solve(action),
        repetitions=TURNS,
        character=read_character(armature_object) if has_other_body(action) else None,
    )
    yield
    moving, channels = yield from in_a_thread(partial(_travelling, clip, plan, on_the_spot))
    copy = actions.duplicate(action)
    copy.name = free_name_of_take(f"{action.name} {'in place' if on_the_spot else 'root motion'}")
    yield
    actions.remove_bones(copy, {body.name for body in clip.job.character.bodies} | {root_motion_bone})
    yield
    yield from write_channels(moving, copy, channels)
    yield from fit_to_source(copy, armature_object)
    copy[ON_THE_SPOT] = on_the_spot
    if on_the_spot:
        copy[ALTERED] = True
    return copy


def _travelling(clip: Clip, plan: ArmaturePlan, on_the_spot: bool) -> tuple[Motion, tuple[BoneChannel, ...]]:
    """Motion and channels of a variant."""
    if on_the_spot and clip.motion.cycle is None:
        raise InputError(f"'{clip.name}' does not repeat; only a cycle can be played in place")
    moving = clip.motion.in_place() if on_the_spot else clip.motion
    return moving, armature_channels(moving, plan)


def with_fewer_keys(
    armature_object: bpy.types.Object, action: bpy.types.Action, *, angle: float, distance: float
) -> Work[tuple[bpy.types.Action, int, int]]:
    """A copy with as few keys as possible within a tolerance at every frame; a channel per step.

    Args:
        armature_object: of the character.
        action: one key per frame.
        angle: largest change of a bone's local rotation [rad].
        distance: largest change of a bone's local location, world [m].

    Returns:
        The copy, and its number of keys before and after.
    """
    copy = actions.duplicate(action)
    copy.name, before, after = free_name_of_take(f"{action.name} clean"), 0, 0
    copy[ALTERED] = True
    scale = place_of(armature_object).scale
    for _, name, curves in actions.each_channel(copy):
        keyed = [curve for curve in curves if len(curve.keyframe_points) > 2]
        if len(keyed) != len(curves) or len({len(curve.keyframe_points) for curve in keyed}) > 1:
            continue  # keyed by the artist
        frames, values = actions.keys_of(curves)
        tolerance = distance / scale if name == "location" else angle
        keys = keys_within(values, tolerance, size=partial(_size, name), closed=copy.use_cyclic)
        slopes = slopes_of(values, closed=copy.use_cyclic) / np.gradient(frames)[:, None]
        actions.write_cubic(curves, frames[keys], values[keys], slopes[keys])
        before, after = before + len(frames) * len(curves), after + len(keys) * len(curves)
        yield
    return copy, before, after


def _size(name: str, change: Array) -> Array:
    """Movement (S,) of a bone by a change (S, k) of a channel [rad, or units of length]."""
    if name == "rotation_quaternion":
        return np.asarray(QUATERNION_TURN * np.linalg.norm(change, axis=1))
    if name in ("rotation_euler", "rotation_axis_angle"):
        return np.asarray(np.abs(change).sum(1))
    return np.asarray(np.linalg.norm(change, axis=1))
