"""Ghosts that walk through the motion graph in real time, to their targets or steered by keys."""

import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import bpy

from ...solver.library.graph.graph_file import load_graph
from ...solver.library.graph.tape import make_tape
from ...solver.library.graph.walks.departures import DepartureTable
from ..result import review
from ..result.blend import clear_tracks
from ..result.ghost import ghost_of, making_ghost
from ..runtime import event_loop
from ..runtime.event_loop import After, Work, in_a_thread
from ..solve import session
from .crowd import Crowd
from .graph import graph_file
from .performance import Performance
from .steering import Keys

BEHIND = 4  # most late frames to catch up on in one step
FEWEST = 3  # least frames of a motion
BY_KEYS = "KEYS"  # in the panel


class Play:
    """The running performance, or the last one.

    Attributes:
        crowd: playing characters.
        keys: steering keys, if used.
        file: of the graph.
    """

    def __init__(self) -> None:
        self.crowd: Crowd | None = None
        self.keys: Keys | None = None
        self.file = Path()

    @property
    def is_on(self) -> bool:
        """Whether ghosts walk."""
        return event_loop.is_busy(self)

    def start(self, armature_objects: Sequence[bpy.types.Object]) -> None:
        """Starts ghosts, which walk until stopped.

        Args:
            armature_objects: of the ghosts; the first one provides the graph and the steering of all.

        Raises:
            InputError: there is no path for the graph.
        """
        for leave in session.leave_the_ghost:
            leave()
        first = armature_objects[0]
        self.crowd = None
        self.file = graph_file(first)
        self.keys = Keys() if first.spacetime.library.steering == BY_KEYS else None
        work = self._work([each.name for each in armature_objects], self.file)
        event_loop.start(work, owner=self, holds_data=False)

    def stop(self) -> None:
        """Returns the ghosts to pending motions; the playback can still be baked."""
        event_loop.drop(self)

    def forget(self) -> None:
        """Drops the performance when another file is opened."""
        self.stop()
        self.crowd = None

    def played(self) -> list[Performance]:
        """Performances that can be baked."""
        performances = self.crowd.performances if self.crowd is not None else ()
        return [each for each in performances if len(each.frames) >= FEWEST and each.name in bpy.data.objects]

    def _work(self, names: list[str], file: Path) -> Work[None]:
        ways, stamp = yield from in_a_thread(partial(_ways, file))
        try:
            for name in names:
                if name in bpy.data.objects:
                    yield from making_ghost(bpy.data.objects[name])
                    _leave_motions(name)
            there = [bpy.data.objects[name] for name in names if name in bpy.data.objects]
            if there:
                self.crowd = Crowd(ways, there, self.keys, stamp=stamp)
                yield from _walking(self.crowd)
        finally:
            for name in names:
                left = bpy.data.objects.get(name)
                if left is not None:
                    review.show_pending(left)


play = Play()  # one at a time


def _walking(crowd: Crowd) -> Work[None]:
    """Plays in real time until a ghost is removed."""
    step, begun, done = crowd.table.graph.step, time.perf_counter(), 0
    while crowd.is_there:
        due = int((time.perf_counter() - begun) / step) - done
        for _ in range(min(due, BEHIND)):
            crowd.step()
        done += due
        if due:
            crowd.pose()
            event_loop.redraw()
        yield After(step / 2)


def _ways(file: Path) -> tuple[DepartureTable, int]:
    """Ways of a graph's file and its modification time [ns]; runs in a thread."""
    graph = load_graph(file)
    return DepartureTable(graph, make_tape(graph)), file.stat().st_mtime_ns


def _leave_motions(name: str) -> None:
    """Removes actions and strips from a ghost."""
    ghost = ghost_of(bpy.data.objects[name])
    if ghost is not None and ghost.animation_data is not None:
        clear_tracks(ghost)
        ghost.animation_data.action = None
