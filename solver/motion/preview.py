"""A motion that is still being looked for: poses of an iterate, for the screen."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..errors import InputError
from ..problem.job import Job
from ..problem.setting import make_setting
from ..problem.state import State
from ..problem.unfold import unfold, whole_setting
from .armature_motion import Poses

Array = NDArray[np.float64]


class Previewer:
    """Makes previews of one job; what they share is worked out once.

    Args:
        job: that is being solved.

    Raises:
        InputError: the job does not fit together.
    """

    def __init__(self, job: Job) -> None:
        self._setting = make_setting(job)
        self._whole = whole_setting(self._setting)

    def at_rest(self) -> Poses:
        """Poses with all degrees of freedom at 0: as many as a preview will have, before there is any."""
        return self.preview(np.zeros(self._setting.variables.q.shape))

    def preview(self, q: ArrayLike) -> Poses:
        """Poses of an iterate; a mirrored half cycle is made whole.

        Trials of a search for timings, and coarser ones, have other frames: they are stretched to the job's.

        Args:
            q: (N, n) degrees of freedom at frames of the problem or of a trial [m, rad].

        Raises:
            InputError: the array does not fit the job.
        """
        setting, whole = self._setting, self._whole
        given, (n_frames, n) = np.asarray(q, float), setting.variables.q.shape
        if given.ndim != 2 or given.shape[1] != n or not len(given):
            raise InputError(f"expected the shape ({n_frames}, {n}), found {given.shape}", field="q")
        x = np.zeros(setting.variables.size)
        x[setting.variables.q] = given if len(given) == n_frames else _stretched(given, n_frames)
        state = State(whole, unfold(setting, x, whole))
        position, orientation = whole.kinematics.poses(state.q, whole.timeline.frame_placement)
        return Poses(setting.job, whole.timeline.step, position, orientation)


def _stretched(q: Array, n_frames: int) -> Array:
    """(n_frames, n) rows between those given, evenly from the first to the last."""
    at = np.linspace(0, len(q) - 1, n_frames)
    return np.stack([np.interp(at, np.arange(len(q)), column) for column in q.T], 1)
