"""Pulls the motion toward the artist's sketch."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ...arrays import Array


@dataclass(frozen=True)
class SketchedCoordinate:
    """One degree of freedom of a sketch.

    Attributes:
        dof: "JOINT.rx" [rad], or "root.tx" [m].
        values: any number, evenly spaced over the clip and interpolated linearly; in a cycle the first follows the
            last, in an open clip the last is at its end.
        weight: relative to the others.
    """

    dof: str
    values: tuple[float, ...]
    weight: float = 1.0

    def spread(self, count: int, *, closed: bool) -> Array:
        """(count,) values at evenly spaced frames; the last value of a cycle is held until its end."""
        values = np.array(self.values)
        if closed:
            return np.interp(np.arange(count) / count * len(values), np.arange(len(values)), values)
        return np.interp(np.linspace(0, len(values) - 1, count), np.arange(len(values)), values)


@dataclass(frozen=True)
class SketchCloseness:
    """Integral over time of the sum of weight (q - sketch)^2 [rad^2 s].

    The search starts from the sketch, which decides which of several optima is found (Cohen 1992, section 4.1).

    Attributes:
        coordinates: the sketched degrees of freedom.
        weight: factor of this objective.
    """

    kind: ClassVar[str] = "sketch"
    coordinates: tuple[SketchedCoordinate, ...]
    weight: float = 1.0
