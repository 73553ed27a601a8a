"""Times between the motions of a graph."""

import numpy as np
from scipy.sparse.csgraph import dijkstra

from ...arrays import Array
from .frame_graph import frame_graph
from .frames import first_frames
from .motion_graph import MotionGraph


def reach(graph: MotionGraph) -> Array:
    """(M, M) seconds from the worst frame of one motion until any frame of another can be played.

    Infinite if unreachable; 0 on the diagonal. Frames outside of the graph do not count.
    """
    first = first_frames(graph.motions)
    back = frame_graph(graph.motions, graph.edges, graph.overlap).T.tocsr()
    kept_frames = [start + np.flatnonzero(kept) for start, kept in zip(first, graph.kept, strict=False)]
    frames_until = np.full((len(kept_frames), len(kept_frames)), np.inf)
    for target, ends in enumerate(kept_frames):
        if len(ends):
            until = dijkstra(back, indices=ends, min_only=True)
            frames_until[:, target] = [until[starts].max(initial=-np.inf) for starts in kept_frames]
    return np.asarray(np.where(frames_until < 0, np.inf, frames_until * graph.step))
