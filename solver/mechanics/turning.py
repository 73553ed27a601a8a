"""Kinetic energy of bodies that turn from one frame to the next, from the angle instead of its chord.

A body's axes e_k with second moments J_k, differenced in the world, have the energy (Moser & Veselov 1991)

    y = sum_k J_k (1 - e_k . e_k') = (1 - cos a) / a^2  w . I w

of a rotation w by the angle a = |w|, instead of w . I w / 2. Its momentum about a principal axis is I sin a
instead of I a: 8 % less at 0.7 rad a frame, which a whipped body can gain or lose within one frame at any frame
rate. So each body's energy is y times

    phi(x) = a^2 / (2 (1 - cos a)) = sum_n 2^n x^(n-1) / (n^2 binomial(2 n, n)),  x = 1 - cos a

in its first six terms, whose error is 5e-5 of the momentum at 1 rad. They stay smooth at half a turn, where the angle
is not. Since x = (3 - trace R R'^T) / 2, energy, momentum and all derivatives are sums of e e'^T.
"""

from collections.abc import Callable
from math import comb

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import Array
from .kinematics import cross, wrap

_PHI = np.array([2.0**n / (n**2 * comb(2 * n, n)) for n in range(6, 0, -1)])
_DERIVATIVES = np.array([np.pad(np.polyder(_PHI, order), (order, 0))[::-1] for order in range(4)])  # (4, 6)


def _of_matrices(function: Callable[[Array], ArrayLike]) -> Array:
    """A linear function of a 3 x 3 matrix as a matrix on its 9 entries, for one product over all matrices."""
    return np.stack([np.ravel(function(unit)) for unit in np.eye(9).reshape(9, 3, 3)], axis=-1)


AXIAL = _of_matrices(lambda a: (a[2, 1] - a[1, 2], a[0, 2] - a[2, 0], a[1, 0] - a[0, 1]))  # (3, 9)
_MARKS = np.vstack([AXIAL, _of_matrices(np.trace)])  # (4, 9) axial vector and trace
_STRESS = _of_matrices(lambda a: a + a.T - np.trace(a) * np.eye(3))  # (9, 9) see _stress


class Turning:
    """Rotations of B bodies between P pairs of frames.

    Args:
        sums: (3, 3, 2, P, B) sum of J_k e_k e_k'^T, and R R'^T / 2.
        still: (2, P, B) their traces without rotation: sum of J_k, and 3/2.

    Attributes:
        gram: (3, 3, P, B) G whose axial vector is the bodies' momentum. Its symmetric part is chosen so that, as for a
            plain sum of e e'^T, the momentum changes by (G - trace G) u when the earlier frame turns about u, and by
            -(G^T - trace G) u when the later one does.
    """

    def __init__(self, sums: Array, still: Array) -> None:
        marks = _marked(sums)
        self._energy, x = still - marks[3]  # (P, B) y, and 1 - cos a
        powers = np.empty((_DERIVATIVES.shape[1], *x.shape), x.dtype)
        powers[0], powers[1:] = 1.0, x
        np.multiply.accumulate(powers, out=powers)
        phi = np.asarray(_DERIVATIVES @ powers.reshape(len(powers), -1)).reshape(-1, *x.shape)
        # (2, 2, P, B) weights of the sums in G, and of their axial vectors in ``inner``
        weights = np.empty((2, *phi[:2].shape), phi.dtype)
        weights[0] = phi[:2]
        np.multiply(phi[1:3], self._energy, out=weights[1])
        weights[1, 1] *= 0.5
        self._sums, self._axials, self._phi, self._weights = sums, marks[:3], phi, weights
        # (3, P, B) derivative of the momentum by the second axial vector
        self._inner = np.einsum("rspb,spb->rpb", self._axials, weights[:, 1])
        self.gram: Array = np.einsum("rcspb,spb->rcpb", sums, weights[:, 0])
        self.gram -= _stress(self._inner[:, None] * self._axials[:, 1])

    def gram_change(self, before: Array, after: Array) -> Array:
        """(3, 3, P, B) derivative of ``gram`` when the frames of each pair turn with wrapped spins (5, P, B)."""
        sums, axials, weights = self._sums, self._axials, self._weights
        turned = cross(before[:, None, None], wrap(sums))
        turned += cross(after[:, None, None], wrap(sums.swapaxes(0, 1))).swapaxes(0, 1)
        turned_marks = _marked(turned)
        turned_axials = turned_marks[:3]
        change = self._weights_change(-turned_marks[3])
        inner = np.einsum("rspb,spb->rpb", turned_axials, weights[:, 1])
        inner += np.einsum("rspb,spb->rpb", axials, change[:, 1])
        curvature = inner[:, None] * axials[:, 1]
        curvature += self._inner[:, None] * turned_axials[:, 1]
        gram = np.einsum("rcspb,spb->rcpb", turned, weights[:, 0])
        gram += np.einsum("rcspb,spb->rcpb", sums, change[:, 0])
        gram -= _stress(curvature)
        return gram

    def _weights_change(self, rise: Array) -> Array:
        """Derivative of the weights along changes of energy and x, (2, P, B)."""
        phi, change = self._phi, np.empty_like(self._weights)
        slopes = phi[1:] * rise[1]
        change[0] = slopes[:2]
        np.multiply(slopes[1:], self._energy, out=change[1])
        change[1] += phi[1:3] * rise[0]
        change[1, 1] *= 0.5
        return change


def _marked(a: Array) -> Array:
    """(4, ...) axial vectors and traces of (3, 3, ...)."""
    return np.asarray(_MARKS @ a.reshape(9, -1)).reshape(4, *a.shape[2:])


def _stress(half: Array) -> Array:
    """The S of which S - trace S is the symmetric a + a^T, a being ``half`` (3, 3, ...)."""
    return np.asarray(_STRESS @ half.reshape(9, -1)).reshape(half.shape)
