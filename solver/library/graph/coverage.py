"""Coverage of a graph: speeds, turns, and times between motions."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.sparse.csgraph import dijkstra

from ...arrays import Array
from ...motion.world_motion import WorldMotion
from .frame_graph import frame_graph
from .frames import first_frames
from .motion_graph import MotionGraph


@dataclass(frozen=True, eq=False)
class Coverage:
    """The motions of a graph by speed and turn, and the times between them.

    Attributes:
        names: of the motions in the graph.
        speed: (M,) mean along the ground [m/s].
        turn: (M,) mean to the left [rad/s].
        seconds: (M, M) from the worst frame of one until another can be played; infinite if unreachable.
    """

    names: tuple[str, ...]
    speed: Array
    turn: Array
    seconds: Array

    def slow(self, within: float) -> tuple[tuple[int, int], ...]:
        """Motions that cannot be reached from all others within a time [s], each with the slowest source.

        Returns:
            (source, target) of each, the slowest first.
        """
        source = self.seconds.argmax(0)
        worst = self.seconds[source, np.arange(len(self.names))]
        return tuple(
            (int(source[target]), target)
            for target in np.argsort(-worst, kind="stable").tolist()
            if worst[target] > within
        )


def coverage(graph: MotionGraph) -> Coverage:
    """Coverage of a graph by the motions with frames in it."""
    inside = np.flatnonzero([bool(flags.any()) for flags in graph.included])
    motions = [graph.motions[k] for k in inside.tolist()]
    return Coverage(
        tuple(graph.names[k] for k in inside.tolist()),
        speeds(motions),
        turns(motions),
        reach(graph)[np.ix_(inside, inside)],
    )


def reach(graph: MotionGraph) -> Array:
    """(M, M) seconds from the worst frame of one motion until any frame of another can be played.

    Infinite if unreachable; 0 on the diagonal. Frames outside of the graph do not count.
    """
    first = first_frames(graph.motions)
    back = frame_graph(graph.motions, graph.edges, graph.overlap).T.tocsr()
    kept_frames = [start + np.flatnonzero(kept) for start, kept in zip(first, graph.included, strict=False)]
    frames_until = np.full((len(kept_frames), len(kept_frames)), np.inf)
    for target, ends in enumerate(kept_frames):
        if len(ends):
            until = dijkstra(back, indices=ends, min_only=True)
            frames_until[:, target] = [until[starts].max(initial=-np.inf) for starts in kept_frames]
    return np.asarray(np.where(frames_until < 0, np.inf, frames_until * graph.step))


def speeds(motions: Sequence[WorldMotion]) -> Array:
    """(M,) mean along the ground of each motion [m/s]."""
    return np.array([_speed(motion) for motion in motions])


def turns(motions: Sequence[WorldMotion]) -> Array:
    """(M,) mean to the left of each motion [rad/s]."""
    return np.array([_turn(motion) for motion in motions])


def _speed(motion: WorldMotion) -> float:
    """Length of the root's path on the ground per time [m/s]."""
    root = motion.position[:, motion.character.body_index(motion.character.root_joint.body)]
    if motion.cycle is not None:
        root = np.vstack([root, motion.cycle.move_points(root[:1])])
    return float(np.linalg.norm(np.diff(root[:, :2], axis=0), axis=1).sum() / motion.seconds)


def _turn(motion: WorldMotion) -> float:
    """Change of heading per time [rad/s]."""
    if motion.cycle is not None:
        return motion.cycle.yaw / motion.seconds
    headings = np.unwrap(motion.headings)
    return float((headings[-1] - headings[0]) / motion.seconds)
