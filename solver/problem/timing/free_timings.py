"""The free timings of a job as a vector, and the job at other values of it."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ...arrays import Array, Flags
from ...job.at_rate import at_rate
from ...job.constraints.above_ground import AboveGround
from ...job.constraints.apart import Apart, NoSelfIntersection
from ...job.constraints.clearance import Clearance
from ...job.cycle import Cycle
from ...job.followed_timings import Follow, followed_timings
from ...job.frames import LEAST_FRAMES
from ...job.job import ContactTiming, Job
from ...job.objectives.acceleration import Acceleration
from ...job.objectives.duration import Duration
from ...job.objectives.effort import Effort
from ...job.objectives.force_change import ForceChange
from ...job.objectives.head_steady import HeadSteady
from ...job.objectives.jerk import Jerk
from ...job.objectives.posture import Posture
from ...job.objectives.power import Power
from ...job.objectives.preferred_angles import PreferredAngles
from ...job.objectives.torque import Torque
from ...job.objectives.torque_change import TorqueChange
from ...job.timings import FreePhases
from ...mechanics.tree import Tree

LEAST_TOUCH = 0.5  # frames; a shorter phase contains none
ROUNDING = 1e-6  # frames
# Constraints and objectives that do not depend on time
TIMELESS = (
    *(Clearance, Apart, NoSelfIntersection, AboveGround),
    *(
        Effort,
        Torque,
        Duration,
        ForceChange,
        TorqueChange,
        Acceleration,
        Posture,
        Jerk,
        PreferredAngles,
        HeadSteady,
        Power,
    ),
)


@dataclass(frozen=True, eq=False)
class FreeTimings:
    """The unknowns of a search for timings: the length first, then start and duration of each phase.

    Attributes:
        job: with free timings; its values are the initial guess.
        names: (U,) of the unknowns, such as "length" or "L_foot start".
        lower: (U,) bounds, of the length in s, of others in fractions of the clip.
        upper: (U,) likewise.
        guess: (U,) the values of the job.
        periodic: (U,) whether a start may be anywhere in its cycle.
        follows: contact timing that each of the job's contact timings follows, or None.
        fps: minimum frame rate of jobs with other lengths.
    """

    job: Job
    names: tuple[str, ...]
    lower: Array
    upper: Array
    guess: Array
    periodic: Flags
    follows: tuple[Follow | None, ...]
    fps: float

    def job_at(self, values: Array) -> Job:
        """The job with these timings fixed.

        The frame rate is raised slightly so that the length is a whole number of frames, even in a mirrored cycle.

        Args:
            values: (U,) within the bounds; periodic ones are arbitrary.
        """
        given = iter(values.tolist())
        job = self._of_length(next(given)) if self.job.timing.free else self.job
        n_frames = round(job.timing.length * job.timing.fps)
        found = []
        for timing, follow in zip(job.contact_timings, self.follows, strict=True):
            phases = timing.phases
            if timing.free and follow is None:
                phases = tuple((next(given), next(given)) for _ in phases)
                phases = tuple((_wrapped(s, job.cycle), d) for s, d in phases if d * n_frames > LEAST_TOUCH)
            found.append(replace(timing, phases=phases, free=None))
        for i, follow in enumerate(self.follows):
            if follow is not None:
                leader, offset = follow
                phases = tuple((_wrapped(s + offset, job.cycle), d) for s, d in found[leader].phases)
                found[i] = replace(found[i], phases=phases)
        return replace(job, contact_timings=tuple(found))

    def values_of(self, other: Job) -> Array | None:
        """(U,) timings of another job; None if its contacts or phases are different."""
        shapes = [
            [(timing.contact, len(timing.phases)) for timing in job.contact_timings]
            for job in (self.job, other)
        ]
        if shapes[0] != shapes[1]:
            return None
        values = [other.timing.length] if self.job.timing.free else []
        for own, theirs, follow in zip(
            self.job.contact_timings, other.contact_timings, self.follows, strict=True
        ):
            if own.free and follow is None:
                values += [value for phase in theirs.phases for value in phase]
        return np.clip(values, self.lower, self.upper)

    def at_rate(self, fps: float) -> "FreeTimings":
        """The same unknowns with another minimum frame rate; frames in the job still refer to its own rate."""
        return replace(self, fps=fps)

    def _of_length(self, length: float) -> Job:
        """The job with another length, its frames at the same relative times, and a cycle at the same speed."""
        timing, cycle = self.job.timing, self.job.cycle
        even = 2 if cycle and cycle.mirrored else 1
        frames = max(even * math.ceil(length * self.fps / even - ROUNDING), LEAST_FRAMES)
        longer = length / timing.length
        if cycle:
            x, y, z = cycle.translation
            cycle = replace(cycle, translation=(longer * x, longer * y, longer * z), yaw=longer * cycle.yaw)
        given = replace(self.job, timing=replace(timing, free=None), cycle=cycle)
        return at_rate(given, length=length, fps=frames / length)


def merit(job: Job, objective: float) -> float:
    """Merit for comparing lengths: a cycle's objective per second, or an open clip's objective."""
    return objective / job.timing.length if job.cycle else objective


def is_free(job: Job) -> bool:
    """Whether the job has free timings."""
    return job.timing.free is not None or any(timing.free for timing in job.contact_timings)


def with_omitted_free(job: Job) -> Job:
    """The job in which contacts without a timing have free ones, evenly spaced (McIntosh 2011, section 4.2.5)."""
    contacts = [contact.name for contact in job.character.contacts]
    timed = {timing.contact for timing in job.contact_timings}
    share = 1 / max(len(contacts), 1)
    omitted = tuple(
        ContactTiming(name, ((k * share, share),), free=FreePhases())
        for k, name in enumerate(contacts)
        if name not in timed
    )
    return replace(job, contact_timings=(*job.contact_timings, *omitted))


def free_timings(job: Job, tree: Tree) -> FreeTimings:
    """The unknowns of a job's timings.

    If all contacts of a cycle are free and nothing else depends on time, the cycle may begin anywhere, and the first
    periodic start is fixed.
    """
    follows = followed_timings(job, tree)
    unknowns = [*_length(job), *_phases(job, follows)]
    if _may_begin_anywhere(job):
        indices = [k for k, unknown in enumerate(unknowns) if unknown.goes_round]
        for k in indices[:1]:
            unknowns[k] = replace(unknowns[k], lower=unknowns[k].guess, upper=unknowns[k].guess)
    return FreeTimings(
        job=job,
        names=tuple(u.name for u in unknowns),
        lower=np.array([u.lower for u in unknowns]),
        upper=np.array([u.upper for u in unknowns]),
        guess=np.array([u.guess for u in unknowns]),
        periodic=np.array([u.goes_round for u in unknowns], bool),
        follows=follows,
        fps=job.timing.fps,
    )


@dataclass(frozen=True)
class _Unknown:
    """One of ``FreeTimings``."""

    name: str
    lower: float
    upper: float
    guess: float
    goes_round: bool = False


def _length(job: Job) -> Iterator[_Unknown]:
    """The length, if it is free."""
    free, timing = job.timing.free, job.timing
    if free is None:
        return
    least = min(LEAST_FRAMES / timing.fps, timing.length)
    yield _Unknown("length", max(free.shortest, least), free.longest, timing.length)


def _phases(job: Job, follows: Sequence[Follow | None]) -> Iterator[_Unknown]:
    """Start and duration of each free phase that follows no other."""
    for i, timing in enumerate(job.contact_timings):
        if timing.free is None or follows[i] is not None:
            continue
        for k, phase in enumerate(timing.phases):
            name = timing.contact + (f"[{k}]" if len(timing.phases) > 1 else "")
            bounds = {"start": timing.free.start, "duration": timing.free.duration}
            for (part, (lower, upper)), value in zip(bounds.items(), phase, strict=True):
                goes_round = part == "start" and job.cycle is not None and upper - lower == 1.0
                yield _Unknown(f"{name} {part}", lower, upper, value, goes_round)


def _may_begin_anywhere(job: Job) -> bool:
    """Whether shifting all timings by the same time only shifts the motion."""
    return (
        job.cycle is not None
        and not job.holds
        and all(timing.free for timing in job.contact_timings)
        and all(isinstance(each, TIMELESS) for each in (*job.constraints, *job.objectives))
    )


def _wrapped(start: float, cycle: Cycle | None) -> float:
    """A cycle's start within 0 to 1."""
    return start % 1.0 if cycle else start
