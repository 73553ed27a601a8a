"""Finds jumps in a file, such as after a T-pose before the motion or between takes."""

from itertools import pairwise

import numpy as np

from ...arrays import Flags
from .motion import BvhMotion

BESIDE = 3  # neighboring steps on each side with which a step is compared
# ratio to their median: captured steps are up to 2.2 times as long as their neighbors, cuts at least 8 times
SUDDEN = 4.0
SUDDEN_FROM_REST = 2.0  # likewise into or out of the file's own rest pose, which no motion passes through
FAR = 0.03  # of the skeleton's size; minimum mean movement of joints in a jump, above noise when standing
SHORTEST = 0.5  # s; a file whose takes are all shorter is stepped animation


def longest_take(motion: BvhMotion) -> tuple[int, int]:
    """First frame, and the one after the last, of the longest part without a jump; of the file if all are short.

    A part without movement is not a take, but a held pose of stepped animation (blocking).
    """
    whole = (0, motion.n_frames)
    if motion.n_frames < 2:
        return whole
    edges = [0, *(jump + 1 for jump in _jumps(motion)), motion.n_frames]
    first, end = max(pairwise(edges), key=lambda take: take[1] - take[0])
    moves = np.ptp(motion.world_positions[first:end], axis=0).any()
    return (first, end) if moves and (end - first) * motion.frame_time >= SHORTEST else whole


def _jumps(motion: BvhMotion) -> list[int]:
    """Last frames before jumps."""
    places, rests = motion.world_positions, _rests(motion)
    steps = np.linalg.norm(np.diff(places, axis=0), axis=-1).mean(1)
    size = float(np.ptp(places, axis=1).max())
    jumps = []
    for frame in np.flatnonzero(steps > FAR * size).tolist():
        near = np.delete(steps[max(frame - BESIDE, 0) : frame + BESIDE + 1], min(frame, BESIDE))
        sudden = SUDDEN_FROM_REST if rests[frame] != rests[frame + 1] else SUDDEN
        if not len(near) or steps[frame] > sudden * np.median(near):
            jumps.append(frame)
    return jumps


def _rests(motion: BvhMotion) -> Flags:
    """(N,) whether all joints except roots have zero rotation."""
    carried = [j for j, parent in enumerate(motion.parents) if parent >= 0]
    rests: Flags = (np.abs(motion.rotations[:, carried, 0]) > 1 - 1e-9).all(1)
    return rests
