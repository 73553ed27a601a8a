"""Durations of earlier solves in this Blender, the best estimate of the next one."""

import math
import statistics
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from ...solver.character import Character
from ...solver.job.job import Job
from ...solver.messages import Progress
from .drawn_duration import DrawnWork, expected_seconds, pace_of

ALIKE = 1.5  # as many frames, up to this factor
REMEMBERED = 20
SOLVE = "solve"  # command that finds a motion anew


@dataclass(frozen=True)
class Workload:
    """What the time of a solve depends on most.

    Attributes:
        command: of the solver: anew, or from a motion that there is.
        bodies: of the character.
        frames: of the motion.
        search: how its timings are found; empty where they are given.
        freedoms: of the character, where the motion is drawn; 0 where it is not.
        fps: frames a second.
        contacts: points that may touch.
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
        """The work that a job is."""
        has_free = job.timing.free is not None or any(each.free is not None for each in job.contact_timings)
        search = job.timing_search.kind if has_free else ""
        freedoms = _freedoms(job.character) if command == SOLVE and job.is_drawn else 0
        timing, character = job.timing, job.character
        bodies, contacts = len(character.bodies), len(character.contacts)
        return cls(command, bodies, timing.length * timing.fps, search, freedoms, timing.fps, contacts)

    @property
    def is_drawn(self) -> bool:
        """Whether it is a drawn motion, which takes about as long as any other of its size."""
        return self.freedoms > 0

    @property
    def drawn(self) -> DrawnWork | None:
        """What its time depends on, where it is a drawn motion."""
        if not self.is_drawn:
            return None
        return DrawnWork.at(self.frames, self.fps, freedoms=self.freedoms, contacts=self.contacts)

    def is_like(self, other: "Workload") -> bool:
        """Whether the other one may be expected to take about as long."""
        same = (self.command, self.bodies, self.search) == (other.command, other.bodies, other.search)
        return same and max(self.frames, other.frames) <= ALIKE * min(self.frames, other.frames)


_earlier: deque[tuple[Workload, float]] = deque(maxlen=REMEMBERED)  # of all files, until Blender ends
_paces: deque[float] = deque(maxlen=REMEMBERED)  # of drawn motions


def remember(work: Workload, seconds: float, history: Sequence[Progress]) -> None:
    """Keeps how long a solve took that went well, and how fast its iterations were."""
    _earlier.appendleft((work, seconds))
    if drawn := work.drawn:
        _paces.appendleft(pace_of(history, drawn, seconds))


def pace() -> float:
    """How many times as long as on a computer of 2025 iterations of drawn motions take in this Blender.

    The median, so that a few solves beside a program that had the processor do not count, and of iterations, so that a
    motion that needed many does not.
    """
    return statistics.median(_paces) if _paces else 1.0


def seconds_of_one_like(work: Workload) -> float:
    """What the last solve like it took, or a drawn motion may be expected to take; NaN where nothing is known."""
    if drawn := work.drawn:
        return pace() * expected_seconds(drawn)
    return next((seconds for other, seconds in _earlier if work.is_like(other)), math.nan)


def _freedoms(character: Character) -> int:
    roots = sum(len(root.axes) + len(root.translation) for root in character.roots)
    return roots + sum(len(joint.axes) for joint in character.joints)


def forget() -> None:
    """As in a Blender that has just begun."""
    _earlier.clear()
    _paces.clear()
