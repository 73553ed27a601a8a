"""Durations of earlier solves in this Blender, the best estimate of the next one."""

import math
from collections import deque
from dataclasses import dataclass

from ...solver.character import Character
from ...solver.job.job import Job
from .drawn_duration import DrawnFrames, expected_seconds

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
    """

    command: str
    bodies: int
    frames: float
    search: str
    freedoms: int = 0
    fps: float = 0.0

    @classmethod
    def of(cls, job: Job, command: str) -> "Workload":
        """The work that a job is."""
        has_free = job.timing.free is not None or any(each.free is not None for each in job.contact_timings)
        search = job.timing_search.kind if has_free else ""
        freedoms = _freedoms(job.character) if command == SOLVE and job.is_drawn else 0
        timing, bodies = job.timing, len(job.character.bodies)
        return cls(command, bodies, timing.length * timing.fps, search, freedoms, timing.fps)

    @property
    def is_drawn(self) -> bool:
        """Whether it is a drawn motion, which takes about as long as any other with so many frames."""
        return self.freedoms > 0

    @property
    def drawn_frames(self) -> DrawnFrames | None:
        """Its frames, where it is one."""
        return DrawnFrames.at(self.frames, self.fps) if self.is_drawn else None

    def is_like(self, other: "Workload") -> bool:
        """Whether the other one may be expected to take about as long."""
        same = (self.command, self.bodies, self.search) == (other.command, other.bodies, other.search)
        return same and max(self.frames, other.frames) <= ALIKE * min(self.frames, other.frames)


_earlier: deque[tuple[Workload, float]] = deque(maxlen=REMEMBERED)  # of all files, until Blender ends


def remember(work: Workload, seconds: float) -> None:
    """Keeps how long a solve took that went well."""
    _earlier.appendleft((work, seconds))


def pace() -> float:
    """How many times as long as expected drawn motions have taken in this Blender, in the mean of their logarithms."""
    found = [
        math.log(seconds / expected_seconds(frames, work.freedoms))
        for work, seconds in _earlier
        if (frames := work.drawn_frames)
    ]
    return math.exp(math.fsum(found) / len(found)) if found else 1.0


def seconds_of_one_like(work: Workload) -> float:
    """What the last solve like it took, or a drawn motion may be expected to take; NaN where nothing is known."""
    if frames := work.drawn_frames:
        return pace() * expected_seconds(frames, work.freedoms)
    return next((seconds for other, seconds in _earlier if work.is_like(other)), math.nan)


def _freedoms(character: Character) -> int:
    roots = sum(len(root.axes) + len(root.translation) for root in character.roots)
    return roots + sum(len(joint.axes) for joint in character.joints)


def forget() -> None:
    """As in a Blender that has just begun."""
    _earlier.clear()
