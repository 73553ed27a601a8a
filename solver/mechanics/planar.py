"""Moves along the ground as complex numbers: their algebra, fast enough for playback."""

import cmath
from dataclasses import dataclass
from typing import overload

import numpy as np

from ..arrays import Array, Complex


@dataclass(frozen=True)
class Planar:
    """A turn about Z, then a horizontal shift: p' = half^2 p + shift for positions p = x + i y.

    Attributes:
        half: e^(i yaw / 2), the factor of quaternions (w + i z, x + i y).
        shift: x + i y [m].
    """

    half: complex = 1 + 0j
    shift: complex = 0j

    @classmethod
    def turned_by(cls, yaw: float, shift: complex) -> "Planar":
        """The move with a turn about the origin [rad]."""
        return cls(cmath.exp(0.5j * yaw), shift)

    @classmethod
    def onto(cls, half: complex, *, level: complex, target: complex) -> "Planar":
        """The move with a turn that brings the position ``level`` to ``target`` [m]."""
        return cls(half, target - half * half * level)

    @property
    def inverse(self) -> "Planar":
        """The move back."""
        return Planar.onto(self.half.conjugate(), level=self.shift, target=0j)

    @property
    def fixed_point(self) -> complex:
        """The position that a turning move leaves where it is [m]."""
        return self.shift / (1 - self.half * self.half)

    def after(self, first: "Planar") -> "Planar":
        """The composition of ``first``, then this move."""
        return Planar(self.half * first.half, self.moved(first.shift))

    @overload
    def moved(self, level: complex) -> complex: ...

    @overload
    def moved(self, level: Complex) -> Complex: ...

    def moved(self, level: complex | Complex) -> complex | Complex:
        """Positions x + i y [m] after the move."""
        return self.half * self.half * level + self.shift


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
