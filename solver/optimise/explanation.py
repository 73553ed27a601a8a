"""How much of a motion contacts could cause, whether it was solved or drawn."""

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
    """A motion with the forces that explain it best, and what they leave unexplained.

    Attributes:
        found: the motion with these forces and torques.
        linear: (K,) force that is missing at each judged frame [body weights].
        angular: (K,) moment that is missing about the center of mass [body weights x m].
    """

    found: FoundMotion
    linear: Array
    angular: Array

    @property
    def missing(self) -> Unexplained:
        """What is missing on average."""
        return Unexplained(float(self.linear.mean()), float(self.angular.mean()))


def explain(job: Job, motion: Motion) -> Explanation:
    """Explains a motion by the contacts and holds of a job (inverse dynamics with a ground that only pushes).

    Args:
        job: with the character, the frames, and when what touches.
        motion: of the same bodies and as many frames.

    Raises:
        InputError: they do not fit together.
    """
    start = Start.of_motion(job, motion)
    found = found_motion(start.transcription, start.x)
    linear, angular = (
        np.linalg.norm(part, axis=-1).max(1) / found.world.weight
        for part in balance(found.world, found.torques)
    )
    return Explanation(found, linear, angular)
