"""Poses and planar moves as complex numbers, fast enough for playback."""

import cmath
from dataclasses import dataclass

import numpy as np

from ..arrays import Array, Complex
from ..job.cycle import Cycle


@dataclass(frozen=True)
class Planar:
    """p' = half^2 p + shift for positions p = x + i y.

    Attributes:
        half: e^(i yaw / 2), the factor of quaternions (w + i z, x + i y).
        shift: x + i y [m].
    """

    half: complex = 1 + 0j
    shift: complex = 0j

    @classmethod
    def of(cls, cycle: Cycle) -> "Planar":
        """The horizontal part of a cycle's transform."""
        x, y, _ = cycle.translation
        return cls(cmath.exp(0.5j * cycle.yaw), complex(x, y))

    def after(self, first: "Planar") -> "Planar":
        """The composition of ``first``, then this move."""
        return Planar(self.half * first.half, self.half**2 * first.shift + self.shift)


HERE = Planar()


def level_of(position: Array) -> Complex:
    """(...) x + i y of positions (..., 3) [m]."""
    return np.asarray(position[..., 0] + 1j * position[..., 1])


def spin_of(orientation: Array) -> Complex:
    """(..., 2) w + i z and x + i y of quaternions (..., 4) wxyz."""
    w, x, y, z = np.moveaxis(orientation, -1, 0)
    return np.stack([w + 1j * z, x + 1j * y], -1)


def positions(level: Complex, height: Array) -> Array:
    """(..., 3) positions [m]."""
    return np.stack([level.real, level.imag, height], -1)


def orientations(spin: Complex) -> Array:
    """(..., 4) quaternions wxyz."""
    one, other = spin[..., 0], spin[..., 1]
    return np.stack([one.real, other.real, other.imag, one.imag], -1)
