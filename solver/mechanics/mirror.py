"""Left and right of a character: the coordinates of its mirror image."""

from dataclasses import dataclass

import numpy as np

from ..arrays import Array, Indices
from ..character import Character
from ..errors import InputError
from ..rotations import matrix_from_quaternion
from .tree import Tree

TOLERANCE = 1e-5  # [m] and of unit vectors; a larger asymmetry would appear as an external force


@dataclass(frozen=True, eq=False)
class Mirror:
    """Reflection of a character in the plane between its left and right.

    In the mirror image of pose q, body b is the reflection of body ``bodies[b]``; its angles are ``sign * q[dofs]``,
    and its root is reflected as a point.

    Attributes:
        reflection: (3, 3) S of x -> S x + shift.
        shift: (3,) [m].
        bodies: (B,) mirror image of each body, which is itself in the middle.
        contacts: (C,) likewise of each contact.
        dofs: (n,) likewise of each degree of freedom.
        sign: (n,) of each degree of freedom's mirror image; 1 for the root's translations.
    """

    reflection: Array
    shift: Array
    bodies: Indices
    contacts: Indices
    dofs: Indices
    sign: Array


def find_mirror(character: Character, tree: Tree) -> Mirror:
    """Mirror of a character.

    Raises:
        InputError: naming the body, joint or contact that has no mirror image.
    """
    if not character.mirror_pairs:
        raise InputError("a mirrored cycle needs mirror pairs", field="character.mirror_pairs")
    place = np.array([body.position for body in character.bodies])
    pairs = np.array([[character.body_index(name) for name in pair] for pair in character.mirror_pairs])
    across = (place[pairs[:, 0]] - place[pairs[:, 1]]).mean(0) * [1.0, 1.0, 0.0]
    if np.linalg.norm(across) < TOLERANCE:
        raise InputError(
            "the bodies of mirror pairs have no horizontal distance", field="character.mirror_pairs"
        )
    normal = across / np.linalg.norm(across)
    middle = (place[pairs].mean((0, 1)) @ normal) * normal
    reflection = np.eye(3) - 2 * np.outer(normal, normal)
    bodies = np.arange(len(character.bodies))
    bodies[pairs[:, 0]], bodies[pairs[:, 1]] = pairs[:, 1], pairs[:, 0]
    half = Mirror(reflection, 2 * middle, bodies, *(np.empty(0, np.intp),) * 2, np.empty(0))
    _check_bodies(character, half)
    contacts = _contacts(character, half)
    dofs, sign = _dofs(character, tree, half)
    return Mirror(reflection, 2 * middle, bodies, contacts, dofs, sign)


def _reflected(mirror: Mirror, points: Array) -> Array:
    return points @ mirror.reflection + mirror.shift


def _check_bodies(character: Character, mirror: Mirror) -> None:
    place = np.array([body.position for body in character.bodies])
    radii = np.array([body.diameters for body in character.bodies]) / 2
    axes = matrix_from_quaternion([body.orientation for body in character.bodies])
    shape = axes @ (radii[:, :, None] ** 2 * axes.swapaxes(1, 2))
    image = mirror.reflection @ shape @ mirror.reflection
    apart = np.linalg.norm(_reflected(mirror, place) - place[mirror.bodies], axis=1)
    apart = np.maximum(apart, np.abs(image - shape[mirror.bodies]).max((1, 2)))
    for b, body in enumerate(character.bodies):
        other = character.bodies[mirror.bodies[b]]
        if apart[b] > TOLERANCE or abs(body.mass - other.mass) > TOLERANCE * body.mass:
            raise InputError(
                f"the body '{body.name}' is not the mirror image of '{other.name}'; a mirrored cycle needs "
                f"equal masses and shapes in mirrored places",
                field=f"character.bodies[{b}]",
            )


def _contacts(character: Character, mirror: Mirror) -> Indices:
    points = np.array([contact.point for contact in character.contacts]).reshape(-1, 3)
    images = np.empty(len(points), np.intp)
    for c, contact in enumerate(character.contacts):
        body = character.bodies[mirror.bodies[character.body_index(contact.body)]].name
        apart = np.linalg.norm(points - _reflected(mirror, points[c]), axis=1)
        same = [
            i
            for i, other in enumerate(character.contacts)
            if other.body == body
            and apart[i] < TOLERANCE
            and (other.friction, other.twist_radius) == (contact.friction, contact.twist_radius)
        ]
        if not same:
            raise InputError(
                f"the contact '{contact.name}' has no mirror image on '{body}'",
                field=f"character.contacts[{c}]",
            )
        images[c] = same[0]
    return images


def _dofs(character: Character, tree: Tree, mirror: Mirror) -> tuple[Indices, Array]:
    dofs, sign = np.arange(tree.n), np.ones(tree.n)
    anchors = _reflected(mirror, tree.anchor)
    for b, body in enumerate(character.bodies):
        own = np.flatnonzero((tree.body == b) & tree.rotation)
        image = np.flatnonzero((tree.body == mirror.bodies[b]) & tree.rotation)
        message = f"the joint of '{body.name}' is not the mirror image of that of its other side"
        if len(own) != len(image) or np.linalg.norm(anchors[mirror.bodies[b]] - tree.anchor[b]) > TOLERANCE:
            raise InputError(message, field="character.joints")
        turned = -tree.axis[image] @ mirror.reflection  # a reflected turn goes about the opposite axis
        along = (turned * tree.axis[own]).sum(1)
        if (np.abs(np.abs(along) - 1) > TOLERANCE).any():
            raise InputError(message + ": its axes differ", field="character.joints")
        dofs[own], sign[own] = image, np.sign(along)
    shifts = dict(tree.roots)
    for root, own in tree.roots:
        image = shifts[int(mirror.bodies[root])]
        if len(own) != len(image):
            raise InputError(
                "the roots of two mirror images move along different axes", field="character.others"
            )
        dofs[own] = image
    return dofs, sign
