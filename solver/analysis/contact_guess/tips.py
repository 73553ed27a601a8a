"""Bending ends of stiff bodies: hands, which are one body with their forearms.

An ellipsoid with an arm's inertia is a sixth longer than the arm and ends beyond its fingers. A point there would seem
to slide while the arm turns about a hand that stands on the floor.
"""

from dataclasses import dataclass

import numpy as np

from ...arrays import Array

# of the length from the body's beginning to the joint; some rigs have no bones to the end
SHORTEST = 0.3


@dataclass(frozen=True, eq=False)
class Tip:
    """The end of a body beyond a joint of the rig that the character lacks.

    Attributes:
        body: that it belongs to.
        point: (3,) of the joint in the rest pose, world [m].
        turn: (N, 3, 3) rotation of the end from the rest pose, world.
        length: from the joint to the tip in the rest pose [m].
    """

    body: str
    point: Array
    turn: Array
    length: float


def bent_lowest(
    shape: Array, joint: Array, ahead: Array, turn: Array, *, end_turn: Array, length: float
) -> Array:
    """(N, 3) lowest point of an ellipsoid bent at a joint, from its center, in the rest pose's axes.

    Each part is an ellipsoid of the same proportions, so it is thinner at the joint, and a short end is thin.

    Args:
        shape: (3, 3) S of the ellipsoid x^T S^-1 x = 1, in the rest pose's axes.
        joint: (3,) from its center.
        ahead: (3,) unit direction from the body's beginning to the joint.
        turn: (N, 3, 3) rotation of the body from the rest pose, world.
        end_turn: (N, 3, 3) rotation of the part beyond the joint.
        length: of that part [m]; limited to the ellipsoid's length there.
    """
    half = 1 / np.sqrt(ahead @ np.linalg.solve(shape, ahead))
    at = np.clip(joint @ ahead / half, -1, 1)
    near = (at - 1) / 2 * half * ahead + (1 + at) / 2 * _farthest(shape, -turn[:, 2])
    beyond = np.clip(length / half, SHORTEST * (1 + at), 1 - at)
    far = beyond / 2 * (half * ahead + _farthest(shape, -end_turn[:, 2]))
    bent = joint + np.einsum("nji,njk,nk->ni", turn, end_turn, far)
    is_lower = (turn[:, 2] * (bent - near)).sum(1) < 0
    return np.where(is_lower[:, None], bent, near)


def _farthest(shape: Array, direction: Array) -> Array:
    """(N, 3) farthest points S d / sqrt(d^T S d) of the ellipsoid along d (N, 3)."""
    pushed = direction @ shape
    points: Array = pushed / np.sqrt(np.maximum((pushed * direction).sum(1), 1e-12))[:, None]
    return points
