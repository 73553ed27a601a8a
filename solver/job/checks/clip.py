"""Checks of a clip's length, size and ends."""

import numpy as np

from ...errors import InputError
from ...mechanics.mirror import Mirror
from ..frames import LEAST_FRAMES
from ..job import Job
from .context import Context

MAX_VALUES = 100_000  # degrees of freedom of all frames
BYTES_PER_VALUE = 38e3  # measured memory of a solve, including all its matrices


def check_clip(context: Context) -> None:
    """Checks that a clip is neither too short nor too large for the memory.

    Raises:
        InputError: naming the field, as all checks do.
    """
    job, n_frames, n_dofs = context.job, context.n_frames, context.tree.n
    timing = job.timing
    if not n_dofs:
        raise InputError(
            f"the character '{job.character.name}' has nothing that can move", field="character.joints"
        )
    if n_frames < LEAST_FRAMES:
        raise InputError(
            f"expected at least {LEAST_FRAMES} frames, found {n_frames} "
            f"({timing.length:g} s at {timing.fps:g} per second)",
            field="job.timing",
        )
    n_values = n_frames * n_dofs
    if n_values > MAX_VALUES:
        raise InputError(
            f"expected at most {MAX_VALUES} values, found {n_values} ({n_frames} frames of {n_dofs} degrees of "
            f"freedom), which would take {n_values * BYTES_PER_VALUE / 1e9:.3g} GB; {MAX_VALUES // n_dofs} fit, so "
            "shorten the clip or lower its frame rate",
            field="job.timing",
        )
    if job.cycle is not None and job.heading:
        raise InputError("the heading of a cycle follows from its yaw; expected none", field="job.heading")


def check_mirrored(job: Job, n_frames: int, mirror: Mirror) -> None:
    """Checks that the halves of a mirrored cycle can be mirror images."""
    assert job.cycle is not None
    if n_frames % 2:
        raise InputError(
            f"a mirrored cycle needs an even number of frames, found {n_frames}", field="job.timing"
        )
    if job.cycle.yaw or not mirror.is_along(np.array(job.cycle.translation)):
        raise InputError("a mirrored cycle can neither turn nor travel sideways", field="job.cycle")
