"""Durations of earlier solves in this Blender session, which predict the next one."""

import math
import statistics
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from ...solver.character import Character
from ...solver.job.job import Job
from ...solver.messages import Progress
from .drawn_duration import DrawnWork, expected_seconds, pace_of

ALIKE = 1.5  # largest ratio of frames
REMEMBERED = 20
SOLVE = "solve"  # command that solves from scratch


@dataclass(frozen=True)
class Workload:
    """Properties of a solve that determine most of its duration.

    Attributes:
        command: of the solver: from scratch, or from an existing motion.
        bodies: of the character.
        frames: of the motion.
        search: method of the timing search; empty if timings are given.
        freedoms: degrees of freedom of the character if the motion is drawn, else 0.
        fps: frames a second.
        contacts: number of possible contact points.
    """

    command: str
    bodies: int
    frames: float
    search: str
    freedoms: int = 0
    fps: float = 0.0
    contacts: int = 0

    @classmethod
    def of(cls, job: Job, command: str) -> "Workload":
        """Workload of a job."""
        has_free = job.timing.free is not None or any(each.free is not None for each in job.contact_timings)
        search = job.timing_search.kind if has_free else ""
        freedoms = _freedoms(job.character) if command == SOLVE and job.is_drawn else 0
        timing, character = job.timing, job.character
        bodies, contacts = len(character.bodies), len(character.contacts)
        return cls(command, bodies, timing.length * timing.fps, search, freedoms, timing.fps, contacts)

    @property
    def is_drawn(self) -> bool:
        """Whether it is a drawn motion, whose duration depends on its size only."""
        return self.freedoms > 0

    @property
    def drawn(self) -> DrawnWork | None:
        """What determines its duration, if it is a drawn motion."""
        if not self.is_drawn:
            return None
        return DrawnWork.at(self.frames, self.fps, freedoms=self.freedoms, contacts=self.contacts)

    def is_like(self, other: "Workload") -> bool:
        """Whether another one probably takes about as long."""
        same = (self.command, self.bodies, self.search) == (other.command, other.bodies, other.search)
        return same and max(self.frames, other.frames) <= ALIKE * min(self.frames, other.frames)


_earlier: deque[tuple[Workload, float]] = deque(maxlen=REMEMBERED)  # of all files in this Blender session
_paces: deque[float] = deque(maxlen=REMEMBERED)  # of drawn motions


def remember(work: Workload, seconds: float, history: Sequence[Progress]) -> None:
    """Records the duration of a successful solve and the speed of its iterations."""
    _earlier.appendleft((work, seconds))
    if drawn := work.drawn:
        _paces.appendleft(pace_of(history, drawn, seconds))


def pace() -> float:
    """Time per iteration of drawn motions in this Blender session, relative to a computer of 2025.

    The median ignores a few solves slowed by other programs; per iteration, it does not
    depend on their number.
    """
    return statistics.median(_paces) if _paces else 1.0


def seconds_of_one_like(work: Workload) -> float:
    """Duration of the last similar solve, or the expected one of a drawn motion; NaN if unknown."""
    if drawn := work.drawn:
        return pace() * expected_seconds(drawn)
    return next((seconds for other, seconds in _earlier if work.is_like(other)), math.nan)


def _freedoms(character: Character) -> int:
    roots = sum(len(root.axes) + len(root.translation) for root in character.roots)
    return roots + sum(len(joint.axes) for joint in character.joints)


def forget() -> None:
    """Clears all durations."""
    _earlier.clear()
    _paces.clear()
