"""The gap between an ellipsoid and a box, with exact first and second derivatives.

As in ``ellipsoid_gap``, it is the factor by which both can grow about their centers before they touch, here minus 1.
With support functions h_A and h_B and centers r apart,

    lambda = max over d of  d . r / L(d),   L = h_A + h_B,
    h_A(d) = sqrt(sum_i r_i^2 (e_i . d)^2),   h_B(d) = sum_j sqrt(a_j^2 (f_j . d)^2 + s^2 d . d)

(the gauge of the Minkowski sum). A box is the sum of three line segments; each is a needle here, an ellipsoid of
radius s, so that lambda has derivatives everywhere. That makes the box larger by up to 3 s, never smaller.

L is convex and d scales out, so d is found as the least L at d . r = 1, by Newton's method with s from coarse to fine.
At L(d) = 1, the derivatives of lambda follow from those of d . r - lambda (L - 1) at a fixed d (envelope theorem), and
the second ones from how d and lambda change.
"""

from dataclasses import dataclass

import numpy as np

from ..arrays import Array, Flags, Indices

N_VARIABLES = 21  # r, then the axes e_1 e_2 e_3 of the ellipsoid, then f_1 f_2 f_3 of the box
ROUNDING = 1.5e-3  # s [m]
COARSER, LEVELS = 5.0, 4  # factor and number of coarser s before
STEPS, LAST = 4, 30  # of Newton's method at each of these, and at the last
HALVINGS = 12  # of a step
TINY = 1e-18  # m^2
ALIKE = 0.1  # cosine of a start and r, below which the start is no use
CONVERGED = 1e-16  # predicted decrease of L, relative: a step of 1e-8
NOISE = 1e-14  # of L, relative


def box_gap(z: Array, radii: Array, half: Array, start: Array | None = None) -> "BoxGap":
    """The factor lambda - 1 and its derivatives.

    Args:
        z: (R, 21) r from the box's center to the ellipsoid's, the axes of the ellipsoid, those of the box [m, unit
            vectors].
        radii: (R, 3) of the ellipsoid along its axes [m].
        half: (R, 3) half extents of the box along its axes [m].
        start: (R, 3) ``direction`` of a similar z, from which fewer steps are needed; None: there is none.
    """
    squares = np.square(np.concatenate([radii, half], axis=1), dtype=float)
    frame = _Frame(z[:, :3], z[:, 3:].reshape(-1, 6, 3), squares)
    d = frame.best(start)
    return BoxGap(frame, d / frame.at(d, ROUNDING).value[:, None])


@dataclass(frozen=True, eq=False)
class _Support:
    """L of R pairs at directions d.

    Attributes:
        value: (R,) L.
        terms: (R, 4) h_A, then the needles of h_B.
        factors: (R, 6) r_i^2 (e_i . d) / h_A, then a_j^2 (f_j . d) / needle.
        slopes: (R, 4, 3) of the terms by d.
    """

    value: Array
    terms: Array
    factors: Array
    slopes: Array

    def only(self, rows: Flags) -> "_Support":
        """The pairs at flags (R,)."""
        return _Support(self.value[rows], self.terms[rows], self.factors[rows], self.slopes[rows])


@dataclass(frozen=True, eq=False)
class _Frame:
    """R ellipsoids and boxes.

    Attributes:
        r: (R, 3) from the box's center to the ellipsoid's.
        axes: (R, 6, 3) of the ellipsoid and of the box.
        squares: (R, 6) of the semi-axes and of the half extents.
    """

    r: Array
    axes: Array
    squares: Array

    def at(self, d: Array, rounding: float) -> _Support:
        """L and its slopes at d (R, 3)."""
        along = (self.axes @ d[..., None])[..., 0]
        factors = self.squares * along
        terms = np.empty((len(d), 4))
        terms[:, 0] = (factors[:, :3] * along[:, :3]).sum(1)
        terms[:, 1:] = factors[:, 3:] * along[:, 3:] + (rounding**2 * (d**2).sum(1))[:, None]
        terms = np.sqrt(terms)
        factors[:, :3] /= terms[:, :1]
        factors[:, 3:] /= terms[:, 1:]
        slopes = np.empty((len(d), 4, 3))
        slopes[:, 0] = (factors[:, None, :3] @ self.axes[:, :3])[:, 0]
        slopes[:, 1:] = factors[:, 3:, None] * self.axes[:, 3:]
        slopes[:, 1:] += (rounding**2 / terms[:, 1:])[..., None] * d[:, None]
        return _Support(terms.sum(1), terms, factors, slopes)

    def bend(self, here: _Support, rounding: float) -> Array:
        """(R, 3, 3) second derivatives of L by d."""
        weights = self.squares / here.terms[:, [0, 0, 0, 1, 2, 3]]
        found = (self.axes * weights[..., None]).swapaxes(1, 2) @ self.axes
        found -= (here.slopes / here.terms[..., None]).swapaxes(1, 2) @ here.slopes
        round_part = rounding**2 * (1 / here.terms[:, 1:]).sum(1)
        found[:, range(3), range(3)] += round_part[:, None]
        return np.asarray(found)

    def only(self, rows: Indices | Flags) -> "_Frame":
        """The pairs of some rows."""
        return _Frame(self.r[rows], self.axes[rows], self.squares[rows])

    def best(self, start: Array | None) -> Array:
        """(R, 3) d of the least L, with d . r = 1."""
        square = np.maximum((self.r**2).sum(1), TINY)
        todo, d = np.arange(len(square)), self.r / square[:, None]
        if start is not None:
            scale = (start * self.r).sum(1)
            near = scale > ALIKE * np.sqrt(square * (start**2).sum(1))
            d[near] = start[near] / scale[near, None]
            rest = self._descend(d, np.flatnonzero(near), ROUNDING, 2 * STEPS)
            todo = np.append(np.flatnonzero(~near), rest)
            d[rest] = self.r[rest] / square[rest, None]
        for level in range(LEVELS, 0, -1):
            self._descend(d, todo, ROUNDING * COARSER**level, STEPS)
        self._descend(d, todo, ROUNDING, LAST)
        return d / (d * self.r).sum(1)[:, None]

    def _descend(self, d: Array, rows: Indices, rounding: float, steps: int) -> Indices:
        """Moves d (R, 3) of some rows by Newton's steps; returns the rows that have not converged.

        With K = L_dd + L r r^T, whose K d is L r, and g = L_d - L r, the step across r is -K^-1 g + (r . K^-1 g) d.
        """
        frame = self.only(rows)
        here = frame.at(d[rows], rounding) if len(rows) else None
        for _ in range(steps):
            if here is None or not len(rows):
                break
            matrix = frame.bend(here, rounding)
            matrix += here.value[:, None, None] * (frame.r[:, :, None] * frame.r[:, None])
            slope = here.slopes.sum(1) - here.value[:, None] * frame.r  # across d; 0 at the best
            step = np.linalg.solve(matrix, slope[..., None])[..., 0]
            own = d[rows]
            step = (step * frame.r).sum(1)[:, None] * own - step
            drop = -(slope * step).sum(1)
            share = np.ones(len(rows))
            for _ in range(HALVINGS):
                there = frame.at(own + share[:, None] * step, rounding)
                short = there.value > here.value - 0.1 * share * drop + NOISE * here.value
                if not short.any():
                    break
                share[short] /= 2
            d[rows] = own + share[:, None] * step
            going = drop > CONVERGED * here.value
            rows, frame, here = rows[going], frame.only(going), there.only(going)
        return rows


@dataclass(frozen=True, eq=False)
class BoxGap:
    """lambda - 1 of R pairs.

    Attributes:
        direction: (R, 3) d at which L = 1: normal of the plane between the two, out of the box.
    """

    _frame: _Frame
    direction: Array

    @property
    def value(self) -> Array:
        """(R,) lambda - 1."""
        return np.asarray((self.direction * self._frame.r).sum(1) - 1)

    def gradient(self, n_axes: int = 6) -> Array:
        """(R, 3 + 3 A) by r and the first A axes."""
        d, here = self.direction, self._frame.at(self.direction, ROUNDING)
        axes = -((self.value + 1)[:, None] * here.factors[:, :n_axes])[..., None] * d[:, None]
        return np.concatenate([d, axes.reshape(len(d), -1)], axis=1)

    def bend(self, n_axes: int = 6) -> Array:
        """(R, 3 + 3 A, 3 + 3 A) second derivatives by r and the first A axes.

        By the axes at fixed d, the second derivatives of L are ``twice`` times d d^T; by d and an axis, they are its
        factor times 1, and its ray times d.
        """
        frame, d, growth = self._frame, self.direction, self.value + 1
        here, count = frame.at(d, ROUNDING), len(d)
        term = here.terms[:, [0, 0, 0, 1, 2, 3]]
        twice, axis = np.zeros((count, 6, 6)), np.arange(6)
        own = here.factors[:, :3]
        twice[:, :3, :3] = -own[:, :, None] * own[:, None] / here.terms[:, :1, None]
        twice[:, axis, axis] += frame.squares / term
        twice[:, axis[3:], axis[3:]] -= here.factors[:, 3:] ** 2 / here.terms[:, 1:]
        slope = here.slopes[:, [0, 0, 0, 1, 2, 3]]
        ray = (frame.squares / term)[..., None] * frame.axes - (here.factors / term)[..., None] * slope
        by_d = np.zeros((count, 4, 1 + n_axes, 3))  # of d . r - lambda L by d and lambda, and the arguments
        by_d[:, :3, 0] = np.eye(3)
        mixed = ray[:, :n_axes].swapaxes(1, 2)[..., None] * d[:, None, None]
        mixed += here.factors[:, None, :n_axes, None] * np.eye(3)[:, None]
        by_d[:, :3, 1:] = -growth[:, None, None, None] * mixed
        by_d[:, 3, 1:] = -here.factors[:, :n_axes, None] * d[:, None]
        by_d = by_d.reshape(count, 4, -1)
        matrix = np.zeros((count, 4, 4))
        matrix[:, :3, :3] = -growth[:, None, None] * frame.bend(here, ROUNDING)
        matrix[:, :3, 3] = matrix[:, 3, :3] = -here.slopes.sum(1)
        whole = -by_d.swapaxes(1, 2) @ np.linalg.solve(matrix, by_d)
        outer = -growth[:, None, None] * (d[:, :, None] * d[:, None])
        axes = twice[:, :n_axes, None, :n_axes, None] * outer[:, None, :, None]
        whole[:, 3:, 3:] += axes.reshape(count, 3 * n_axes, -1)
        return np.asarray(whole)
