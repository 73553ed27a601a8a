"""Kinetic energy of bodies that turn from one frame to the next: by the angle, not by its chord.

A body's axes e_k with second moments J_k, differenced in the world, have the energy (Moser & Veselov 1991)

    y = sum_k J_k (1 - e_k . e_k') = (1 - cos a) / a^2  w . I w

of a turn w by the angle a = |w|, where w . I w / 2 is meant. Its momentum about a principal axis is I sin a
in place of I a: 8 % short at 0.7 rad a frame, which a body that is whipped gains or loses within one frame,
however short the frames are. So each body's energy is y times

    phi(x) = a^2 / (2 (1 - cos a)) = sum_n 2^n x^(n-1) / (n^2 binomial(2 n, n)),  x = 1 - cos a

in its first six terms, which miss 5e-5 of the momentum at 1 rad and stay smooth where the angle itself does
not, at half a turn. Since x = (3 - trace R R'^T) / 2, energy, momentum and all derivatives are made of sums
of e e'^T.
"""

from dataclasses import dataclass
from functools import cached_property
from math import comb

import numpy as np
from numpy.typing import NDArray

from .kinematics import cross, wrap

Array = NDArray[np.float64]

_PHI = np.array([2.0**n / (n**2 * comb(2 * n, n)) for n in range(6, 0, -1)])
_DERIVATIVES = np.array([np.pad(np.polyder(_PHI, order), (order, 0)) for order in range(4)])  # (4, 6)
_EYE = np.eye(3)[:, :, None, None]


@dataclass(frozen=True)
class Turning:
    """Turns of B bodies between P pairs of frames.

    Attributes:
        weighted: (3, 3, P, B) sum of J_k e_k e_k'^T.
        plain: (3, 3, P, B) R R'^T / 2.
        moment: (B,) sum of J_k.
    """

    weighted: Array
    plain: Array
    moment: Array

    @cached_property
    def gram(self) -> Array:
        """(3, 3, P, B): G of which the bodies' momentum is the axial vector.

        Its symmetric part has no meaning for the momentum. It is such that (G - trace G) u is, as with a plain sum
        of e e'^T, the change of the momentum when the earlier frame turns about u, and -(G^T - trace G) u when
        the later one does.
        """
        p, q = self._axials
        curvature = _outer(self._phi[1] * p + 0.5 * self._phi[2] * self._energy * q, q)
        return self._phi[0] * self.weighted + self._phi[1] * self._energy * self.plain - _as_stress(curvature)

    def gram_change(self, before: Array, after: Array) -> Array:
        """(3, 3, P, B) derivative of ``gram`` when the frames of each pair turn with wrapped spins (5, P, B)."""
        phi, energy = self._phi, self._energy
        p, q = self._axials
        weighted, plain = _turned(self.weighted, before, after), _turned(self.plain, before, after)
        dp, dq = _axial(weighted), _axial(plain)
        dx, denergy = -_trace(plain), -_trace(weighted)
        inner = phi[1] * p + 0.5 * phi[2] * energy * q
        dinner = phi[2] * dx * p + phi[1] * dp
        dinner += 0.5 * ((phi[3] * dx * energy + phi[2] * denergy) * q + phi[2] * energy * dq)
        change = phi[0] * weighted + phi[1] * (dx * self.weighted + energy * plain + denergy * self.plain)
        change += phi[2] * dx * energy * self.plain
        change -= _as_stress(_outer(dinner, q) + _outer(inner, dq))
        return change

    @cached_property
    def _axials(self) -> tuple[Array, Array]:
        """Axial vectors (3, P, B) of ``weighted`` and ``plain``."""
        return _axial(self.weighted), _axial(self.plain)

    @cached_property
    def _phi(self) -> Array:
        """(4, P, B) the series phi and its first three derivatives, all by one Horner scheme."""
        x = 1.5 - _trace(self.plain)
        phi = np.zeros((len(_DERIVATIVES), *x.shape), x.dtype)
        for coefficients in _DERIVATIVES.T:
            phi *= x
            phi += coefficients[:, None, None]
        return phi

    @cached_property
    def _energy(self) -> Array:
        """(P, B) energies y."""
        return self.moment - _trace(self.weighted)


def _turned(gram: Array, before: Array, after: Array) -> Array:
    """Derivative of a sum of e e'^T, e turning with one spin and e' with the other."""
    earlier = cross(before[:, None], wrap(gram))
    later = cross(after[:, None], wrap(gram.swapaxes(0, 1)))
    return earlier + later.swapaxes(0, 1)


def _axial(a: Array) -> Array:
    return np.stack([a[1, 2] - a[2, 1], a[2, 0] - a[0, 2], a[0, 1] - a[1, 0]])


def _trace(a: Array) -> Array:
    trace: Array = a[0, 0] + a[1, 1] + a[2, 2]
    return trace


def _outer(a: Array, b: Array) -> Array:
    """Twice the symmetric part of a b^T."""
    product = a[:, None] * b[None, :]
    product += product.swapaxes(0, 1).copy()
    return product


def _as_stress(a: Array) -> Array:
    """S with S - trace S = a."""
    return a - 0.5 * _trace(a) * _EYE
