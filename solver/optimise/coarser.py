"""A job with half its frames, whose motion is the start of the whole one (Liu, Gortler & Cohen 1994)."""

from dataclasses import replace
from typing import Any

from ..job.job import Job

LEAST_STEPS = 12  # that are worth halving


def coarser(job: Job) -> Job | None:
    """The same job with every other frame, or as near to that as its length allows; None where that is too coarse.

    What names frames names the nearest ones that are left.
    """
    steps = round(job.timing.length * job.timing.fps)
    if steps < LEAST_STEPS:
        return None
    by = 4 if job.cycle is not None and job.cycle.mirrored else 2
    left = max(by // 2 * round(steps / by), 1)
    return replace(
        job,
        timing=replace(job.timing, fps=left / job.timing.length),
        constraints=tuple(_moved(each, left / steps) for each in job.constraints),
        objectives=tuple(_moved(each, left / steps) for each in job.objectives),
    )


def _moved(told: Any, share: float) -> Any:
    """A constraint or an objective whose frames are of the coarser clip."""
    if hasattr(told, "when"):
        return replace(told, when=_moved(told.when, share))
    if hasattr(told, "first"):
        return replace(told, first=_frame(told.first, share), last=_frame(told.last, share))
    return told


def _frame(frame: int, share: float) -> int:
    """A frame of the clip; one that counts from its end does so again."""
    return round(frame * share) if frame >= 0 else -1 - round((-1 - frame) * share)
