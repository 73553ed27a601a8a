"""Poses of an iterate, for a preview."""

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import Array
from ..errors import InputError
from ..job.job import Job
from ..motion.motion import Motion
from ..problem.half_cycle import full_unknowns
from ..problem.state import State
from ..problem.transcription import transcribe


class Previewer:
    """Makes previews of one job, sharing common computations.

    Args:
        job: that is being solved.

    Raises:
        InputError: the job is inconsistent.
    """

    def __init__(self, job: Job) -> None:
        self._transcription = transcribe(job)
        self._whole = self._transcription.full_cycle

    def at_rest(self) -> Motion:
        """Poses with all degrees of freedom at 0, as many as in a preview, before there is any."""
        return self.preview(np.zeros(self._transcription.variables.q.shape))

    def preview(self, q: ArrayLike) -> Motion:
        """Poses of an iterate, including the second half of a mirrored cycle.

        Trials of a timing search and coarser solves have other frames, which are resampled to the job's.

        Args:
            q: (N, n) degrees of freedom at frames of the problem or of a trial [m, rad].

        Raises:
            InputError: the array does not fit the job.
        """
        transcription, whole = self._transcription, self._whole
        given, (n_frames, n) = np.asarray(q, float), transcription.variables.q.shape
        if given.ndim != 2 or given.shape[1] != n or not len(given):
            raise InputError(f"expected the shape ({n_frames}, {n}), found {given.shape}", field="q")
        x = np.zeros(transcription.variables.size)
        x[transcription.variables.q] = given if len(given) == n_frames else _stretched(given, n_frames)
        state = State(whole, full_unknowns(transcription, x, whole))
        position, orientation = whole.kinematics.poses(state.q, whole.timeline.frame_placement)
        job = transcription.job
        return Motion(
            job.character,
            whole.timeline.step,
            position,
            orientation,
            job.cycle,
            drawn_bones=job.drawn_bones,
        )


def _stretched(q: Array, n_frames: int) -> Array:
    """(n_frames, n) rows resampled linearly from the first to the last."""
    at = np.linspace(0, len(q) - 1, n_frames)
    return np.stack([np.interp(at, np.arange(len(q)), column) for column in q.T], 1)
