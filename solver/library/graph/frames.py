"""The frames of motions, and where edges land."""

from collections.abc import Sequence

import numpy as np

from ...arrays import Indices
from ...motion.world_motion import WorldMotion
from ..edges.edge import Edge


def first_frames(motions: Sequence[WorldMotion]) -> Indices:
    """(M + 1,) index of each motion's first frame among all, and how many there are."""
    return np.concatenate([[0], np.cumsum([motion.n_frames for motion in motions])])


def landing(edge: Edge, motion: WorldMotion, overlap: int) -> int:
    """Frame of the motion that an edge enters at which it goes on by itself; a cycle's of its first lap."""
    frame = edge.enters + overlap
    return frame % motion.n_frames if motion.cycle is not None else frame
