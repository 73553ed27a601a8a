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
_DERIVATIVES = np.array([np.pad(np.polyder(_PHI, order), (order, 0))[::-1] for order in range(4)])  # (4, 6)
_PLUS, _MINUS = (
    np.array([7, 2, 3]),
    np.array([5, 6, 1]),
)  # entries whose differences are a matrix's axial vector


@dataclass(frozen=True)
class Turning:
    """Turns of B bodies between P pairs of frames.

    Attributes:
        sums: (3, 3, 2, P, B) sum of J_k e_k e_k'^T, and R R'^T / 2.
        moment: (B,) sum of J_k.
    """

    sums: Array
    moment: Array

    @cached_property
    def gram(self) -> Array:
        """(3, 3, P, B): G of which the bodies' momentum is the axial vector.

        Its symmetric part has no meaning for the momentum. It is such that (G - trace G) u is, as with a plain sum
        of e e'^T, the change of the momentum when the earlier frame turns about u, and -(G^T - trace G) u when
        the later one does.
        """
        weighted, plain = self._scales
        gram = weighted * self.sums[:, :, 0]
        gram += plain * self.sums[:, :, 1]
        _add_stress(gram, -self._inner[:, None] * self._axials[:, 1])
        return gram

    def gram_change(self, before: Array, after: Array) -> Array:
        """(3, 3, P, B) derivative of ``gram`` when the frames of each pair turn with wrapped spins (5, P, B)."""
        phi, energy, axials, sums = self._phi, self._energy, self._axials, self.sums
        turned = cross(before[:, None, None], wrap(sums))
        turned += cross(after[:, None, None], wrap(sums.swapaxes(0, 1))).swapaxes(0, 1)
        turned_axials = _axial(turned)
        energy_change, dx = -_trace(turned)
        inner_change = phi[1] * turned_axials[:, 0] + phi[2] * dx * axials[:, 0]
        inner_change += 0.5 * phi[2] * energy * turned_axials[:, 1]
        inner_change += 0.5 * (phi[3] * dx * energy + phi[2] * energy_change) * axials[:, 1]
        change = self._scales[0] * turned[:, :, 0]
        change += self._scales[1] * turned[:, :, 1]
        change += phi[1] * dx * sums[:, :, 0]
        change += (phi[1] * energy_change + phi[2] * dx * energy) * sums[:, :, 1]
        curvature = inner_change[:, None] * axials[:, 1]
        curvature += self._inner[:, None] * turned_axials[:, 1]
        _add_stress(change, -curvature)
        return change

    @cached_property
    def _axials(self) -> Array:
        """(3, 2, P, B) axial vectors of ``sums``."""
        return _axial(self.sums)

    @cached_property
    def _phi(self) -> Array:
        """(4, P, B) the series phi and its first three derivatives."""
        x = 1.5 - _trace(self.sums[:, :, 1])
        powers = np.empty((_DERIVATIVES.shape[1], *x.shape), x.dtype)
        powers[0], powers[1:] = 1.0, x
        np.multiply.accumulate(powers, out=powers)
        return np.asarray(_DERIVATIVES @ powers.reshape(len(powers), -1)).reshape(-1, *x.shape)

    @cached_property
    def _energy(self) -> Array:
        """(P, B) energies y."""
        return self.moment - _trace(self.sums[:, :, 0])

    @cached_property
    def _scales(self) -> tuple[Array, Array]:
        """(P, B) what each of ``sums`` counts in ``gram``."""
        return self._phi[0], self._phi[1] * self._energy

    @cached_property
    def _inner(self) -> Array:
        """(3, P, B) derivative of the momentum by the second axial vector."""
        inner = self._phi[1] * self._axials[:, 0]
        inner += 0.5 * self._phi[2] * self._energy * self._axials[:, 1]
        return inner


def _axial(a: Array) -> Array:
    rows = a.reshape(9, *a.shape[2:])
    return rows.take(_PLUS, axis=0) - rows.take(_MINUS, axis=0)


def _trace(a: Array) -> Array:
    trace: Array = a[0, 0] + a[1, 1]
    trace += a[2, 2]
    return trace


def _add_stress(total: Array, half: Array) -> None:
    """Adds the S of which S - trace S is the symmetric a + a^T, a being ``half``."""
    total += half
    total += half.swapaxes(0, 1)
    diagonal = np.einsum("rr...->r...", total)  # a view
    diagonal -= _trace(half)
