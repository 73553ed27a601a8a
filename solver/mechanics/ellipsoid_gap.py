"""The gap between two ellipsoids, with exact first and second derivatives.

The contact function of Perram & Wertheim (1985, J. Comput. Phys. 58:409): for ellipsoids A = E_a diag(a^2) E_a^T
and B likewise, centres r apart,

    F = max over w in (0, 1) of  S(w) = w (1 - w) r^T [(1 - w) A + w B]^-1 r

is above 1 when they are apart, 1 when they touch and below 1 when they overlap. S is concave in w, and sqrt(F)
is the factor by which both may grow until they touch. Derivatives of the maximum: the first are S's at the best
w; the second are S_zz - S_zw S_wz / S_ww (envelope theorem).
"""

from dataclasses import dataclass

import numpy as np

from ..arrays import Array

N_VARIABLES = 21  # r, then the axes e_1 e_2 e_3 of A, then those of B
HALVINGS, NEWTON_STEPS = 3, 20  # of the search for the best weight
CONVERGED = 1e-13  # change of the weight


@dataclass(frozen=True, eq=False)
class Gap:
    """F - 1 of R pairs at once.

    Attributes:
        value: (R,).
        gradient: (R, 21).
        hessian: (R, 21, 21).
    """

    value: Array
    gradient: Array
    hessian: Array


def ellipsoid_gap(z: Array, radii_a: Array, radii_b: Array) -> Gap:
    """F - 1 and its derivatives.

    Args:
        z: (R, 21) r from A's centre to B's, A's three axes, B's three axes [m, unit vectors].
        radii_a: (R, 3) of A along its axes [m], or (3,) for all.
        radii_b: (R, 3) of B [m], or (3,).
    """
    r = z[:, :3]
    radii_a, radii_b = (np.broadcast_to(radii, (len(z), 3)) for radii in (radii_a, radii_b))
    axes_a, axes_b = (z[:, k : k + 9].reshape(-1, 3, 3) for k in (3, 12))  # rows are axes
    a, b = (
        np.einsum("tki,tk,tkj->tij", axes, radii**2, axes)
        for axes, radii in ((axes_a, radii_a), (axes_b, radii_b))
    )
    w = _best_weight(r, a, b)
    inverse = np.linalg.inv((1 - w)[:, None, None] * a + w[:, None, None] * b)
    y = np.einsum("tij,tj->ti", inverse, r)
    k, dk = w * (1 - w), 1 - 2 * w
    gradient = np.empty((len(r), N_VARIABLES))
    by_weight = np.empty_like(gradient)  # S_zw
    bend = np.zeros((len(r), N_VARIABLES, N_VARIABLES))
    dy = np.empty((len(r), 3, N_VARIABLES))  # dy/dz
    my = np.einsum("tij,tj->ti", b - a, y)
    yw = -np.einsum("tij,tj->ti", inverse, my)  # dy/dw

    gradient[:, :3] = 2 * k[:, None] * y
    by_weight[:, :3] = 2 * (dk[:, None] * y + k[:, None] * yw)
    dy[..., :3] = inverse
    parts = []
    for axes, radii, first, share, slope in (
        (axes_a, radii_a, 3, 1 - w, -1.0),
        (axes_b, radii_b, 12, w, 1.0),
    ):
        weight, weight_slope = k * share, dk * share + k * slope
        for m in range(3):
            place = slice(first + 3 * m, first + 3 * m + 3)
            e, size = axes[:, m], -2 * radii[:, m] ** 2
            along, along_w = (y * e).sum(1), (yw * e).sum(1)
            gradient[:, place] = (size * weight * along)[:, None] * y
            turned = (weight_slope * along + weight * along_w)[:, None] * y + (weight * along)[:, None] * yw
            by_weight[:, place] = size[:, None] * turned
            spread = along[:, None, None] * np.eye(3) + e[:, :, None] * y[:, None, :]
            dy[..., place] = -(share * radii[:, m] ** 2)[:, None, None] * (inverse @ spread)
            parts.append((place, e, size * weight, along))
    bend[:, :3] = 2 * k[:, None, None] * dy
    for place, e, weight, along in parts:
        change = np.einsum("ti,tiz->tz", e, dy)
        change[:, place] += y
        bend[:, place] = weight[:, None, None] * (y[:, :, None] * change[:, None] + along[:, None, None] * dy)
    curvature = -2 * (r * y).sum(1) - 2 * dk * (y * my).sum(1) - 2 * k * (my * yw).sum(1)
    bend -= by_weight[:, :, None] * by_weight[:, None] / curvature[:, None, None]
    return Gap(k * (r * y).sum(1) - 1, gradient, (bend + bend.swapaxes(1, 2)) / 2)


def _best_weight(r: Array, a: Array, b: Array) -> Array:
    """(R,) w at which S is largest: bisection of its slope, then Newton's method."""
    low, high = np.zeros(len(r)), np.ones(len(r))
    w = np.full(len(r), 0.5)
    for step in range(HALVINGS + NEWTON_STEPS):
        y = np.linalg.solve((1 - w)[:, None, None] * a + w[:, None, None] * b, r[..., None])[..., 0]
        my = np.einsum("tij,tj->ti", b - a, y)
        slope = (1 - 2 * w) * (r * y).sum(1) - w * (1 - w) * (y * my).sum(1)
        low, high = np.where(slope > 0, w, low), np.where(slope > 0, high, w)
        middle = (low + high) / 2
        if step < HALVINGS:
            w = middle
            continue
        z = np.linalg.solve((1 - w)[:, None, None] * a + w[:, None, None] * b, my[..., None])[..., 0]
        curvature = (
            -2 * (r * y).sum(1) - 2 * (1 - 2 * w) * (y * my).sum(1) + 2 * w * (1 - w) * (my * z).sum(1)
        )
        newton = w - slope / curvature
        last, w = w, np.where((newton >= low) & (newton <= high), newton, middle)
        if np.abs(w - last).max(initial=0.0) < CONVERGED:
            break
    return w
