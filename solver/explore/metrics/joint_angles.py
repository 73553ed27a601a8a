"""Distance of joint angles."""

from collections.abc import Sequence
from fnmatch import fnmatchcase
from typing import ClassVar

import numpy as np

from ...arrays import Array
from ...errors import InputError
from ...job.job import Job
from ...job.objectives.effort import JointWeight
from ...mechanics.inverse_kinematics import coordinates
from ...mechanics.tree import Tree
from ...motion.motion import Motion
from ...problem.rows.angle_distance import AngleDistances
from ...problem.transcription import Transcription
from ..distance import counted_frames
from .metric import Metric

PLAIN = 0.3  # rad


class JointAngles(Metric):
    """Root mean square difference of joint angles, without the root [rad].

    Args:
        job: whose motions are compared.
        joints: weights of joints other than 1, as in ``Effort``.

    Raises:
        InputError: all weights are 0.
    """

    unit: ClassVar[str] = "rad"
    plain = PLAIN

    def __init__(self, job: Job, joints: Sequence[JointWeight] = ()) -> None:
        self._tree, self._frames = Tree(job.character), counted_frames(job)
        is_joint = self._tree.rotation & (self._tree.parent[self._tree.body] >= 0)
        self._dofs = np.flatnonzero(is_joint)
        names = [self._tree.names[k] for k in self._dofs]
        self._weights = np.array([_weight(name, joints) for name in names])
        if not self._weights.sum() > 0:
            raise InputError("expected a joint with a weight above 0", field="joints")

    def apart(self, a: Motion, b: Motion) -> float:
        """Difference of two motions [rad]."""
        squares = (self._angles(a) - self._angles(b))[self._frames] ** 2 @ self._weights
        return float(np.sqrt(squares.mean() / self._weights.sum()))

    def distances(self, transcription: Transcription, motions: Sequence[Motion]) -> AngleDistances:
        """Differences of a solved motion from others."""
        n_frames = transcription.timeline.n_frames
        weights = self._frames[:n_frames, None] * self._weights
        targets = np.array([self._angles(each)[:n_frames] for each in motions])
        return AngleDistances(transcription, self._dofs, weights=weights, targets=targets)

    def _angles(self, motion: Motion) -> Array:
        """(N, D)."""
        q = coordinates(self._tree, motion.position, motion.turn, motion.joint_frames)
        return np.asarray(q[:, self._dofs])


def _weight(name: str, joints: Sequence[JointWeight]) -> float:
    """Weight of a degree of freedom, from the last matching pattern."""
    return next((each.weight for each in reversed(joints) if fnmatchcase(name, each.dofs)), 1.0)
