"""Poses between the frames of a motion."""

import numpy as np

from ..arrays import Array
from ..job.drawn_bones import bones_at
from .motion import Motion
from .pieces import piece

BEYOND = 3  # additional frames of a cycle on either side, for its splines


def at_frames(motion: Motion, frames: Array, step: float) -> Motion:
    """Interpolates a motion's poses at fractional frames by cubic splines, as an open motion.

    Args:
        motion: to sample; a cycle continues before its first and after its last frame.
        frames: (S,) in the order of the result.
        step: between them [s].
    """
    from scipy.interpolate import CubicSpline  # takes as long to load as a short motion takes to solve

    poses = Motion(
        motion.character,
        motion.step,
        motion.position,
        motion.orientation,
        motion.cycle,
        drawn_bones=motion.drawn_bones,
    )
    first = 0
    if poses.cycle is not None:
        first = int(np.floor(frames.min())) - BEYOND
        poses = piece(poses, first, int(np.ceil(frames.max())) + BEYOND - first + 1)
    known = first + np.arange(poses.n_frames)
    position, orientation = (
        np.asarray(CubicSpline(known, values)(frames)) for values in (poses.position, poses.orientation)
    )
    bones = bones_at(poses.drawn_bones, poses.n_frames, frames - first, closed=False)
    return Motion(motion.character, step, position, orientation, drawn_bones=bones)
