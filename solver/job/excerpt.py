"""Part of a job between two of its frames, for motions that are solved in windows."""

import math
import re
from dataclasses import replace
from typing import Any

import numpy as np

from ..rotations import quaternion_from_matrix
from .aggregates import EACH, INTEGRAL
from .basis import PER_FRAME
from .constraints.above_ground import AboveGround
from .constraints.apart import Apart, NoSelfIntersection
from .constraints.at_rest import AtRest
from .constraints.clearance import Clearance
from .constraints.expression import ExpressionConstraint
from .constraints.hold_pose import HoldPose
from .constraints.pin import Pin
from .constraints.power_limit import PowerLimit
from .constraints.region import Region
from .constraints.stay import Stay
from .constraints.together import Together
from .drawn_bones import bones_at
from .frames import ROUNDING, frame_count, step_count
from .heading import headings
from .job import Constraint, Job, Objective
from .objectives.expression import ExpressionObjective
from .objectives.pose_closeness import DrawnBody, PoseCloseness, drawn_body
from .objectives.sketch import SketchCloseness
from .when import When

CUT = (
    AboveGround, Apart, NoSelfIntersection, AtRest, Clearance, ExpressionConstraint, HoldPose, Pin, PowerLimit, Region,
    Stay, Together,
)  # fmt: skip
OF_THE_WHOLE = re.compile(r"\b(time|phase|duration)\b")  # what an expression says of a clip as a whole

Phases = tuple[tuple[float, float], ...]


def uncut_reason(job: Job) -> str:
    """Why a job can only be solved as a whole; empty if it can be cut."""
    if job.cycle is not None:
        return "it repeats"
    if job.timing.free is not None or any(timing.free for timing in job.contact_timings):
        return "its timing is free"
    if job.basis != PER_FRAME:
        return "it is a spline"
    for part in (*job.constraints, *job.objectives):
        if _is_of_the_whole(part):
            return f"'{getattr(part, 'name', '') or part.kind}' is about the whole motion"
    return ""


def _is_of_the_whole(part: Constraint | Objective) -> bool:
    if isinstance(part, SketchCloseness) or not isinstance(part, (*CUT, Objective)):
        return True
    when = getattr(part, "when", None)
    if isinstance(when, When) and when.condition and OF_THE_WHOLE.search(when.condition):
        return True
    if isinstance(part, ExpressionConstraint | ExpressionObjective):
        return part.of not in (EACH, INTEGRAL) or bool(OF_THE_WHOLE.search(part.expression))
    return False


def drawn_at_frames(job: Job) -> Job:
    """The job with drawn poses at its own frames, so that parts of it have theirs."""
    count = frame_count(job)
    return replace(
        job,
        heading=tuple(headings(job.heading, count).tolist()) if job.heading else (),
        drawn_bones=bones_at(job.drawn_bones, count, np.arange(count), closed=False),
        objectives=tuple(
            replace(each, bodies=tuple(_at_frames(body, count) for body in each.bodies))
            if isinstance(each, PoseCloseness)
            else each
            for each in job.objectives
        ),
    )


def _at_frames(body: DrawnBody, count: int) -> DrawnBody:
    envelope = tuple((body.weights(count, closed=False) / body.weight).tolist()) if body.envelope else ()
    if len(body.positions) == count:
        return replace(body, envelope=envelope)
    positions, axes = body.spread(count, closed=False)
    evened = drawn_body(body.body, positions, quaternion_from_matrix(axes), weight=body.weight)
    return replace(evened, envelope=envelope)


def excerpt(job: Job, first: int, last: int) -> Job:
    """The job from frame ``first`` to ``last``, included; frames and phases count from its own first frame.

    Args:
        job: that can be cut, with drawn poses at its frames.
        first: first frame.
        last: last frame.
    """
    steps, length = step_count(job), last - first
    timings = (
        replace(timing, phases=_phases(timing.phases, steps, first, last)) for timing in job.contact_timings
    )
    holds = (replace(hold, phases=_phases(hold.phases, steps, first, last)) for hold in job.holds)
    constraints = (_constraint(each, steps, first, last) for each in job.constraints)
    objectives = (_objective(each, steps, first, last) for each in job.objectives)
    return replace(
        job,
        timing=replace(job.timing, length=length / job.timing.fps),
        heading=job.heading[first : last + 1],
        drawn_bones=bones_at(job.drawn_bones, steps + 1, np.arange(first, last + 1), closed=False),
        contact_timings=tuple(timing for timing in timings if timing.phases),
        holds=tuple(hold for hold in holds if hold.phases),
        constraints=tuple(each for each in constraints if each is not None),
        objectives=tuple(each for each in objectives if each is not None),
    )


def _phases(phases: Phases, steps: int, first: int, last: int) -> Phases:
    """Phases whose frames are those of the whole clip, half a frame longer so that rounding adds and removes none."""
    found, length = [], last - first
    for start, duration in phases:
        begin = max(math.ceil(start * steps - ROUNDING) - first, 0)
        is_to_the_end = start + duration >= 1 - ROUNDING
        end = steps if is_to_the_end else math.ceil((start + duration) * steps - ROUNDING) - 1
        end = min(end - first, length)
        if begin <= end:
            at = begin if begin < length else length - 0.5
            until = length if end == length else end + 0.5
            found.append((at / length, (until - at) / length))
    return tuple(found)


def _constraint(part: Any, steps: int, first: int, last: int) -> Constraint | None:
    """A constraint at the frames of a part; None if it has none there."""
    if isinstance(part, AtRest):
        own = replace(part, start=part.start and first == 0, end=part.end and last == steps)
        return own if own.start or own.end else None
    if isinstance(part, Pin):
        span = _span(part.first, part.last, steps, first, last)
        return None if span is None else replace(part, first=span[0], last=span[1])
    found: Constraint | None = _with_when(part, steps, first, last)
    return found


def _objective(part: Any, steps: int, first: int, last: int) -> Objective | None:
    if isinstance(part, PoseCloseness):
        frames = slice(first, last + 1)
        return replace(
            part,
            bodies=tuple(
                replace(
                    body,
                    positions=body.positions[frames],
                    orientations=body.orientations[frames],
                    envelope=body.envelope[frames],
                )
                for body in part.bodies
            ),
        )
    found: Objective | None = _with_when(part, steps, first, last)
    return found


def _with_when(part: Any, steps: int, first: int, last: int) -> Any:
    when = getattr(part, "when", None)
    if not isinstance(when, When) or not when.names_frames:
        return part
    span = _span(when.first, when.last, steps, first, last)
    return None if span is None else replace(part, when=replace(when, first=span[0], last=span[1]))


def _span(begin: int, end: int, steps: int, first: int, last: int) -> tuple[int, int] | None:
    """Frames of the whole clip, possibly counted from its end, as those of a part; None if none is in it."""
    begin, end = begin % (steps + 1) - first, end % (steps + 1) - first
    length = last - first
    return None if end < 0 or begin > length else (max(begin, 0), min(end, length))
