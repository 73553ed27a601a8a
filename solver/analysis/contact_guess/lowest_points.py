"""The points of rolling or lying ellipsoids that come nearest to the ground."""

from collections.abc import Sequence

import numpy as np

from ...arrays import Array
from ...character import Character
from ...rotations import matrix_from_quaternion
from .tips import Tip, bent_lowest


def lowest_points(character: Character, turn: Array, tips: Sequence[Tip] = ()) -> Array:
    """(N, B, 3) lowest point of every body's ellipsoid, from its centre, in the rest pose's axes [m].

    The point of the ellipsoid x^T S^-1 x = 1 farthest along d is S d / sqrt(d^T S d).

    Args:
        character: whose bodies.
        turn: (N, B, 3, 3) their rotations since the rest pose, world.
        tips: ends of bodies that bend.
    """
    own = matrix_from_quaternion([body.orientation for body in character.bodies])
    half = np.array([body.diameters for body in character.bodies]) / 2
    shape = np.einsum("bij,bj,bkj->bik", own, half**2, own)
    down = -turn[..., 2, :]  # the world's, as the body sees it
    along = np.einsum("bij,nbj->nbi", shape, down)
    lowest = np.asarray(along / np.sqrt(np.einsum("nbi,nbi->nb", along, down))[..., None])
    for tip in tips:
        b = character.body_index(tip.body)
        lowest[:, b] = bent_lowest(shape[b], tip.point - character.bodies[b].position, turn[:, b], tip.turn)
    return lowest
