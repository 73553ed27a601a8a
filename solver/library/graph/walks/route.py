"""A route through a graph, and its motion."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ....arrays import Complex, Indices
from ....mechanics.planar import HERE, Planar
from ....motion.world_motion import WorldMotion
from ..motion_graph import MotionGraph
from ..tape import FrameTape, landed, played


@dataclass(frozen=True)
class Hop:
    """Plays a motion, then takes an edge.

    Attributes:
        count: frames before the edge's window.
        edge: index of the edge.
    """

    count: int
    edge: int


@dataclass(frozen=True)
class Route:
    """The beginning and the hops of a walk.

    Attributes:
        motion: index of the first motion.
        frame: its first frame.
        place: transform of that motion.
        hops: in order.
        beyond: frames after the last hop.
    """

    motion: int
    frame: int
    place: Planar = HERE
    hops: tuple[Hop, ...] = ()
    beyond: int = 0


@dataclass(frozen=True, eq=False)
class Walk:
    """A motion through a graph.

    Attributes:
        route: of the walk.
        motion: open, without forces.
        seams: first and last frames of its blends.
    """

    route: Route
    motion: WorldMotion
    seams: tuple[tuple[int, int], ...]


def walk(graph: MotionGraph, tape: FrameTape, route: Route) -> Walk:
    """The motion of a route."""
    frames, half, shift, seams = _frames(graph, tape, route)
    return Walk(route, played(graph, tape, frames, half, shift), seams)


def _frames(
    graph: MotionGraph, tape: FrameTape, route: Route
) -> tuple[Indices, Complex, Complex, tuple[tuple[int, int], ...]]:
    """Frames of the tape, the transform of each, and the seams."""
    motion, frame, place = route.motion, route.frame, route.place
    frames, halves, shifts, seams, total = [], [], [], [], 0
    for hop in (*route.hops, None):
        count = route.beyond if hop is None else hop.count
        own = frame + np.arange(count)
        laps, within = np.divmod(own, tape.count[motion]) if tape.lap[motion] else (np.zeros_like(own), own)
        moves = _laps(tape, motion, place, int((frame + count) // tape.count[motion]))
        frames.append(tape.first[motion] + within)
        halves.append(np.array([move.half for move in moves])[laps])
        shifts.append(np.array([move.shift for move in moves])[laps])
        total += count
        if hop is None:
            break
        length, edge = graph.overlap, graph.edges[hop.edge]
        place = moves[(frame + count) // int(tape.count[motion]) if tape.lap[motion] else 0]
        frames.append(tape.blend[hop.edge] + np.arange(length))
        halves.append(np.full(length, place.half))
        shifts.append(np.full(length, place.shift))
        seams.append((total, total + length - 1))
        total += length
        place, motion = place.after(landed(tape, hop.edge, edge.target)), edge.target
        frame = int(tape.landing[hop.edge] - tape.first[motion])
    return np.concatenate(frames), np.concatenate(halves), np.concatenate(shifts), tuple(seams)


def _laps(tape: FrameTape, motion: int, place: Planar, last: int) -> Sequence[Planar]:
    """Transform of a motion in each lap up to the last."""
    lap, found = tape.lap[motion], [place]
    if lap is not None:
        for _ in range(last):
            found.append(found[-1].after(lap))
    return found
