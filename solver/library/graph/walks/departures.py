"""Edges that can be taken from a frame of a graph, within a lap."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ....arrays import Array, Complex, Flags, Indices
from ..motion_graph import MotionGraph
from ..tape import FrameTape, landed

STAY = -1  # instead of an edge: another lap of the same motion
SAMPLES = 6  # positions of the root along a departure


@dataclass(frozen=True, eq=False)
class Departures:
    """Departures from one frame, each to the frame at which its edge's target continues.

    Attributes:
        edge: (K,) index, or STAY.
        count: (K,) frames before the edge's window, or of a lap.
        frame: (K,) of the tape, at the end.
        half: (K,) e^(i yaw / 2) of the move to the motion there.
        shift: (K,) its shift [m].
        track: (K, SAMPLES) positions of the root on the way, in the frame of the current motion [m].
        seconds: (K,) duration.
        cost: (K,) of the edges [m].
    """

    edge: Indices
    count: Indices
    frame: Indices
    half: Complex
    shift: Complex
    track: Complex
    seconds: Array
    cost: Array


class DepartureTable:
    """The departures of all frames, computed on demand."""

    def __init__(self, graph: MotionGraph, tape: FrameTape) -> None:
        self.graph, self.tape = graph, tape
        source = np.array([edge.source for edge in graph.edges], np.intp)
        self._of_motion = [np.flatnonzero(source == m) for m in range(len(graph.motions))]
        self._leaves = np.array([edge.leaves for edge in graph.edges], np.intp)
        self._cost = np.array([*(edge.cost for edge in graph.edges), 0.0])  # STAY is the last
        self._landing = np.append(tape.landing, 0)
        moves = [landed(tape, e, edge.target) for e, edge in enumerate(graph.edges)]
        self._half = np.array([move.half for move in moves], complex)
        self._shift = np.array([move.shift for move in moves], complex)
        self._tracks = [_track(tape, m, graph.overlap) for m in range(len(graph.motions))]
        self.motion = np.repeat(np.arange(len(graph.motions)), tape.count)  # of each frame of the tape
        self.kept: Flags = np.concatenate(graph.included)
        self.at = lru_cache(maxsize=None)(self._at)

    def _at(self, frame: int) -> Departures:
        """Departures from a frame of the tape."""
        motion = int(self.motion[frame])
        offset, edges = frame - int(self.tape.first[motion]), self._of_motion[motion]
        count, n, lap = self._leaves[edges] - offset, int(self.tape.count[motion]), self.tape.lap[motion]
        later = count < 0
        if lap is None:
            edges, count, later = edges[~later], count[~later], later[~later]
            half, shift = self._half[edges], self._shift[edges]
        else:
            count = count % n
            half, shift = self._half[edges], self._shift[edges]
            half = np.where(later, lap.half * half, half)
            shift = np.where(later, lap.moved(shift), shift)
            edges, count = np.append(edges, STAY), np.append(count, n)
            half, shift = np.append(half, lap.half), np.append(shift, lap.shift)
        takes = count + np.where(edges == STAY, 0, self.graph.overlap)
        at = offset + np.rint(takes[:, None] * np.arange(1, SAMPLES + 1) / SAMPLES).astype(int)
        track = self._tracks[motion]
        stays = edges == STAY
        return Departures(
            edges,
            count,
            np.where(stays, frame, self._landing[edges]),
            half,
            shift,
            track[np.minimum(at, len(track) - 1)],
            takes * self.graph.step,
            self._cost[edges],
        )

    def ahead(self, frames: int) -> Complex:
        """(F,) displacement of the root from each frame of the motions over ``frames`` frames without edges [m]."""
        found = []
        for motion, track in enumerate(self._tracks):
            own = np.arange(self.tape.count[motion])
            then = np.minimum(own + frames, len(track) - 1)
            found.append(track[then] - track[own])
        return np.concatenate(found)


def _track(tape: FrameTape, motion: int, overlap: int) -> Complex:
    """Positions of the root over the frames of a motion; of a cycle, over three laps and a window."""
    first, count, lap = int(tape.first[motion]), int(tape.count[motion]), tape.lap[motion]
    lap_track = tape.level[first : first + count, tape.root]
    if lap is None:
        return lap_track
    laps, place = [lap_track], lap
    for _ in range(2 + -(-overlap // count)):
        laps.append(place.moved(lap_track))
        place = place.after(lap)
    return np.concatenate(laps)
