"""A motion that is still being looked for: poses of an iterate, for the screen."""

import numpy as np
from numpy.typing import ArrayLike

from ..errors import InputError
from ..problem.job import Job
from ..problem.setting import make_setting
from ..problem.state import State
from ..problem.unfold import unfold, whole_setting
from .armature_motion import Poses


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

    def preview(self, q: ArrayLike) -> Poses:
        """Poses of an iterate; a mirrored half cycle is made whole.

        Args:
            q: (N, n) degrees of freedom at the problem's own frames [m, rad].

        Raises:
            InputError: the array does not fit the job.
        """
        setting, whole = self._setting, self._whole
        given, expected = np.asarray(q, float), setting.variables.q.shape
        if given.shape != expected:
            raise InputError(f"expected the shape {expected}, found {given.shape}", field="q")
        x = np.zeros(setting.variables.size)
        x[setting.variables.q] = given
        state = State(whole, unfold(setting, x, whole))
        position, orientation = whole.kinematics.poses(state.q, whole.timeline.frame_placement)
        return Poses(setting.job, whole.timeline.step, position, orientation)
