"""The graph of all frames."""

from collections.abc import Sequence

import numpy as np
from scipy.sparse import csr_array

from ...motion.world_motion import WorldMotion
from ..edges.edge import Edge
from .frames import first_frames, landing


def frame_graph(motions: Sequence[WorldMotion], edges: Sequence[Edge], overlap: int) -> csr_array:
    """(F, F) number of frames between successive frames, along motions and over edges."""
    first = first_frames(motions)
    rows, columns = [], []
    for start, motion in zip(first, motions, strict=False):
        frames = start + np.arange(motion.n_frames)
        onward = np.roll(frames, -1) if motion.cycle is not None else frames[1:]
        rows.append(frames[: len(onward)])
        columns.append(onward)
    along = sum(map(len, rows))
    rows.append(np.array([first[edge.source] + edge.leaves for edge in edges], np.intp))
    columns.append(
        np.array([first[e.target] + landing(e, motions[e.target], overlap) for e in edges], np.intp)
    )
    takes = np.concatenate([np.ones(along), np.full(len(edges), overlap)])
    n = int(first[-1])
    return csr_array((takes, (np.concatenate(rows), np.concatenate(columns))), (n, n))
