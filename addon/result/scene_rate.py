"""Preserves the duration of takes when the scene's frame rate changes after the solve."""

import bpy
import numpy as np

from ...solver.formats.cubic_keys import slopes_of
from ..blender import actions
from ..blender.custom_properties import MOST_FRAMES
from ..blender.frame_rate import rate_of
from ..blender.write_motion import SECONDS

SAME = 1e-2  # frames; tolerance of equal lengths
FEWEST = 3  # least number of keys with slopes


def preserve_duration(action: bpy.types.Action) -> bool:
    """Stretches a take to the scene's frame rate, smooth between its frames; returns whether it changed.

    Actions of other origin, linked ones and those with invalid times stay unchanged.
    """
    seconds, scene = action.get(SECONDS), bpy.context.scene
    length = action.frame_end - action.frame_start
    if not isinstance(seconds, float) or not action.is_editable or scene is None or length <= 0:
        return False
    n_frames = seconds * rate_of(scene)
    if abs(n_frames - length) <= SAME or not 1 <= n_frames <= MOST_FRAMES:
        return False
    first = action.frame_start
    linear = {
        (bone, name)
        for bone, name, curves in actions.each_channel(action)
        if all(map(actions.is_linear, curves))
    }
    actions.stretch(actions.curves_of(action), first, n_frames / length)
    for bone, name, curves in actions.each_channel(action):
        if (bone, name) in linear and len({len(curve.keyframe_points) for curve in curves}) == 1:
            _smooth(curves, closed=action.use_cyclic)
    action.frame_end = first + n_frames
    return True


def _smooth(curves: list[bpy.types.FCurve], *, closed: bool) -> None:
    """Converts evenly spaced linear keys to cubic ones."""
    frames, values = actions.keys_of(curves)
    if len(frames) < FEWEST:
        return
    steps = np.diff(frames)
    if np.ptp(steps) < SAME:
        actions.write_cubic(curves, frames, values, slopes_of(values, closed=closed) / steps.mean())
