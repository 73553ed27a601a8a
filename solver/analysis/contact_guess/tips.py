"""Ends of bodies that bend where the body is stiff: hands, which are one body with their forearms."""

from dataclasses import dataclass

import numpy as np

from ...arrays import Array


@dataclass(frozen=True, eq=False)
class Tip:
    """The end of a body beyond a joint that the character does not have.

    Attributes:
        body: that it belongs to.
        point: (3,) of the joint in the rest pose, world [m].
        turn: (N, 3, 3) rotation of the end since the rest pose, world.
    """

    body: str
    point: Array
    turn: Array


def bent_lowest(shape: Array, joint: Array, turn: Array, end_turn: Array) -> Array:
    """(N, 3) lowest point of an ellipsoid bent at a joint, from its centre, as the body sees it.

    What is cut at the joint ends there in a disc, whose lowest point counts where the uncut part's own does not.

    Args:
        shape: (3, 3) S of the ellipsoid x^T S^-1 x = 1, in the rest pose's axes.
        joint: (3,) from its centre.
        turn: (N, 3, 3) rotation of the body since the rest pose, world.
        end_turn: (N, 3, 3) of what lies beyond the joint.
    """
    near = _cut_lowest(shape, joint, -turn[:, 2], beyond=False)
    far = _cut_lowest(shape, joint, -end_turn[:, 2], beyond=True) - joint
    bent = joint + np.einsum("nji,njk,nk->ni", turn, end_turn, far)
    is_lower = (turn[:, 2] * (bent - near)).sum(1) < 0
    return np.where(is_lower[:, None], bent, near)


def _cut_lowest(shape: Array, joint: Array, down: Array, *, beyond: bool) -> Array:
    """(N, 3) farthest point along down (N, 3) of the part of an ellipsoid on one side of a joint (3,)."""
    along = joint / np.linalg.norm(joint)
    whole = _farthest(shape, down)
    is_there = ((whole - joint) @ along > 0) == beyond
    across = down - np.outer(down @ along, along)
    width = np.sqrt(max(1 - float(joint @ np.linalg.solve(shape, joint)), 0.0))
    size = np.linalg.norm(across, axis=1, keepdims=True)
    radius = _farthest(shape, across / np.maximum(size, 1e-9)) * size
    disc = joint + width * (radius - np.outer(radius @ along, along))
    return np.where(is_there[:, None], whole, disc)


def _farthest(shape: Array, way: Array) -> Array:
    """(N, 3) points S d / sqrt(d^T S d) of the ellipsoid along d (N, 3)."""
    pushed = way @ shape
    found: Array = pushed / np.sqrt(np.maximum((pushed * way).sum(1), 1e-12))[:, None]
    return found
