"""Replaces a rest pose that does not stand, as in motion capture, with the frame that stands best."""

from functools import partial

import bpy

from ...solver.errors import InputError
from ...solver.fitting.stance import best_stance, spread
from ..blender.evaluation import visit
from ..blender.posed_bones import posed_skeletons
from ..blender.rest_pose import place_of
from ..runtime.event_loop import Work, in_a_thread
from .new_rest import rest_from_pose
from .own_maps import own_maps


def stand_up(armature_object: bpy.types.Object, scene: bpy.types.Scene) -> Work[None]:
    """Applies the frame's pose as rest pose; the scene's frame is restored whenever Blender draws.

    A converted copy replaces the assigned action, which is unchanged.

    Raises:
        InputError: no frame stands, there are no keys, or the rest pose must not change.
    """
    frame = yield from standing_frame(armature_object)
    yield from rest_from_pose(armature_object, partial(visit, scene, frame))


def standing_frame(armature_object: bpy.types.Object) -> Work[int]:
    """The frame with the best standing pose, of samples spread over the armature's action.

    Raises:
        InputError: none of them stands, or there is no action.
    """
    name, data = armature_object.name, armature_object.animation_data
    if data is None or data.action is None:
        raise InputError(f"'{name}' has no action; pose it standing and press Use Pose")
    found = yield from frame_that_stands(armature_object)
    if found is None:
        frames = tried(data.action)
        raise InputError(
            f"'{name}' does not stand in any of {len(frames)} frames from {frames[0]} to {frames[-1]}; turn the "
            "object upright, or go to a frame where it stands and press Use Pose"
        )
    return found


def frame_that_stands(armature_object: bpy.types.Object) -> Work[int | None]:
    """The frame of the armature's action with the best standing pose, of ``tried``; None if none stands."""
    data = armature_object.animation_data
    if data is None or data.action is None:
        return None
    frames = tried(data.action)
    guesses = place_of(armature_object).rotation[:, :2].T
    poses = yield from posed_skeletons(armature_object, data.action, frames)
    best = yield from in_a_thread(partial(best_stance, poses, guesses, own_maps()))
    return None if best is None else frames[best]


def tried(action: bpy.types.Action) -> list[int]:
    """Frames spread over an action."""
    return spread(round(action.frame_range[0]), round(action.frame_range[1]))
