"""The same jump with more or fewer frames in the air.

The height of a jump follows from its time of flight, whose number of frames is part of a job's structure and cannot be
optimized continuously. Each number of frames is a separate branch.
"""

import math
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np

from ..errors import InputError
from ..job.frames import ROUNDING
from ..job.job import ContactTiming, Job
from ..job.schedule import contact_schedule
from ..job.when import When
from ..optimise.start import Start
from ..stretches import stretches


@dataclass(frozen=True)
class Flight:
    """The longest interval of an open job without contact.

    Attributes:
        first: frame.
        last: frame, included.
        n_frames: of the whole job.
    """

    first: int
    last: int
    n_frames: int

    @classmethod
    def of(cls, job: Job) -> "Flight":
        """The flight of a job with given timings.

        Raises:
            InputError: the job is cyclic, or never without contact.
        """
        if job.cycle is not None:
            raise InputError("expected an open motion, found a cycle", field="job.cycle")
        touches = contact_schedule(job).touches.any(axis=1)
        end = len(touches) - 1
        inside = [(first, last) for first, last in stretches(~touches) if first > 0 and last < end]
        if not inside:
            raise InputError(
                "the motion has no flight; expected frames at which no contact touches, with a take-off and a landing",
                field="job.contact_timings",
            )
        return cls(*max(inside, key=lambda run: run[1] - run[0]), len(touches))

    @property
    def frames(self) -> int:
        """Number of frames."""
        return self.last - self.first + 1

    def stretched(self, frame: float, frames: int) -> float:
        """New index of a frame if the flight has another number of frames."""
        if frame < self.first:
            return frame
        if frame > self.last:
            return frame + frames - self.frames
        return self.first - 1 + (frame - self.first + 1) * (frames + 1) / (self.frames + 1)


def with_flight(job: Job, frames: int) -> Job:
    """The job with a number of frames in the air; contacts and frames after the landing move accordingly.

    Raises:
        InputError: the job has no flight, or the number is less than one.
    """
    flight = Flight.of(job)
    if frames < 1:
        raise InputError(f"expected a flight of 1 frame or more, found {frames}", field="frames")
    n_frames = flight.n_frames + frames - flight.frames
    seconds = job.timing.length * (n_frames - 1) / (flight.n_frames - 1)
    return replace(
        job,
        name=f"{job.name} {frames}",
        timing=replace(job.timing, length=seconds),
        contact_timings=tuple(_moved_phases(each, flight, frames) for each in job.contact_timings),
        constraints=tuple(_moved(each, flight, frames) for each in job.constraints),
        objectives=tuple(_moved(each, flight, frames) for each in job.objectives),
    )


def aligned(start: Start, job: Job) -> Start:
    """A jump as a start for one with another flight, aligned at take-off and landing."""
    old, new = Flight.of(start.transcription.job), Flight.of(job)
    times = [old.stretched(frame, new.frames) / (new.n_frames - 1) for frame in range(old.n_frames)]
    return replace(start, times=np.array(times))


def _moved_phases(timing: ContactTiming, flight: Flight, frames: int) -> ContactTiming:
    steps = flight.n_frames - 1
    phases = []
    for start, share in timing.phases:
        ends = (math.ceil(each * steps - ROUNDING) for each in (start, start + share))
        first, last = (flight.stretched(end, frames) for end in ends)
        now = steps + frames - flight.frames
        phases.append((first / now, (last - first) / now))
    return replace(timing, phases=tuple(phases))


def _moved(specification: Any, flight: Flight, frames: int) -> Any:
    """A constraint or an objective with moved frames, except those that count from the end."""
    changed: dict[str, Any] = {}
    for field in fields(specification):
        value = getattr(specification, field.name)
        if field.name in ("first", "last", "frame") and isinstance(value, int):
            changed[field.name] = _moved_frame(value, flight, frames)
        elif isinstance(value, When):
            first, last = (_moved_frame(each, flight, frames) for each in (value.first, value.last))
            changed[field.name] = replace(value, first=first, last=last)
    return replace(specification, **changed) if changed else specification


def _moved_frame(frame: int, flight: Flight, frames: int) -> int:
    return frame if frame < 0 else round(flight.stretched(frame, frames))
