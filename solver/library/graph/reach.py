"""How soon each motion of a graph can be reached from every other."""

import numpy as np
from scipy.sparse.csgraph import dijkstra

from ...arrays import Array
from .frame_graph import frame_graph
from .frames import first_frames
from .motion_graph import MotionGraph


def reach(graph: MotionGraph) -> Array:
    """(M, M) seconds from the worst frame of one motion until any frame of another can be played.

    Infinite where there is no way; 0 on the diagonal. Frames outside of the graph do not count.
    """
    first = first_frames(graph.motions)
    back = frame_graph(graph.motions, graph.edges, graph.overlap).T.tocsr()
    own = [start + np.flatnonzero(kept) for start, kept in zip(first, graph.kept, strict=False)]
    found = np.full((len(own), len(own)), np.inf)
    for target, ends in enumerate(own):
        if len(ends):
            until = dijkstra(back, indices=ends, min_only=True)
            found[:, target] = [until[starts].max(initial=-np.inf) for starts in own]
    return np.asarray(np.where(found < 0, np.inf, found * graph.step))
