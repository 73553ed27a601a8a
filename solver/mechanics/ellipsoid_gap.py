"""The gap between two ellipsoids, with exact first and second derivatives.

The contact function of Perram & Wertheim (1985, J. Comput. Phys. 58:409): for ellipsoids A = E_a diag(a^2) E_a^T
and B likewise, centres r apart,

    F = max over w in (0, 1) of  S(w) = w (1 - w) r^T [(1 - w) A + w B]^-1 r

is above 1 when they are apart, 1 when they touch and below 1 when they overlap. S is concave in w, and sqrt(F)
is the factor by which both may grow until they touch. With T such that T^T A T = 1 and T^T B T = diag(d)
(Golub & Van Loan 2013, section 8.7), and c = T^T r, the weight is found from numbers alone:

    S(w) = w (1 - w) sum_i c_i^2 f_i,  f_i = 1 / (1 - w + w d_i),  [(1 - w) A + w B]^-1 = T diag(f) T^T

Derivatives of the maximum: the first are S's at the best w; the second are S_zz - S_zw S_wz / S_ww (envelope theorem).
With M = (1 - w) A + w B, k = w (1 - w) and y = M^-1 r, those at a given w are, for any changes dr and dM,

    2 k (dr - dM y)^T M^-1 (dr - dM y) - k y^T d2M y

and S_ww is below 0: a sum of four squares, less blocks of each axis by itself.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..arrays import Array

N_VARIABLES = 21  # r, then the axes e_1 e_2 e_3 of A, then those of B
HALVINGS, NEWTON_STEPS = 3, 20  # of the search for the best weight
CONVERGED = 1e-7  # change of the weight, after which Newton's method leaves rounding errors alone


def ellipsoid_gap(z: Array, radii_a: Array, radii_b: Array) -> "Gap":
    """F - 1 and its derivatives.

    Args:
        z: (R, 21) r from A's centre to B's, A's three axes, B's three axes [m, unit vectors].
        radii_a: (R, 3) of A along its axes [m], or (3,) for all.
        radii_b: (R, 3) of B [m], or (3,).
    """
    count = len(z)
    r, axes = z[:, :3], z[:, 3:].reshape(count, 6, 3)
    radii = np.concatenate([np.broadcast_to(radii, (count, 3)) for radii in (radii_a, radii_b)], 1)  # (R, 6)
    both = _Diagonal.of(r, axes * radii[..., None])
    w = both.best_weight()
    y = both.back(both.shares(w) * both.c)  # M^-1 r
    k = w * (1 - w)
    share = np.where(IS_B, w[:, None], 1 - w[:, None]) * radii**2  # of each axis in M
    along = np.einsum("tmi,ti->tm", axes, y)
    gradient = np.empty((count, N_VARIABLES))
    gradient[:, :3] = 2 * k[:, None] * y
    gradient[:, 3:] = ((-2 * k[:, None] * share * along)[..., None] * y[:, None]).reshape(count, -1)
    return Gap(k * (r * y).sum(1) - 1, gradient, _Best(axes, radii, both, w, y, share, along))


@dataclass(frozen=True, eq=False)
class Gap:
    """F - 1 of R pairs at once.

    Attributes:
        value: (R,).
        gradient: (R, 21).
    """

    value: Array
    gradient: Array
    _best: "_Best"

    @cached_property
    def hessian(self) -> Array:
        """(R, 21, 21), worked out where it is asked for."""
        return self._best.hessian()


IS_B = np.arange(6) >= 3  # of the axes of both


@dataclass(frozen=True, eq=False)
class _Best:
    """What is known of pairs at their best weights.

    Attributes:
        axes: (R, 6, 3) of both.
        radii: (R, 6) along them.
        both: the two along common axes.
        w: (R,) the weights.
        y: (R, 3) M^-1 r.
        share: (R, 6) of each axis in M.
        along: (R, 6) of y along each axis.
    """

    axes: Array
    radii: Array
    both: "_Diagonal"
    w: Array
    y: Array
    share: Array
    along: Array

    def hessian(self) -> Array:
        """(R, 21, 21) S_zz - S_zw S_wz / S_ww."""
        both, y, share, along, count = self.both, self.y, self.share, self.along, len(self.w)
        f = both.shares(self.w)
        yw = both.back(-both.slope * f**2 * both.c)  # dy/dw
        k, dk = self.w * (1 - self.w), 1 - 2 * self.w
        share_w = np.where(IS_B, 1.0, -1.0) * self.radii**2
        along_w = np.einsum("tmi,ti->tm", self.axes, yw)
        pull = -2 * k[:, None] * share * along
        pull_w = -2 * (dk[:, None] * share * along + k[:, None] * (share_w * along + share * along_w))
        by_weight = np.empty((count, N_VARIABLES))  # S_zw
        by_weight[:, :3] = 2 * (dk[:, None] * y + k[:, None] * yw)
        by_weight[:, 3:] = (pull_w[..., None] * y[:, None] + pull[..., None] * yw[:, None]).reshape(count, -1)

        rows = np.empty((count, 4, N_VARIABLES))  # the Hessian is rows^T rows, less the blocks below
        root = np.sqrt(2 * k[:, None] * f)[..., None] * both.basis.swapaxes(1, 2)  # root^T root = 2 k M^-1
        turned = (root @ self.axes.swapaxes(1, 2))[..., None] * y[:, None, None]
        turned += along[:, None, :, None] * root[:, :, None]
        rows[:, :3, :3] = root
        rows[:, :3, 3:] = (-share[:, None, :, None] * turned).reshape(count, 3, -1)
        rows[:, 3] = by_weight / np.sqrt(-both.derivatives(self.w)[1])[:, None]
        bend = rows.swapaxes(1, 2) @ rows
        by_axis = bend[:, 3:, 3:].reshape(count, 6, 3, 6, 3)
        blocks = np.einsum("tmimj->tmij", by_axis)  # each axis by itself; a view
        blocks -= (2 * k[:, None] * share)[..., None, None] * (y[:, :, None] * y[:, None])[:, None]
        return np.asarray(bend)


@dataclass(frozen=True, eq=False)
class _Diagonal:
    """A and B along axes on which the one is 1, the other diagonal.

    Attributes:
        basis: (R, 3, 3) T.
        c: (R, 3) T^T r.
        slope: (R, 3) d - 1.
    """

    basis: Array
    c: Array
    slope: Array

    @classmethod
    def of(cls, r: Array, arms: Array) -> "_Diagonal":
        """Of arms (R, 6, 3): A's and B's axes, as long as their radii."""
        inverse = np.linalg.inv(arms[:, :3])  # of P^T, where A = P P^T
        seen = arms[:, 3:] @ inverse  # rows are B's arms as A sees them
        d, turn = np.linalg.eigh(seen.swapaxes(1, 2) @ seen)
        basis = inverse @ turn
        return cls(basis, np.einsum("tki,tk->ti", basis, r), d - 1.0)

    def shares(self, w: Array) -> Array:
        """(R, 3) f."""
        return 1 / (1 + w[:, None] * self.slope)

    def back(self, along: Array) -> Array:
        """(R, 3) in the world."""
        return np.asarray((self.basis @ along[..., None])[..., 0])

    def derivatives(self, w: Array) -> tuple[Array, Array]:
        """(R,) S_w and S_ww."""
        f = self.shares(w)
        part, bent = self.c**2 * f, self.slope * f
        s, first, second = part.sum(1), -(part * bent).sum(1), 2 * (part * bent**2).sum(1)
        k, dk = w * (1 - w), 1 - 2 * w
        return dk * s + k * first, -2 * s + 2 * dk * first + k * second

    def best_weight(self) -> Array:
        """(R,) w at which S is largest: bisection of its slope, then Newton's method."""
        low, high = np.zeros(len(self.c)), np.ones(len(self.c))
        w = np.full(len(self.c), 0.5)
        for step in range(HALVINGS + NEWTON_STEPS):
            slope, curvature = self.derivatives(w)
            low, high = np.where(slope > 0, w, low), np.where(slope > 0, high, w)
            middle = (low + high) / 2
            newton = w - slope / curvature if step >= HALVINGS else middle
            last, w = w, np.where((newton >= low) & (newton <= high), newton, middle)
            if np.abs(w - last).max(initial=0.0) < CONVERGED:
                break
        return w
