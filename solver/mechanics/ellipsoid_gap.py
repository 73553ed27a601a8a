"""The gap between two ellipsoids, with exact first and second derivatives.

The contact function of Perram & Wertheim (1985, J. Comput. Phys. 58:409): for ellipsoids A = E_a diag(a^2) E_a^T
and B likewise, centers r apart,

    F = max over w in (0, 1) of  S(w) = w (1 - w) r^T M^-1 r,  M = (1 - w) A + w B

is above 1 when they are apart, 1 when they touch and below 1 when they overlap. S is concave in w, and sqrt(F)
is the factor by which both can grow before they touch. With c_m the six semi-axes, M is a weighted sum of
c_m c_m^T, so that both parts of r^T M^-1 r = r^T adj(M) r / det M are sums of squares (Cauchy-Binet),

    r^T adj(M) r = sum over m < n of v_m v_n (r . (c_m x c_n))^2,
    det M = sum over m < n < p of v_m v_n v_p (c_m . (c_n x c_p))^2,  v_m = 1 - w in A and w in B:

polynomials in w with positive Bernstein coefficients, which give the weight without another matrix.

Derivatives of the maximum: the first are S's at the best w; the second are S_zz - S_zw S_wz / S_ww (envelope theorem).
With k = w (1 - w) and y = M^-1 r, those at a given w are, for any changes dr and dM,

    2 k (dr - dM y)^T M^-1 (dr - dM y) - k y^T d2M y

and S_ww is below 0: the squares of four slopes minus those of one slope per axis.
"""

from dataclasses import dataclass

import numpy as np

from ..arrays import Array
from .kinematics import cross, wrap

N_VARIABLES = 21  # r, then the axes e_1 e_2 e_3 of A, then those of B
STEPS = 40  # at most, of the search for the best weight
WIDEST = 40.0  # bound of the logarithm of t = w / (1 - w)
CONVERGED = 1e-7  # change of log t; smaller ones are rounding errors
SIGNS = np.repeat([1.0, -1.0], [4, 6])  # of the squares whose sum is the second derivatives
_IS_B = np.arange(6)[:, None] >= 3  # of the axes of both
_NEXT, _LAST = [1, 2, 0, 4, 5, 3], [2, 0, 1, 5, 3, 4]  # the other two axes of the same ellipsoid
_POWERS = np.array([[0.0], [1], [2], [0], [1], [2], [3], [0], [1]])  # of t, of each of _Weighed's terms
_SUMS = np.repeat(np.eye(3), [3, 4, 2], axis=1)
_MOMENTS = np.concatenate([_SUMS * _POWERS[:, 0] ** k for k in range(3)])


def ellipsoid_gap(z: Array, radii_a: Array, radii_b: Array) -> "EllipsoidGap":
    """F - 1 and its derivatives.

    Args:
        z: (R, 21) r from A's centre to B's, A's three axes, B's three axes [m, unit vectors].
        radii_a: (R, 3) of A along its axes [m], or (3,) for all.
        radii_b: (R, 3) of B [m], or (3,).
    """
    count, columns = len(z), np.ascontiguousarray(z.T)
    r, axes = columns[:3], columns[3:].reshape(6, 3, count).swapaxes(0, 1)
    radii = np.concatenate([np.broadcast_to(each, (count, 3)) for each in (radii_a, radii_b)], 1).T
    w, bend = _Weighed.of(r, axes * radii).best()
    share = np.where(_IS_B, w, 1 - w) * radii**2  # of each axis in M
    root = _inverse_root(np.einsum("imt,jmt->ijt", share * axes, axes))
    half = (root * r).sum(1)
    y = (root * half[:, None]).sum(0)  # M^-1 r
    k, along = w * (1 - w), (axes * y[:, None]).sum(0)
    gradient = np.empty((7, 3, count))
    gradient[0] = 2 * k * y
    np.multiply((-2 * k * share * along)[:, None], y, out=gradient[1:])
    most = k * (half**2).sum(0)
    best = _Best(axes, radii, w, bend * most, root, y, share, along)
    return EllipsoidGap(most - 1, gradient.reshape(N_VARIABLES, count).T, best)


@dataclass(frozen=True, eq=False)
class EllipsoidGap:
    """F - 1 of R pairs at once.

    Attributes:
        value: (R,).
        gradient: (R, 21).
    """

    value: Array
    gradient: Array
    _best: "_Best"

    def slopes(self) -> Array:
        """(R, 10, 21) whose squares, with SIGNS, add up to the second derivatives."""
        return self._best.slopes()


@dataclass(frozen=True, eq=False)
class _Best:
    """Quantities of R pairs at their best weights.

    Attributes:
        axes: (3, 6, R) of both.
        radii: (6, R) along them.
        w: (R,) the weights.
        bend: (R,) S_ww.
        root: (3, 3, R) L^-1, where M = L L^T.
        y: (3, R) M^-1 r.
        share: (6, R) of each axis in M.
        along: (6, R) of y along each axis.
    """

    axes: Array
    radii: Array
    w: Array
    bend: Array
    root: Array
    y: Array
    share: Array
    along: Array

    def slopes(self) -> Array:
        """See ``EllipsoidGap.slopes``: three of M^-1, one of the weight, one of each axis."""
        axes, y, share, along, count = self.axes, self.y, self.share, self.along, len(self.w)
        k, dk = self.w * (1 - self.w), 1 - 2 * self.w
        found = np.zeros((10, 7, 3, count))
        root = np.sqrt(2 * k) * self.root
        found[:3, 0] = root
        turned = np.einsum("ijt,jmt->imt", root, axes)
        pulls = turned[:, :, None] * y
        pulls += along[:, None] * root[:, None]
        np.multiply(-share[:, None], pulls, out=found[:3, 1:])

        share_w = np.where(_IS_B, 1.0, -1.0) * self.radii**2
        change = (self.root * (axes * (share_w * along)).sum(1)).sum(1)
        yw = -(self.root * change[:, None]).sum(0)  # dy/dw
        along_w = (axes * yw[:, None]).sum(0)
        pull = -2 * k * share * along
        pull_w = -2 * (dk * share * along + k * (share_w * along + share * along_w))
        found[3, 0] = 2 * (dk * y + k * yw)
        found[3, 1:] = pull_w[:, None] * y + pull[:, None] * yw
        found[3] /= np.sqrt(-self.bend)  # S_zw / sqrt(-S_ww)

        axis = np.arange(6)
        found[4 + axis, 1 + axis] = np.sqrt(2 * k * share)[:, None] * y
        return np.ascontiguousarray(found.reshape(10, N_VARIABLES, count).transpose(2, 0, 1))


@dataclass(frozen=True, eq=False)
class _Weighed:
    """S as w / (1 - w) = t weighs A and B: t p(t) / ((1 + t) q(t)).

    Attributes:
        terms: (9, R) coefficients of p (1 to t^2), of q (1 to t^3) and of 1 + t, all positive.
    """

    terms: Array

    @classmethod
    def of(cls, r: Array, arms: Array) -> "_Weighed":
        """From the semi-axes (3, 6, R) of A and B."""
        a, b = arms[:, :3], arms[:, 3:]
        wrapped = wrap(arms)
        faces = cross(wrapped[:, _NEXT], wrapped[:, _LAST])
        face_a, face_b = faces[:, :3], faces[:, 3:]
        own = (faces * r[:, None]).sum(0) ** 2
        volume = (faces[:, ::3] * arms[:, ::3]).sum(0) ** 2
        terms = np.ones((9, r.shape[1]))
        terms[0], terms[2] = own[:3].sum(0), own[3:].sum(0)
        terms[1] = _squares(cross(wrapped[:, :3], wrap(r)[:, None]), b)
        terms[3], terms[6] = volume
        terms[4], terms[5] = _squares(face_a, b), _squares(face_b, a)
        return cls(terms)

    def best(self) -> tuple[Array, Array]:
        """(R,) w at which S is largest, and S_ww / S there: Newton's method between bounds, in log t.

        In log t, the slope of log S is the mean power of t in p, minus those in q and in 1 + t, plus 1, and the second
        derivative is made of their variances. The solution for two spheres is the start.
        """
        terms = self.terms
        along = np.log(terms[3] * terms[2] / (terms[6] * terms[0])) / 2  # the two radii along r
        low, high = np.full((2, len(along)), [[-WIDEST], [WIDEST]])
        for _ in range(STEPS):
            power = np.exp(_POWERS * along)
            whole, first, second = (_MOMENTS @ (terms * power)).reshape(3, 3, -1)
            mean, square = first / whole, second / whole
            spread = square - mean * mean
            slope, bend = 1 + mean[0] - mean[1] - mean[2], spread[0] - spread[1] - spread[2]
            is_below = slope > 0
            low, high = np.where(is_below, along, low), np.where(is_below, high, along)
            newton = along - slope / bend
            last, along = along, np.where((newton >= low) & (newton <= high), newton, (low + high) / 2)
            if np.abs(along - last).max(initial=0.0) < CONVERGED:
                break
        w = 1 / (1 + np.exp(-along))
        return w, bend / (w * (1 - w)) ** 2


def _squares(a: Array, b: Array) -> Array:
    """(R,) sum of (a_i . b_j)^2 of three vectors (3, 3, R) each, the components first."""
    products = a[0, :, None] * b[0]
    products += a[1, :, None] * b[1]
    products += a[2, :, None] * b[2]
    return np.asarray((products.reshape(9, -1) ** 2).sum(0))


def _inverse_root(m: Array) -> Array:
    """(3, 3, R) L^-1 of matrices L L^T, L lower triangular (Cholesky)."""
    root = np.zeros_like(m)
    a = 1 / np.sqrt(m[0, 0])
    b, c = m[1, 0] * a, m[2, 0] * a
    d = 1 / np.sqrt(m[1, 1] - b * b)
    e = (m[2, 1] - b * c) * d
    f = 1 / np.sqrt(m[2, 2] - c * c - e * e)
    root[0, 0], root[1, 1], root[2, 2] = a, d, f
    root[1, 0], root[2, 1] = -b * a * d, -e * d * f
    root[2, 0] = (b * d * e - c) * a * f
    return root
