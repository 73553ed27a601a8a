"""Lowest points of rolling or lying bodies, as ellipsoids with balls at their joints."""

from collections.abc import Sequence

import numpy as np

from ...arrays import Array
from ...character import Character
from ...rotations import matrix_from_quaternion
from .tips import Tip, bent_lowest


def lowest_points(character: Character, turn: Array, tips: Sequence[Tip] = ()) -> Array:
    """(N, B, 3) lowest point of every body, from its center, in the rest pose's axes [m].

    A body is the ellipsoid x^T S^-1 x = 1, whose farthest point along d is S d / sqrt(d^T S d), with balls at its
    joints, because knees and elbows are thicker than the ends of ellipsoids.

    Args:
        character: with the bodies.
        turn: (N, B, 3, 3) their rotations from the rest pose, world.
        tips: bending ends of bodies.
    """
    own = matrix_from_quaternion([body.orientation for body in character.bodies])
    half = np.array([body.diameters for body in character.bodies]) / 2
    shape = np.einsum("bij,bj,bkj->bik", own, half**2, own)
    down = -turn[..., 2, :]  # of the world, in the body's frame
    along = np.einsum("bij,nbj->nbi", shape, down)
    lowest = np.asarray(along / np.sqrt(np.einsum("nbi,nbi->nb", along, down))[..., None])
    for tip in tips:
        b = character.body_index(tip.body)
        joint = tip.point - character.bodies[b].position
        ahead = tip.point - _beginning(character, tip.body)
        ahead /= np.linalg.norm(ahead)
        lowest[:, b] = bent_lowest(shape[b], joint, ahead, turn[:, b], end_turn=tip.turn, length=tip.length)
    for body, centre, radius in _balls(character):
        ball = centre + radius * down[:, body]
        is_lower = ((ball - lowest[:, body]) * down[:, body]).sum(1) > 0
        lowest[is_lower, body] = ball[is_lower]
    return lowest


def _beginning(character: Character, body: str) -> Array:
    """(3,) position of a body's parent joint in the rest pose; for the root, its center."""
    carried = (joint.position for joint in character.joints if joint.body_b == body)
    return np.array(next(carried, character.bodies[character.body_index(body)].position))


def _balls(character: Character) -> list[tuple[int, Array, float]]:
    """Indices of bodies with balls at their joints, centers from the body's center, and radii of the thinner body.

    Joints of bodies with contacts are left out, because these touch at their contacts.
    """
    touching = {contact.body for contact in character.contacts}
    balls = []
    for joint in character.joints:
        names = (joint.body_a, joint.body_b)
        if touching.isdisjoint(names):
            both = [character.body_index(name) for name in names]
            radius = min(min(character.bodies[b].diameters) for b in both) / 2
            balls += [(b, np.array(joint.position) - character.bodies[b].position, radius) for b in both]
    return balls
