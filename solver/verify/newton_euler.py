"""Newton's and Euler's equations of every body, by central differences of world poses.

Independent of the optimizer, which uses coordinates and sums over the bodies' axes: here, angular velocity is from the
quaternions of neighboring frames and inertia is evaluated at their midpoint.
"""

import numpy as np

from ..arrays import Array
from ..character import Character
from ..motion.world_motion import WorldMotion
from ..rotations import matrix_from_quaternion, quaternion_inverse, quaternion_product, rotation_vector


def missing_wrenches(motion: WorldMotion) -> tuple[Array, Array]:
    """Forces and moments that every body needs besides gravity, contacts and holds: those of joints, and errors.

    Returns:
        Forces (K, B, 3) [N] and moments about each body's center (K, B, 3) [N m], world, at the judged frames.
    """
    position, orientation = motion.with_neighbours()
    character, judged = motion.character, motion.judged
    mass = np.array([body.mass for body in character.bodies])
    acceleration = (position[2:] - 2 * position[1:-1] + position[:-2]) / motion.step**2
    momentum = spin(character, orientation, motion.step)

    force = mass[:, None] * (acceleration - np.array(motion.world.gravity))
    moment = (momentum[1:] - momentum[:-1]) / motion.step
    for c, contact in enumerate(character.contacts):
        body = character.body_index(contact.body)
        push = motion.contact_forces[judged, c]
        arm = motion.contact_points[judged, c] - motion.position[judged, body]
        force[:, body] -= push
        moment[:, body] -= np.cross(arm, push)
        moment[:, body] -= motion.contact_moments[judged, c, None] * motion.contact_turn[judged, c, :, 2]
        # frames on another body, with the reaction
        on = np.flatnonzero(motion.contact_carrier[judged, c] >= 0)
        carrier = motion.contact_carrier[judged, c][on]
        arm = motion.contact_points[judged, c][on] - motion.position[judged][on, carrier]
        force[on, carrier] += push[on]
        moment[on, carrier] += np.cross(arm, push[on])
    for i, hold in enumerate(motion.world.holds):
        for name, sign in ((hold.body_a, 1.0), (hold.body_b, -1.0)):
            if name:
                body = character.body_index(name)
                pull = sign * motion.hold_forces[judged, i]
                force[:, body] -= pull
                moment[:, body] -= np.cross(
                    motion.hold_points[judged, i] - motion.position[judged, body], pull
                )
    return force, moment


def inertia(character: Character) -> Array:
    """Moments of inertia (B, 3) [kg m^2] of the solid ellipsoids about their own axes."""
    squares = np.array([body.diameters for body in character.bodies]) ** 2
    mass = np.array([body.mass for body in character.bodies])
    moments: Array = mass[:, None] / 20.0 * (squares.sum(1, keepdims=True) - squares)
    return moments


def spin(character: Character, orientation: Array, step: float) -> Array:
    """Angular momenta (N - 1, B, 3) of the bodies about their centers, between frames of ``orientation``."""
    turn = quaternion_product(quaternion_inverse(orientation[:-1]), orientation[1:])
    velocity = (
        rotation_vector(turn) / step
    )  # in the body's own axes, which are the same at both frames and at the midpoint
    halfway = matrix_from_quaternion(_midpoint(orientation))
    momentum: Array = np.einsum("tbij,tbj->tbi", halfway, inertia(character) * velocity)
    return momentum


def _midpoint(orientation: Array) -> Array:
    """Orientations (N - 1, B, 4) halfway along the shortest rotation between frames."""
    before, after = orientation[:-1], orientation[1:]
    nearer = np.where((before * after).sum(-1, keepdims=True) < 0, -after, after)
    total = before + nearer
    middle: Array = total / np.linalg.norm(total, axis=-1, keepdims=True)
    return middle
