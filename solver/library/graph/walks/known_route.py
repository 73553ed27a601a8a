"""Routes from played frames, and validation of given routes."""

from collections.abc import Sequence
from itertools import groupby

from ....errors import InputError
from ....mechanics.planar import Planar
from ..frames import landing
from ..motion_graph import MotionGraph
from .departures import DepartureTable
from .route import Hop, Route


def played_route(table: DepartureTable, frames: Sequence[int], place: Planar) -> Route:
    """The route whose walk has these frames, without an incomplete blend at the end.

    Args:
        table: of the graph.
        frames: of its tape, one or more; the first is of a motion, or the first of a blend.
        place: transform of the first one's motion, or of the blend's source.
    """
    own, overlap = len(table.motion), table.graph.overlap  # blends come after the motions' frames

    def edge_of(frame: int) -> int | None:
        return (frame - own) // overlap if frame >= own else None

    hops, count = list[Hop](), 0
    for edge, run in groupby(frames, edge_of):
        n_frames = sum(1 for _ in run)
        if edge is None:
            count = n_frames
            continue
        for _ in range(n_frames // overlap):  # an edge back to its own source may be taken again at once
            hops.append(Hop(count, edge))
            count = 0
    begun = edge_of(frames[0])
    if begun is None:
        motion = int(table.motion[frames[0]])
        return Route(motion, frames[0] - int(table.tape.first[motion]), place, tuple(hops), count)
    left = table.graph.edges[begun]
    return Route(
        left.source, left.leaves % table.graph.motions[left.source].n_frames, place, tuple(hops), count
    )


def require_way(graph: MotionGraph, route: Route) -> None:
    """Checks that a graph contains a route.

    Raises:
        InputError: names the impossible hop.
    """
    motion, frame = route.motion, route.frame
    if not (0 <= motion < len(graph.motions) and 0 <= frame < graph.motions[motion].n_frames):
        raise InputError("the graph has no such motion or frame", field="route")
    for k, hop in enumerate(route.hops):
        field = f"route.hops[{k}]"
        if not 0 <= hop.edge < len(graph.edges):
            raise InputError(
                f"expected an edge from 0 to {len(graph.edges) - 1}, found {hop.edge}", field=field
            )
        edge = graph.edges[hop.edge]
        if edge.source != motion or not _is_there(graph, motion, frame, hop.count, edge.leaves):
            raise InputError(f"edge {hop.edge} does not leave that motion there", field=field)
        motion = edge.target
        frame = landing(edge, graph.motions[motion], graph.overlap)
    own = graph.motions[motion]
    if route.beyond < 0 or (own.cycle is None and frame + route.beyond > own.n_frames):
        raise InputError("the last motion has fewer frames", field="route.beyond")


def _is_there(graph: MotionGraph, motion: int, frame: int, count: int, leaves: int) -> bool:
    """Whether a motion is at frame ``leaves`` (in any lap) ``count`` frames after ``frame``."""
    own = graph.motions[motion]
    return count >= 0 and (
        frame + count == leaves
        if own.cycle is None
        else (frame + count) % own.n_frames == leaves % own.n_frames
    )
