"""The way of a creature's frame through the world."""

from dataclasses import dataclass

import numpy as np

from ..arrays import Array
from ..rotations import matrix_from_quaternion, rotation_about
from .creature import Creature


@dataclass(frozen=True, eq=False)
class FrameTravel:
    """Placement of the creature frame over F frames.

    Attributes:
        origin: (F, 3) world [m].
        yaw: (F,) of forward from world X [rad].
    """

    origin: Array
    yaw: Array

    @classmethod
    def standing(cls, creature: Creature, n_frames: int) -> "FrameTravel":
        """It stays where the rest pose stands."""
        origin, axes = creature.frame
        yaw = float(np.arctan2(axes[1, 0], axes[0, 0]))
        return cls(np.tile(origin, (n_frames, 1)), np.full(n_frames, yaw))

    @property
    def axes(self) -> Array:
        """(F, 3, 3) axes of the frame in columns, world."""
        return matrix_from_quaternion(rotation_about([0.0, 0.0, 1.0], self.yaw))

    def to_world(self, points: Array) -> Array:
        """World positions of points (F, ..., 3) in the creature frame [m]."""
        middle = (len(self.origin),) + (1,) * (points.ndim - 2)
        moved: Array = np.einsum("fij,f...j->f...i", self.axes, points) + self.origin.reshape(*middle, 3)
        return moved

    def inside(self, points: Array) -> Array:
        """Positions in the creature frame of world points (F, 3) or (3,) [m]."""
        found: Array = np.einsum("fji,fj->fi", self.axes, points - self.origin)
        return found
