"""A job with half its frames, whose motion is the start of the whole one (Liu, Gortler & Cohen 1994)."""

from ..job.at_rate import at_rate
from ..job.frames import step_count
from ..job.job import Job

LEAST_STEPS = 12  # that are worth halving
PAIR = 1  # frames beside an end that stay: two specify a velocity, a third would ask for twice the time


def coarser(job: Job) -> Job | None:
    """The same job with every other frame, or as near to that as its length allows; None where that is too coarse."""
    steps = step_count(job)
    if steps < LEAST_STEPS:
        return None
    by = 4 if job.cycle is not None and job.cycle.mirrored else 2
    left = max(by // 2 * round(steps / by), 1)
    return at_rate(job, length=job.timing.length, fps=left / job.timing.length, beside=PAIR)
