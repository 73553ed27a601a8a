"""A job with another number of frames: what names frames names the same moments of the motion."""

from dataclasses import replace
from typing import Any

from .frames import step_count
from .job import Job

BESIDE = 2  # frames; nearer to an end, a frame is meant as a neighbor of that end, not as a moment


def at_rate(job: Job, *, length: float, fps: float) -> Job:
    """The same job, as long as that and with so many frames a second.

    Frames that constraints and objectives name by number keep their share of the motion, to the nearest frame; those
    that count from the end, or are within two frames of either end, keep their distance from it.

    Args:
        job: whose contact phases are fractions of the motion, and stay.
        length: of the new one [s].
        fps: its frame rate [1/s].
    """
    changed = replace(job, timing=replace(job.timing, length=length, fps=fps))
    share = step_count(changed) / step_count(job)
    if share == 1:
        return changed
    return replace(
        changed,
        constraints=tuple(_moved(each, share) for each in job.constraints),
        objectives=tuple(_moved(each, share) for each in job.objectives),
    )


def _moved(told: Any, share: float) -> Any:
    """A constraint or an objective whose frames are of the other clip."""
    if hasattr(told, "when"):
        return replace(told, when=_moved(told.when, share))
    if hasattr(told, "first"):
        return replace(told, first=_frame(told.first, share), last=_frame(told.last, share))
    return told


def _frame(frame: int, share: float) -> int:
    if frame < 0:
        return -1 - _frame(-1 - frame, share)
    return frame if frame <= BESIDE else max(round(frame * share), BESIDE)
