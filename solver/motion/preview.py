"""A motion that is still being looked for: poses of an iterate, for the screen."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..errors import InputError
from ..problem.job import Job
from ..problem.setting import make_setting
from ..problem.state import State
from ..problem.unfold import unfold, whole_setting

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Preview:
    """Poses of all frames, whether physical or not yet.

    Attributes:
        job: what is asked for.
        step: time between frames [s].
        position: (N, B, 3) centres of mass, world [m].
        orientation: (N, B, 4) wxyz, ellipsoid axes to world, continuous in sign over the frames.
    """

    job: Job
    step: float
    position: Array
    orientation: Array


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

    def preview(self, q: ArrayLike) -> Preview:
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
        return Preview(setting.job, whole.timeline.step, position, orientation)
