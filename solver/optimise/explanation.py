"""Inverse dynamics of any motion: forces that contacts can supply, and the residual."""

from dataclasses import dataclass

import numpy as np

from ..arrays import Array
from ..job.job import Job
from ..motion.motion import Motion
from ..verify.balance import balance
from ..verify.unexplained import Unexplained
from .found_motion import FoundMotion, found_motion
from .start import Start


@dataclass(frozen=True, eq=False)
class Explanation:
    """A motion with the forces that explain it best, and the residual.

    Attributes:
        motion: the motion with these forces and torques.
        linear: (K,) missing force at each judged frame [body weights].
        angular: (K,) missing moment about the center of mass [body weights x m].
    """

    motion: FoundMotion
    linear: Array
    angular: Array

    @property
    def missing(self) -> Unexplained:
        """Mean residual."""
        return Unexplained(float(self.linear.mean()), float(self.angular.mean()))


def explain(job: Job, motion: Motion) -> Explanation:
    """Explains a motion by the contacts and holds of a job (inverse dynamics with friction cones).

    Args:
        job: with character, frames and timings of contacts.
        motion: of the same bodies and as many frames.

    Raises:
        InputError: the two do not match.
    """
    start = Start.of_motion(job, motion)
    found = found_motion(start.transcription, start.x)
    linear, angular = (
        np.linalg.norm(part, axis=-1).max(1) / found.world.weight
        for part in balance(found.world, found.torques)
    )
    return Explanation(found, linear, angular)
