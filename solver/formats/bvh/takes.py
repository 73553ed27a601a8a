"""Where a file jumps from one pose to another, as after a T-pose before the motion, or from take to take."""

from itertools import pairwise

import numpy as np

from ...arrays import Flags
from .motion import BvhMotion

BESIDE = 3  # frames before and after a step that tell how far joints move in one
# times as far as in those: captured steps are up to 2.2 times as long as those beside them, cuts 8 times and more
SUDDEN = 4.0
SUDDEN_FROM_REST = 2.0  # the same out of the file's own rest pose, which nobody moves through, or into it
FAR = 0.03  # of the skeleton's size, by which joints move on average; less is the noise of one who stands
SHORTEST = 0.5  # s; a file without so long a take is drawn in steps


def longest_take(motion: BvhMotion) -> tuple[int, int]:
    """First frame and the one after the last of the longest part without a jump; of all, where every part is short.

    What is held between jumps is no take: the keys of a blocking do not move.
    """
    whole = (0, motion.n_frames)
    if motion.n_frames < 2:
        return whole
    edges = [0, *(jump + 1 for jump in _jumps(motion)), motion.n_frames]
    first, end = max(pairwise(edges), key=lambda take: take[1] - take[0])
    moves = np.ptp(motion.world_positions[first:end], axis=0).any()
    return (first, end) if moves and (end - first) * motion.frame_time >= SHORTEST else whole


def _jumps(motion: BvhMotion) -> list[int]:
    """Frames after which the skeleton is elsewhere."""
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
    """(N,) whether every joint but the roots has a rotation of zero."""
    carried = [j for j, parent in enumerate(motion.parents) if parent >= 0]
    rests: Flags = (np.abs(motion.rotations[:, carried, 0]) > 1 - 1e-9).all(1)
    return rests
