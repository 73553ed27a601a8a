"""A job with another number of frames: what names frames names the same moments of the motion."""

from dataclasses import replace
from typing import Any

from .frames import step_count
from .job import Job

BESIDE = 2  # frames; nearer to an end, a frame is meant as a neighbor of that end, not as a moment


def at_rate(job: Job, *, length: float, fps: float, beside: int = BESIDE) -> Job:
    """The same job, as long as that and with so many frames a second.

    Frames that constraints and objectives name by number keep their share of the motion, to the nearest frame; those
    that count from the end, or are within a few frames of either end, keep their distance from it.

    Args:
        job: whose contact phases are fractions of the motion, and stay.
        length: of the new one [s].
        fps: its frame rate [1/s].
        beside: how many frames these are.
    """
    changed = replace(job, timing=replace(job.timing, length=length, fps=fps))
    share = step_count(changed) / step_count(job)
    if share == 1:
        return changed
    return replace(
        changed,
        constraints=tuple(_moved(each, share, beside) for each in job.constraints),
        objectives=tuple(_moved(each, share, beside) for each in job.objectives),
    )


def _moved(told: Any, share: float, beside: int) -> Any:
    """A constraint or an objective whose frames are of the other clip."""
    if hasattr(told, "when"):
        return replace(told, when=_moved(told.when, share, beside))
    if hasattr(told, "first"):
        return replace(told, first=_frame(told.first, share, beside), last=_frame(told.last, share, beside))
    return told


def _frame(frame: int, share: float, beside: int) -> int:
    if frame < 0:
        return -1 - _frame(-1 - frame, share, beside)
    return frame if frame <= beside else max(round(frame * share), beside)
