"""A motion at another frame rate."""

from dataclasses import replace

import numpy as np
from scipy.interpolate import CubicSpline

from ..arrays import Array, Indices
from ..motion.motion import Motion
from ..motion.pieces import SAME_STEP, piece
from ..motion.world_motion import WorldMotion
from .posed import posed

BEYOND = 3  # frames of a cycle on either side, which its splines see


def resampled(motion: WorldMotion, step: float) -> WorldMotion:
    """The poses and contacts of a motion at times of another step, along cubic splines; without forces.

    A cycle keeps its poses and gets a whole number of frames, so that it takes a little longer or shorter; an open
    motion loses what is left after its last whole step.

    Args:
        motion: on the ground alone.
        step: between frames [s].
    """
    if abs(motion.step / step - 1) < SAME_STEP:
        return motion
    count, closes = motion.n_frames, motion.cycle is not None
    whole = piece(motion, -BEYOND, count + 2 * BEYOND + 1) if closes else motion
    n_frames = (
        max(round(count * motion.step / step), 1) if closes else int(motion.seconds / step + SAME_STEP) + 1
    )
    at = np.arange(n_frames) * (count / n_frames if closes else step / motion.step)
    known = np.arange(whole.n_frames) - (BEYOND if closes else 0)
    poses = Motion(
        motion.character, step, _between(known, whole.position, at), _between(known, whole.orientation, at)
    )
    nearest = np.clip(np.rint(at).astype(int) - known[0], 0, whole.n_frames - 1)
    found = posed(
        motion.character,
        poses.coordinates,
        whole.contact_active[nearest].astype(bool),
        step,
        world=motion.world,
    )
    return replace(found, cycle=motion.cycle, heading=()) if closes else found


def _between(known: Indices, values: Array, at: Array) -> Array:
    return np.asarray(CubicSpline(known, values)(at))
