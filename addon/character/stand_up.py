"""Replaces a rest pose that does not stand, as in motion capture, with the frame that stands best."""

from functools import partial

import bpy

from ...solver.errors import InputError
from ...solver.fitting.stance import best_stance, spread
from ..blender.evaluation import visit
from ..blender.posed_bones import posed_skeletons
from ..blender.rest_pose import place_of
from ..runtime.event_loop import Work, in_a_thread
from .bone_map import own_maps
from .new_rest import rest_from_pose


def stand_up(armature_object: bpy.types.Object, scene: bpy.types.Scene) -> Work[None]:
    """Makes that frame's pose the rest pose; the scene is at its own frame whenever Blender draws.

    The action that plays is left as it is, and a converted copy plays instead.

    Raises:
        InputError: no frame stands, nothing is keyed, or the rest pose may not change.
    """
    frame = yield from standing_frame(armature_object)
    yield from rest_from_pose(armature_object, partial(visit, scene, frame))


def standing_frame(armature_object: bpy.types.Object) -> Work[int]:
    """The frame of the armature's action in which it stands best, of some that are spread over it.

    Raises:
        InputError: it stands in none of them, or plays no action.
    """
    name, data = armature_object.name, armature_object.animation_data
    if data is None or data.action is None:
        raise InputError(f"'{name}' has no action; pose it standing and press Use Pose")
    ends = data.action.frame_range
    frames = spread(round(ends[0]), round(ends[1]))
    guesses = place_of(armature_object).rotation[:, :2].T
    poses = yield from posed_skeletons(armature_object, data.action, frames)
    best = yield from in_a_thread(partial(best_stance, poses, guesses, own_maps()))
    if best is None:
        raise InputError(
            f"'{name}' does not stand in any of {len(frames)} frames from {frames[0]} to {frames[-1]}; turn the "
            "object upright, or go to a frame where it stands and press Use Pose"
        )
    return frames[best]
