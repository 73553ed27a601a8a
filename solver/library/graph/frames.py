"""The frames of motions, and which leads to which."""

from collections.abc import Sequence

import numpy as np
from scipy.sparse import csr_array

from ...arrays import Indices
from ...motion.world_motion import WorldMotion
from .edge import Edge


def first_frames(motions: Sequence[WorldMotion]) -> Indices:
    """(M + 1,) index of each motion's first frame among all, and how many there are."""
    return np.concatenate([[0], np.cumsum([motion.n_frames for motion in motions])])


def landing(edge: Edge, motion: WorldMotion, overlap: int) -> int:
    """Frame of the motion that an edge enters at which it goes on by itself; a cycle's of its first lap."""
    frame = edge.enters + overlap
    return frame % motion.n_frames if motion.cycle is not None else frame


def frame_graph(motions: Sequence[WorldMotion], edges: Sequence[Edge], overlap: int) -> csr_array:
    """(F, F) how many frames it takes from one frame of all motions to the next, along motions and over edges."""
    first = first_frames(motions)
    rows, columns = [], []
    for start, motion in zip(first, motions, strict=False):
        own = start + np.arange(motion.n_frames)
        onward = np.roll(own, -1) if motion.cycle is not None else own[1:]
        rows.append(own[: len(onward)])
        columns.append(onward)
    along = sum(map(len, rows))
    rows.append(np.array([first[edge.source] + edge.leaves for edge in edges], np.intp))
    columns.append(
        np.array([first[e.target] + landing(e, motions[e.target], overlap) for e in edges], np.intp)
    )
    takes = np.concatenate([np.ones(along), np.full(len(edges), overlap)])
    n = int(first[-1])
    return csr_array((takes, (np.concatenate(rows), np.concatenate(columns))), (n, n))
