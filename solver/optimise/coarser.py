"""Jobs with fewer frames, whose motions serve as starts for all frames (Liu, Gortler & Cohen 1994)."""

import numpy as np

from ..job.at_rate import at_rate
from ..job.drawn_motion import first_steps, times_finer
from ..job.frames import step_count
from ..job.job import Job
from ..job.objectives.pose_closeness import PoseCloseness

LEAST_STEPS = 12  # minimum number of steps to halve
PAIR = 1  # frames next to an end that stay: two specify a velocity, a third would double its duration


def coarser(job: Job) -> Job | None:
    """The same job with about half the frames, as its length allows; None if these are too few."""
    steps = step_count(job)
    if steps < LEAST_STEPS:
        return None
    by = 4 if job.cycle is not None and job.cycle.mirrored else 2
    left = max(by // 2 * round(steps / by), 1)
    return at_rate(job, length=job.timing.length, fps=left / job.timing.length, margin=PAIR)


def at_knots(job: Job) -> Job | None:
    """A job of a drawn motion with only as many frames as human motion needs; None for others, or if it has no more."""
    steps = step_count(job)
    knots = first_steps(steps, job.timing.fps)
    if not job.is_drawn or knots == steps:
        return None
    for closeness in (each for each in job.objectives if isinstance(each, PoseCloseness)):
        turns = [body.spread(steps + 1, closed=False)[1] for body in closeness.bodies]
        knots *= times_finer(np.stack(turns, 1), knots)
    return at_rate(job, length=job.timing.length, fps=knots / job.timing.length) if knots < steps else None
