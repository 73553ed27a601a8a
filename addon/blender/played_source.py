"""What an armature plays from NLA tracks, blending or a tweaked strip, as one action with a key at every frame."""

import math
from collections import defaultdict
from collections.abc import Sequence
from contextlib import closing
from typing import Any

import bpy
import numpy as np

from ..runtime.event_loop import Work
from . import actions
from .evaluation import Playback
from .muting import HOLD, REPLACE, WHOLE
from .nla import every_strip, played_curves_of, played_ends
from .write_motion import AS_PLAYED, PREVIOUS_ACTION, PREVIOUS_SLOT, start_at

STILL = 1e-9  # a channel that changes by less has one key


def plays_alone(owner: bpy.types.Object) -> bool:
    """Whether the object's own action alone, as it is, determines what is animated."""
    data = owner.animation_data
    if data is None or (not data.use_nla and not data.use_tweak_mode):
        return True
    settings = (data.action_influence, data.action_blend_type, data.action_extrapolation)
    blends = data.action is not None and settings != (WHOLE, REPLACE, HOLD)
    return not (data.use_tweak_mode or blends or any(True for _ in every_strip(owner)))


def refer_to_source(action: bpy.types.Action, armature_object: bpy.types.Object) -> Work[None]:
    """Lets a written action refer to what the artist sees instead of one of the actions that make it, if it differs."""
    if plays_alone(armature_object):
        return
    source = yield from flattening(
        armature_object, f"{action.name} (as played)", action.frame_start, action.frame_end
    )
    if source is not None:
        source[AS_PLAYED] = True
        action[PREVIOUS_ACTION], action[PREVIOUS_SLOT] = source, ""


def flattening(
    armature_object: bpy.types.Object, name: str, first: float, last: float
) -> Work[bpy.types.Action | None]:
    """Samples all animated channels as evaluated, a frame or curve per step; None if nothing is animated.

    Args:
        armature_object: plays the motion.
        name: of the action.
        first: frame of the timeline that must be included.
        last: likewise; frames of all strips are as well.
    """
    paths: dict[str, set[int]] = defaultdict(set)
    for curve in played_curves_of(armature_object):
        paths[curve.data_path].add(curve.array_index)
    if not paths:
        return None
    ends = [*played_ends(armature_object), (first, last)]
    frames = np.arange(math.floor(min(end[0] for end in ends)), math.ceil(max(end[1] for end in ends)) + 1.0)
    rows = []
    with closing(Playback(armature_object.users_scene[0], armature_object)) as playback:
        for frame in frames:
            evaluated = playback.at(float(frame))
            rows.append([_numbers(evaluated, path, sorted(indices)) for path, indices in paths.items()])
            playback.rest()
            yield
    action = actions.new_action(name, armature_object.name)
    start_at(action, int(frames[0]))
    for (path, indices), column in zip(paths.items(), zip(*rows, strict=True), strict=True):
        values = np.array(column, float)
        if np.isnan(values).any():
            continue
        keyed = frames if np.ptp(values, axis=0).max(initial=0.0) > STILL else frames[:1]
        actions.add_path(action, path, sorted(indices), keyed, values[: len(keyed)])
        yield
    action.frame_end = float(frames[-1])
    return action


def _numbers(owner: bpy.types.Object, path: str, indices: Sequence[int]) -> list[float]:
    """Components of a property; not a number if it is none or does not exist."""
    try:
        found: Any = owner.path_resolve(path)
        values = [found] if isinstance(found, int | float) else [found[index] for index in indices]
        return [float(value) for value in values]
    except (ValueError, TypeError, IndexError, KeyError):
        return [math.nan] * len(indices)
