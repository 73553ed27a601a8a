"""Durations of earlier solves in this Blender, the best estimate of the next one."""

import math
from collections import deque
from dataclasses import dataclass

from ...solver.job.job import Job

ALIKE = 1.5  # as many frames, up to this factor
REMEMBERED = 20


@dataclass(frozen=True)
class Workload:
    """What the time of a solve depends on most.

    Attributes:
        command: of the solver: anew, or from a motion that there is.
        bodies: of the character.
        frames: of the motion.
        search: how its timings are found; empty where they are given.
    """

    command: str
    bodies: int
    frames: float
    search: str

    @classmethod
    def of(cls, job: Job, command: str) -> "Workload":
        """The work that a job is."""
        has_free = job.timing.free is not None or any(each.free is not None for each in job.contact_timings)
        search = job.timing_search.kind if has_free else ""
        return cls(command, len(job.character.bodies), job.timing.length * job.timing.fps, search)

    def is_like(self, other: "Workload") -> bool:
        """Whether the other one may be expected to take about as long."""
        same = (self.command, self.bodies, self.search) == (other.command, other.bodies, other.search)
        return same and max(self.frames, other.frames) <= ALIKE * min(self.frames, other.frames)


_earlier: deque[tuple[Workload, float]] = deque(maxlen=REMEMBERED)  # of all files, until Blender ends


def remember(work: Workload, seconds: float) -> None:
    """Keeps how long a solve took that went well."""
    _earlier.appendleft((work, seconds))


def seconds_of_one_like(work: Workload) -> float:
    """What the last solve like it took; NaN where there was none."""
    return next((seconds for other, seconds in _earlier if work.is_like(other)), math.nan)


def forget() -> None:
    """As in a Blender that has just begun."""
    _earlier.clear()
