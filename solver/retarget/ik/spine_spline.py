"""Bodies of the spine between two particles follow a quintic Hermite spline (Hecker 2008, section 4.3.2)."""

from dataclasses import dataclass

import numpy as np
from scipy.interpolate import BPoly

from ...arrays import Array, Indices
from ..creature import Creature
from .aims import mixed
from .plan import Plan
from .posing import Posing
from .twist import least_twist

STIFF = 1e-3  # weight with which a spline with few bodies stays near its chord


@dataclass(frozen=True, eq=False)
class SpineSplines:
    """Quintics through the joints of spine bodies at rest, least squares between particles, which they meet exactly.

    Attributes:
        bodies: (K,) that have no particle.
        start, end: (K,) the particles' bodies before and after each one.
        share: (K,) of the way along its spline.
        slopes: (K, 6) of the Hermite basis there: value, first and second derivative at the start, then at the end.
        ends: (K, 4, 3) first and second derivatives at the start, then at the end, at rest [m].
        tangent: (K, 3) derivative at the body at rest [m].
    """

    bodies: Indices
    start: Indices
    end: Indices
    share: Array
    slopes: Array
    ends: Array
    tangent: Array

    @classmethod
    def of(cls, plan: Plan) -> "SpineSplines":
        """Of all bodies between two particles of the spine."""
        lines = [line for b in plan.spine_points[1:] if (line := _between(plan, b))[1:-1]]
        fits = [_through(plan.creature, line) for line in lines]
        parts = [np.concatenate(each) for each in zip(*fits, strict=True)] if fits else []
        share, slopes, ends, tangent = parts or (
            np.zeros(0),
            np.zeros((0, 6)),
            np.zeros((0, 4, 3)),
            np.zeros((0, 3)),
        )
        return cls(
            np.array([b for line in lines for b in line[1:-1]], np.intp),
            np.array([line[0] for line in lines for _ in line[1:-1]], np.intp),
            np.array([line[-1] for line in lines for _ in line[1:-1]], np.intp),
            share,
            slopes,
            ends,
            tangent,
        )

    def turn(self, posing: Posing) -> None:
        """Turns the bodies, between particles that are posed."""
        if not len(self.bodies):
            return
        first, last = posing.turn[:, self.start], posing.turn[:, self.end]
        at_start, at_end = self.ends[:, :2], self.ends[:, 2:]  # as rows, which turn from behind
        leaving, arriving = at_start @ np.swapaxes(first, 2, 3), at_end @ np.swapaxes(last, 2, 3)
        joints = (posing.joint[:, self.start], posing.joint[:, self.end])
        parts = (joints[0][:, :, None], leaving, joints[1][:, :, None], arriving)
        posed = (self.slopes[:, None] @ np.concatenate(parts, axis=2))[:, :, 0]
        between = mixed(first, last, np.broadcast_to(self.share, first.shape[:2]))
        carried = (between @ self.tangent[..., None])[..., 0]
        posing.turn[:, self.bodies] = least_twist(carried, posed) @ between


def _between(plan: Plan, end: int) -> list[int]:
    """Bodies from the particle before one to it, both included."""
    line, start = [end], plan.spine_parent[end]
    while line[-1] != start:
        line.append(int(plan.creature.parent[line[-1]]))
    return line[::-1]


def _through(creature: Creature, line: list[int]) -> tuple[Array, Array, Array, Array]:
    """Shares, slopes, ends and tangents of the K bodies within a line of them; see SpineSplines."""
    points = creature.joint[line]
    passed = np.concatenate([[0.0], np.linalg.norm(np.diff(points, axis=0), axis=1)]).cumsum()
    share = (passed / max(passed[-1], 1e-12))[1:-1]
    values, slopes = _basis(share), _basis(share, derivative=1)
    chord, inner = points[-1] - points[0], [1, 2, 4, 5]
    straight = np.stack([chord, np.zeros(3), chord, np.zeros(3)])
    known = values[:, [0, 3]] @ points[[0, -1]] + values[:, inner] @ straight
    rows = np.concatenate([values[:, inner], STIFF * np.eye(4)])
    wanted = np.concatenate([points[1:-1] - known, np.zeros((4, 3))])
    ends = straight + np.linalg.lstsq(rows, wanted, rcond=None)[0]
    tangent = slopes[:, [0, 3]] @ points[[0, -1]] + slopes[:, inner] @ ends
    return share, slopes, np.tile(ends, (len(share), 1, 1)), tangent


def _basis(at: Array, *, derivative: int = 0) -> Array:
    """(K, 6) Hermite basis on 0 to 1: value, first and second derivative at 0, then at 1."""
    columns = []
    for k in range(6):
        ends = np.zeros((2, 3))
        ends[k // 3, k % 3] = 1.0
        columns.append(BPoly.from_derivatives([0, 1], ends)(at, nu=derivative))
    return np.stack(columns, axis=1)
