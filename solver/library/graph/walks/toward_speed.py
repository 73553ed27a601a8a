"""Motions near a target speed, and the times until edges lead to them; depends on numpy only."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ....arrays import Array, Flags, Indices
from .departures import DepartureTable

NEAR = 0.5  # m/s
SHORT = 0.25  # s over which speeds are measured


@dataclass(frozen=True, eq=False)
class TowardSpeed:
    """What leads to a speed.

    Attributes:
        fits: (M,) motions that are about as fast.
        seconds: (E + 1,) from the end of each edge's window until one of them can be played; of STAY, never.
    """

    fits: Flags
    seconds: Array


class SpeedGoals:
    """What leads to a speed, kept for speeds for which the same motions fit.

    Args:
        table: of the graph.
        near: by which a motion may miss the wanted speed more than the one that misses it least [m/s].
    """

    def __init__(self, table: DepartureTable, *, near: float = NEAR) -> None:
        frames = max(round(SHORT / table.graph.step), 1)
        speed = abs(table.ahead(frames)) / (frames * table.graph.step)
        n_motions = len(table.graph.motions)
        kept = np.bincount(table.motion, table.kept, n_motions) > 0
        cycles = kept & np.array([lap is not None for lap in table.tape.lap])
        self._speed = np.bincount(table.motion, speed, n_motions) / table.tape.count
        self._lasting = cycles if cycles.any() else kept  # what can go on at its speed
        self._ways, self._near = table, near
        self._ends = _ends(table)
        self._found = lru_cache(maxsize=64)(self._toward)

    def toward(self, speed: float) -> TowardSpeed:
        """What leads to a speed [m/s]."""
        missed = abs(self._speed - speed)
        fits = missed <= missed[self._lasting].min() + self._near
        return self._found(fits.tobytes())

    def _toward(self, which: bytes) -> TowardSpeed:
        """By relaxation over all edges at once (Bellman 1958); an edge is followed by those that its target has."""
        fits, (source, leaves, target, landing) = np.frombuffer(which, bool), self._ends
        ways, overlap = self._ways, self._ways.graph.overlap
        frames = np.where(fits[target], 0.0, np.inf)
        through = [m for m in range(len(fits)) if not fits[m]]
        entering, leaving = ([np.flatnonzero(ends == m) for m in through] for ends in (target, source))
        is_done = False
        while not is_done:
            before = frames.copy()
            for motion, arrives, goes in zip(through, entering, leaving, strict=True):
                if not (len(arrives) and np.isfinite(frames[goes]).any()):
                    continue
                wait = (leaves[goes] - landing[arrives][:, None]).astype(float)
                if ways.tape.lap[motion] is not None:
                    wait %= ways.tape.count[motion]
                wait[wait < 0] = np.inf
                frames[arrives] = np.minimum(frames[arrives], (wait + overlap + frames[goes]).min(1))
            is_done = bool((frames == before).all())
        return TowardSpeed(fits, np.append(frames * ways.graph.step, np.inf))


def _ends(table: DepartureTable) -> tuple[Indices, Indices, Indices, Indices]:
    """(E,) motion and frame that each edge leaves, and those at which it lands."""
    source, leaves, target = (
        np.array([getattr(edge, name) for edge in table.graph.edges], np.intp)
        for name in ("source", "leaves", "target")
    )
    landing = np.asarray(table.tape.landing[: len(target)], np.intp)
    return source, leaves, target, landing - np.asarray(table.tape.first)[target]
