"""A character whose left is exactly the mirror image of its right, from one that is nearly so.

Each part becomes the mean of itself and the mirror image of its other side, so it moves by half of their difference. A
mirrored cycle of a character whose sides differ would need a force from nowhere where one half passes into the other.
"""

from dataclasses import replace

import numpy as np

from ..arrays import Array, Indices
from ..character import BodyJoint, Character, ContactJoint, RigidBody
from ..rotations import matrix_from_quaternion, quaternion_from_matrix
from .mirror import Mirror, find_mirror, stretch_of
from .tree import LETTERS, tree_of

UNFREE = 1e-6  # weight of the axes about which a joint does not turn: they only follow
OWN = 1e-9  # m; favors a body's own axes where its ellipsoid is round
ROUNDED = 1e-9  # m, rad, and of the whole mass; sides that differ less are even already


def even_sides(character: Character) -> Character:
    """The character with even sides; limits, strengths and preferred angles of joints stay as they are.

    Raises:
        InputError: the sides differ by more than ``find_mirror`` allows.
    """
    mirror = find_mirror(character, tree_of(character))
    if not mirror.unevenness.is_above(ROUNDED):
        return character
    return replace(
        character,
        bodies=_bodies(character, mirror),
        joints=_joints(character, mirror),
        contacts=_contacts(character, mirror),
    )


def _bodies(character: Character, mirror: Mirror) -> tuple[RigidBody, ...]:
    position = _mean(np.array([body.position for body in character.bodies]), mirror.bodies, mirror)
    own, flip = stretch_of(character), mirror.reflection
    stretch = (own + flip @ own[mirror.bodies] @ flip) / 2
    found = []
    for b, body in enumerate(character.bodies):
        axes = matrix_from_quaternion(body.orientation)
        favored = stretch[b] + OWN * axes @ np.diag(np.argsort(np.argsort(body.diameters))) @ axes.T
        turned = _as_before(np.linalg.eigh((favored + favored.T) / 2)[1], axes)
        radii = np.einsum("ik,ij,jk->k", turned, stretch[b], turned)
        found.append(
            replace(
                body,
                mass=(body.mass + character.bodies[mirror.bodies[b]].mass) / 2,
                diameters=_vector(2 * radii),
                position=_vector(position[b]),
                orientation=_quaternion(turned),
            )
        )
    return tuple(found)


def _as_before(turned: Array, axes: Array) -> Array:
    """Axes (3, 3) of an ellipsoid, in the order and directions nearest to former ones."""
    along = axes.T @ turned
    order: list[int] = []
    for k in range(3):
        left = [i for i in range(3) if i not in order]
        order.append(left[int(np.argmax(np.abs(along[k, left])))])
    columns = turned[:, order] * np.where(along[[0, 1, 2], order] < 0, -1.0, 1.0)
    if np.linalg.det(columns) < 0:
        columns[:, 2] *= -1
    return np.asarray(columns)


def _joints(character: Character, mirror: Mirror) -> tuple[BodyJoint, ...]:
    joint_of = {joint.body_b: joint for joint in character.joints}
    found = []
    for joint in character.joints:
        image = joint_of[character.bodies[mirror.bodies[character.body_index(joint.body_b)]].name]
        position = (np.array(joint.position) + mirror.image(np.array(image.position))) / 2
        found.append(
            replace(
                joint,
                position=_vector(position),
                orientation=_quaternion(_mean_frame(joint, image, mirror.reflection)),
            )
        )
    return tuple(found)


def _mean_frame(joint: BodyJoint, image: BodyJoint, flip: Array) -> Array:
    """(3, 3) frame of a joint, turned so that its axes are the mean of themselves and the image's, reflected."""
    frame = matrix_from_quaternion(joint.orientation)
    other = -flip @ matrix_from_quaternion(image.orientation)
    own, mean, weight = frame.copy(), frame.copy(), np.full(3, UNFREE)
    for letter, reflected in zip(joint.axes, image.axes, strict=True):
        k, there = LETTERS.index(letter), other[:, LETTERS.index(reflected)]
        mean[:, k] = frame[:, k] + np.copysign(1.0, frame[:, k] @ there) * there
        mean[:, k] /= np.linalg.norm(mean[:, k])
        weight[k] = 1.0
    left, _, right = np.linalg.svd(mean @ np.diag(weight) @ own.T)  # Kabsch 1976
    turn = left @ np.diag([1.0, 1.0, np.linalg.det(left @ right)]) @ right
    turned: Array = turn @ frame
    return turned


def _contacts(character: Character, mirror: Mirror) -> tuple[ContactJoint, ...]:
    points = np.array([contact.point for contact in character.contacts]).reshape(-1, 3)
    mean = _mean(points, mirror.contacts, mirror)
    return tuple(
        replace(
            contact,
            point=_vector(mean[c]),
            friction=(contact.friction + character.contacts[mirror.contacts[c]].friction) / 2,
            twist_radius=(contact.twist_radius + character.contacts[mirror.contacts[c]].twist_radius) / 2,
        )
        for c, contact in enumerate(character.contacts)
    )


def _mean(points: Array, images: Indices, mirror: Mirror) -> Array:
    """(P, 3) means of points and the reflections of their images."""
    mean: Array = (points + mirror.image(points[images])) / 2
    return mean


def _vector(values: Array) -> tuple[float, float, float]:
    x, y, z = values.tolist()
    return x, y, z


def _quaternion(axes: Array) -> tuple[float, float, float, float]:
    w, x, y, z = quaternion_from_matrix(axes).tolist()
    return w, x, y, z
