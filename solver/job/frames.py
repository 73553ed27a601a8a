"""Frames of a job's whole clip: their number, and those within phases."""

import numpy as np

from ..arrays import Flags
from .job import Job

LEAST_FRAMES = 4
ROUNDING = 1e-9  # a phase that ends on a frame ends before it in spite of rounding


def step_count(job: Job) -> int:
    """Steps of the whole clip."""
    return round(job.timing.length * job.timing.fps)


def frame_count(job: Job) -> int:
    """Frames of the whole clip; a mirrored cycle's solve has half of them."""
    return step_count(job) + (job.cycle is None)


def within_phases(phases: tuple[tuple[float, float], ...], n_frames: int, *, closed: bool) -> Flags:
    """(N,) frames within any of the phases, which are (start, duration) as fractions of the clip.

    In a closed clip, they may run past its end.
    """
    when = np.arange(n_frames) / (n_frames if closed else n_frames - 1)
    within = np.zeros(n_frames, bool)
    for start, duration in phases:
        since = when - start
        if closed:
            since = since % 1.0
        within |= (since > -ROUNDING) & (since < duration - ROUNDING) | (since > 1 - ROUNDING) & closed
        if not closed and start + duration >= 1 - ROUNDING:
            within |= when >= 1 - ROUNDING
    return within
