"""Moves along the ground as two complex numbers, quick enough for playback."""

import cmath
from dataclasses import dataclass

from ...job.cycle import Cycle


@dataclass(frozen=True)
class Planar:
    """p' = half^2 p + shift for places p = x + i y.

    Attributes:
        half: e^(i yaw / 2), by which quaternions (w + i z, x + i y) turn.
        shift: x + i y [m].
    """

    half: complex = 1 + 0j
    shift: complex = 0j

    @classmethod
    def of(cls, cycle: Cycle) -> "Planar":
        """The same move."""
        x, y, _ = cycle.translation
        return cls(cmath.exp(0.5j * cycle.yaw), complex(x, y))

    def after(self, first: "Planar") -> "Planar":
        """The move that makes ``first``, then this one."""
        return Planar(self.half * first.half, self.half**2 * first.shift + self.shift)


HERE = Planar()
