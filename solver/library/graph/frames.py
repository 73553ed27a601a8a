"""Indices of motions' frames, and of the frames in which edges end."""

from collections.abc import Sequence

import numpy as np

from ...arrays import Indices
from ...motion.world_motion import WorldMotion
from ..edges.edge import Edge


def first_frames(motions: Sequence[WorldMotion]) -> Indices:
    """(M + 1,) index of each motion's first frame among all, then their number."""
    return np.concatenate([[0], np.cumsum([motion.n_frames for motion in motions])])


def landing(edge: Edge, motion: WorldMotion, overlap: int) -> int:
    """First frame of an edge's target after the blend; for a cycle, in its first lap."""
    frame = edge.enters + overlap
    return frame % motion.n_frames if motion.cycle is not None else frame
