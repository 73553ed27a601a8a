"""Conversion between the axes and units of a file and the solver's: Z up, meters."""

from dataclasses import dataclass

import numpy as np

from ..arrays import Array
from ..errors import InputError
from ..mechanics.euler import turn_about


@dataclass(frozen=True)
class FileAxes:
    """Axes and unit of a file.

    Attributes:
        up: the file's up axis, "Y" (nearly all files; Z then points to the viewer) or "Z".
        unit: length of the file's unit [m]: 1 for meters, 0.01 for centimeters, 0.0254 for inches.

    Raises:
        InputError: the axis or the unit is invalid.
    """

    up: str = "Y"
    unit: float = 1.0

    def __post_init__(self) -> None:
        if self.up not in ("Y", "Z"):
            raise InputError(f"expected the up axis Y or Z, found '{self.up}'", field="up")
        if not (np.isfinite(self.unit) and self.unit > 0):
            raise InputError(f"expected a unit above 0 m, found {self.unit}", field="unit")

    def to_file(self, points: Array) -> Array:
        """Points (..., 3) in the file's axes and unit."""
        numbers: Array = points @ self._turn / self.unit
        return numbers

    def to_world(self, numbers: Array) -> Array:
        """Points (..., 3) [m] from the file's axes and unit."""
        points: Array = numbers @ self._turn.T * self.unit
        return points

    def rotation_to_file(self, matrix: Array) -> Array:
        """Rotation matrices (..., 3, 3) about the file's axes."""
        turned: Array = self._turn.T @ matrix @ self._turn
        return turned

    def rotation_to_world(self, matrix: Array) -> Array:
        """Rotation matrices (..., 3, 3) about the solver's axes."""
        turned: Array = self._turn @ matrix @ self._turn.T
        return turned

    @property
    def _turn(self) -> Array:
        """(3, 3) from the file's axes to the solver's; exact, because it only permutes and negates."""
        return np.round(turn_about("X", np.pi / 2)) if self.up == "Y" else np.eye(3)
