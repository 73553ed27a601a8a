"""Random walks."""

import numpy as np

from ....errors import InputError
from .departures import STAY, DepartureTable
from .route import Hop, Route

MOST = 2_000_000  # frames times bodies
FEWEST = 3  # frames of an open motion


def random_route(table: DepartureTable, seconds: float, *, seed: int = 0) -> Route:
    """A random route of a duration [s], reproducible by its seed. Without an edge, it stays in its cycle.

    Raises:
        InputError: it would be longer than fits into memory, or is too short for a motion.
    """
    frames = frames_of(table, seconds)
    generator = np.random.default_rng(seed)
    graph, tape = table.graph, table.tape
    frame = int(generator.choice(np.flatnonzero(table.kept)))
    motion = int(table.motion[frame])
    start, left, hops = (motion, frame - int(tape.first[motion])), frames, []
    while left > 0:
        departures = table.at(frame)
        edges = np.flatnonzero(departures.edge != STAY)
        if not len(edges):
            break
        chosen = int(generator.choice(edges))
        count = int(departures.count[chosen])
        if count + graph.overlap > left:
            break
        hops.append(Hop(count, int(departures.edge[chosen])))
        left -= count + graph.overlap
        frame = int(departures.frame[chosen])
    return Route(*start, hops=tuple(hops), beyond=_beyond(table, frame, left))


def frames_of(table: DepartureTable, seconds: float) -> int:
    """Number of frames of a walk.

    Raises:
        InputError: they are more than fit into memory, or too few for a motion.
    """
    frames, bodies = max(round(seconds / table.graph.step), 1), table.tape.level.shape[1]
    if frames * bodies > MOST:
        raise InputError(
            f"a walk of {seconds:g} s has {frames} frames of {bodies} bodies; at most {MOST // bodies} frames fit"
        )
    if frames < FEWEST:
        raise InputError(
            f"a walk of {seconds:g} s has too few frames at {1 / table.graph.step:g} per second; "
            f"expected {FEWEST} or more"
        )
    return frames


def _beyond(table: DepartureTable, frame: int, left: int) -> int:
    """Number of frames that can be played from a frame without an edge."""
    motion = int(table.motion[frame])
    if table.tape.lap[motion] is not None:
        return left
    return min(left, int(table.tape.count[motion]) - (frame - int(table.tape.first[motion])))
