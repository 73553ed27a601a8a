"""Affine coordinates of a position."""

from dataclasses import dataclass

import numpy as np

from ...arrays import Array


@dataclass(frozen=True, eq=False)
class Placing:
    """Where generalized coordinates g are: at origin + axes @ g in the creature frame.

    Attributes:
        origin: (F, 3) [m]; F may be 1.
        axes: (F, 3, 3) columns [m per generalized unit], linearly independent.
    """

    origin: Array
    axes: Array

    @classmethod
    def identity(cls) -> "Placing":
        """The creature frame itself: absolute mode."""
        return cls(np.zeros((1, 3)), np.eye(3)[None])

    def specialize(self, general: Array) -> Array:
        """Positions (F, 3) [m] of generalized ones (F, 3)."""
        found: Array = self.origin + (self.axes @ general[..., None])[..., 0]
        return found

    def generalize(self, special: Array) -> Array:
        """Generalized positions (F, 3) of those in the creature frame (F, 3) [m]."""
        found: Array = np.linalg.solve(self.axes, (special - self.origin)[..., None])[..., 0]
        return found

    def with_axis(self, axis: int, column: Array, *, start: Array) -> "Placing":
        """With another column (3,), which counts from the coordinate of ``start`` (3,) along that axis."""
        axes, origin = self.axes.copy(), self.origin.copy()
        axes[:, :, axis] = column
        origin[:, axis] = start[axis]
        return Placing(origin, axes)
