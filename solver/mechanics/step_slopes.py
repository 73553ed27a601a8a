"""Derivatives of the discrete equations of motion by the steps between frames.

The residual of mechanics/dynamics.py is linear in the links l = h / h(t, t+1) and the shares s of its frames,

    g_i(t) = l(t) ahead_i(t) + l(t-1) behind_i(t-1) - s(t) load_i(t)

so these are its slopes; their mixed derivatives with q are directional ones along the multipliers. Balances must
be prepared.
"""

import numpy as np

from ..arrays import Array
from .dynamics import Balance, BalanceVariation, Dynamics, along_axial

NOW, NEXT, OWN = slice(None, -1), slice(1, None), slice(1, -1)


def link_slopes(b: Balance) -> tuple[Array, Array]:
    """ahead, behind: (N + 1, n) change of g at the first and at the second frame of each pair with its link."""
    u, v, gone = b.pose.u, b.pose.v, b.first[:, NEXT] - b.first[:, NOW]
    ahead = (v[:, NOW] * gone).sum(0) + along_axial(u[:, NOW], b.gram)
    behind = (v[:, NEXT] * gone).sum(0) + along_axial(u[:, NEXT], b.gram)
    return ahead, -behind


def varied_link_slopes(b: Balance, change: BalanceVariation) -> tuple[Array, Array]:
    """Derivative of ``link_slopes`` along the multipliers: mixed derivatives of multipliers . g by link and q."""
    u, v, gone = b.pose.u, b.pose.v, b.first[:, NEXT] - b.first[:, NOW]
    du, dv, dgone = change.twist[:3], change.twist[3:], change.first[:, NEXT] - change.first[:, NOW]
    ends = []
    for at in (NOW, NEXT):
        end = (dv[:, at] * gone + v[:, at] * dgone).sum(0)
        end += along_axial(du[:, at], b.gram) + along_axial(u[:, at], change.gram)
        ends.append(end)
    return ends[0], -ends[1]


def loads(dynamics: Dynamics, b: Balance) -> Array:
    """(N, n) generalized force of weight, contact forces and free moments on each degree of freedom."""
    u, v = b.pose.u[:, OWN], b.pose.v[:, OWN]
    stress, pull = _pulls(dynamics, b, b.first, b.pose.points)
    load = along_axial(u, stress) + (v * pull).sum(0)
    if b.moments is not None:
        load += (u * ((b.moments / b.pace.shares) @ dynamics.points_below)).sum(0)
    return np.asarray(load)


def varied_loads(dynamics: Dynamics, b: Balance, change: BalanceVariation) -> Array:
    """(N, n) derivative of ``loads`` along the multipliers, without the free moments, which are no gradient."""
    u, du, dv = b.pose.u[:, OWN], change.twist[:3, OWN], change.twist[3:, OWN]
    stress, pull = _pulls(dynamics, b, b.first, b.pose.points)
    dstress, _ = _pulls(dynamics, b, change.first, change.motion)
    return np.asarray(along_axial(du, stress) + along_axial(u, dstress) + (dv * pull).sum(0))


def _pulls(dynamics: Dynamics, b: Balance, first: Array, points: Array) -> tuple[Array, Array]:
    """Moments (3, 3, N, n) and force (3, N, n) of weight and contact forces on the bodies below."""
    forces, drop = b.forces / b.pace.shares, dynamics.drop[:, None, None]
    stress = first[:, None, OWN] * drop + (points[:, None, OWN] * forces) @ dynamics.points_below
    return stress, dynamics.mass_below * drop + forces @ dynamics.points_below
