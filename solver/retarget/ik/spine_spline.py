"""Bodies of the spine between two particles follow a quintic Hermite spline (Hecker 2008, section 4.3.2)."""

from dataclasses import dataclass

import numpy as np
from scipy.interpolate import BPoly

from ...arrays import Array
from .aims import mixed
from .plan import Plan
from .posing import Posing
from .twist import least_twist

STIFF = 1e-3  # weight with which a spline with few bodies stays near its chord


@dataclass(frozen=True, eq=False)
class SpineSpline:
    """A quintic through the joints of spine bodies at rest.

    Attributes:
        share: (K,) of the way along it at which each body between its ends is.
        velocity: (2, 3) first derivatives at both ends [m].
        acceleration: (2, 3) second derivatives at both ends [m].
        tangent: (K, 3) derivatives at the bodies.
    """

    share: Array
    velocity: Array
    acceleration: Array
    tangent: Array

    @classmethod
    def through(cls, points: Array) -> "SpineSpline":
        """Least squares through points (K + 2, 3), whose ends it meets exactly."""
        passed = np.concatenate([[0.0], np.linalg.norm(np.diff(points, axis=0), axis=1)]).cumsum()
        share = (passed / max(passed[-1], 1e-12))[1:-1]
        start, end = points[0], points[-1]
        basis = np.stack([_basis(k)(share) for k in range(6)], axis=1)  # (K, 6)
        chord = end - start
        first = np.stack(
            [chord, chord, np.zeros(3), np.zeros(3)]
        )  # velocities and accelerations of a straight line
        known = basis[:, [0, 3]] @ np.stack([start, end]) + basis[:, [1, 4, 2, 5]] @ first
        rows = np.concatenate([basis[:, [1, 4, 2, 5]], STIFF * np.eye(4)])
        wanted = np.concatenate([points[1:-1] - known, np.zeros((4, 3))])
        found = first + np.linalg.lstsq(rows, wanted, rcond=None)[0]
        slopes = np.stack([_basis(k).derivative()(share) for k in range(6)], axis=1)
        tangent = slopes[:, [0, 3]] @ np.stack([start, end]) + slopes[:, [1, 4, 2, 5]] @ found
        return cls(share, found[:2], found[2:], tangent)

    def tangents(self, start: Array, end: Array, first: Array, last: Array) -> Array:
        """Tangents (F, K, 3) at the bodies when its ends (F, 3) have moved and turned by rotations (F, 3, 3)."""
        slopes = np.stack([_basis(k).derivative()(self.share) for k in range(6)], axis=1)
        ends = (
            start, first @ self.velocity[0], first @ self.acceleration[0],
            end, last @ self.velocity[1], last @ self.acceleration[1],
        )  # fmt: skip
        found: Array = np.einsum("kb,bfc->fkc", slopes, np.stack(ends))
        return found


def turn_between(plan: Plan, posing: Posing, end: int) -> None:
    """Turns the bodies between a particle of the spine and the one before, both of which are posed."""
    creature = plan.creature
    line = [end]
    while (before := int(creature.parent[line[-1]])) not in plan.spine_points:
        line.append(before)
    line = line[:0:-1]
    if not line:
        return
    start = before
    spline = SpineSpline.through(creature.joint[[start, *line, end]])
    first, last = posing.turn[:, start], posing.turn[:, end]
    posed = spline.tangents(posing.joint[:, start], posing.joint[:, end], first, last)
    for k, b in enumerate(line):
        between = mixed(first, last, np.full(len(first), spline.share[k]))
        twist = least_twist(between @ spline.tangent[k], posed[:, k])
        posing.turn[:, b] = twist @ between


def _basis(k: int) -> BPoly:
    """Hermite basis on 0 to 1: value, first and second derivative at 0, then at 1."""
    ends = np.zeros((2, 3))
    ends[k // 3, k % 3] = 1.0
    return BPoly.from_derivatives([0, 1], ends)
