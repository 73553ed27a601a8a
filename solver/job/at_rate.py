"""A job with a different number of frames, whose specifications refer to the same moments of the motion."""

from dataclasses import replace
from typing import Any

from .frames import step_count
from .job import Job

MARGIN = 2  # frames from an end within which a frame keeps its distance from that end


def at_rate(job: Job, *, length: float, fps: float, margin: int = MARGIN) -> Job:
    """The same job with another length and frame rate.

    Frames in constraints and objectives keep their relative time, to the nearest frame; those that count from the end,
    or are within a few frames of either end, keep their distance from it. Contact phases are relative already.

    Args:
        job: to convert.
        length: of the new job [s].
        fps: of the new job [1/s].
        margin: number of frames near an end that keep their distance from it.
    """
    changed = replace(job, timing=replace(job.timing, length=length, fps=fps))
    share = step_count(changed) / step_count(job)
    if share == 1:
        return changed
    return replace(
        changed,
        constraints=tuple(_moved(each, share, margin) for each in job.constraints),
        objectives=tuple(_moved(each, share, margin) for each in job.objectives),
    )


def _moved(part: Any, share: float, margin: int) -> Any:
    """A constraint or an objective with converted frames."""
    if hasattr(part, "when"):
        return replace(part, when=_moved(part.when, share, margin))
    if hasattr(part, "first"):
        return replace(part, first=_frame(part.first, share, margin), last=_frame(part.last, share, margin))
    return part


def _frame(frame: int, share: float, margin: int) -> int:
    if frame < 0:
        return -1 - _frame(-1 - frame, share, margin)
    return frame if frame <= margin else max(round(frame * share), margin)
