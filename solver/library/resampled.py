"""A motion at another frame rate."""

from dataclasses import replace

import numpy as np

from ..errors import InputError
from ..motion.at_frames import at_frames
from ..motion.pieces import SAME_STEP
from ..motion.world_motion import WorldMotion
from .posed import posed

FEWEST = 3  # frames of a motion


def resampled(motion: WorldMotion, step: float) -> WorldMotion:
    """The poses and ground contacts of a motion at another step [s], from cubic splines, without forces.

    A cycle keeps its poses and gets a whole number of frames, so its duration changes slightly; an open motion
    loses the remainder after its last whole step.

    Raises:
        InputError: fewer than 3 frames remain.
    """
    if abs(motion.step / step - 1) < SAME_STEP:
        return motion
    count, closes = motion.n_frames, motion.cycle is not None
    n_frames = (
        max(round(count * motion.step / step), 1) if closes else int(motion.seconds / step + SAME_STEP) + 1
    )
    if n_frames < FEWEST:
        raise InputError(
            f"{motion.seconds:.3g} s have too few frames at {1 / step:g} per second; expected {FEWEST} or more"
        )
    at = np.arange(n_frames) * (count / n_frames if closes else step / motion.step)
    nearest = np.rint(at).astype(int) % count
    sampled = at_frames(motion, at, step)
    found = posed(
        motion.character,
        sampled.coordinates,
        motion.contact_active[nearest].astype(bool),
        step,
        world=motion.world,
        drawn_bones=sampled.drawn_bones,
    )
    return replace(found, cycle=motion.cycle, heading=()) if closes else found
