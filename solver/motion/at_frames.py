"""Poses between the frames of a motion."""

import numpy as np

from ..arrays import Array
from .motion import Motion
from .pieces import piece

BEYOND = 3  # frames of a cycle on either side of what is asked for, which its splines see


def at_frames(motion: Motion, frames: Array, step: float) -> Motion:
    """The poses of a motion at frames between those that it has, along cubic splines, as an open motion.

    Args:
        motion: of which a cycle goes on before its first frame and after its last.
        frames: (S,) in the order in which they are to follow each other.
        step: between them [s].
    """
    from scipy.interpolate import CubicSpline  # takes as long to load as a short motion to find

    poses = Motion(motion.character, motion.step, motion.position, motion.orientation, motion.cycle)
    first = 0
    if poses.cycle is not None:
        first = int(np.floor(frames.min())) - BEYOND
        poses = piece(poses, first, int(np.ceil(frames.max())) + BEYOND - first + 1)
    known = first + np.arange(poses.n_frames)
    position, orientation = (
        np.asarray(CubicSpline(known, values)(frames)) for values in (poses.position, poses.orientation)
    )
    return Motion(motion.character, step, position, orientation)
