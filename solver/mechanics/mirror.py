"""Left and right of a character: the coordinates of its mirror image, and how far its sides are from it.

No captured or hand-made skeleton is its own mirror image to the last digit. Sides that differ by less than one sees are
therefore matched all the same; ``even_sides.py`` makes a character of them whose sides are equal.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ..arrays import Array, Indices
from ..character import Character, ContactJoint
from ..errors import InputError
from ..rotations import matrix_from_quaternion
from .tree import Tree

SAME_PLACE = 0.01  # of a character's size: distance and difference in radius that sides may have
SAME_ANGLE = math.radians(2.0)  # of the axes of joints
SAME_MASS = 0.01  # of the whole mass
SAME_GRIP = 0.1  # relative: of the friction and the twist radius of contacts
APART = 1e-5  # m; pairs that are closer to each other have no sides
VISIBLE = 5e-5  # m, rad, and of the whole mass; smaller differences of the sides do not show in a motion


@dataclass(frozen=True)
class Unevenness:
    """How far a character is from its mirror image.

    Attributes:
        distance: largest one of a body, joint or contact [m].
        angle: largest one of the axes of a joint [rad].
        mass: largest difference of two bodies, as a fraction of the whole mass.
        part: name of the body, joint or contact with the largest distance.
    """

    distance: float
    angle: float
    mass: float
    part: str

    @property
    def is_visible(self) -> bool:
        """Whether a motion of the character with even sides does not fit this one as it is."""
        return self.is_above(VISIBLE)

    def is_above(self, least: float) -> bool:
        """Whether any difference is above a number [m, rad, and of the whole mass]."""
        return max(self.distance, self.angle, self.mass) > least


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
        unevenness: of the character.
    """

    reflection: Array
    shift: Array
    bodies: Indices
    contacts: Indices
    dofs: Indices
    sign: Array
    unevenness: Unevenness

    def image(self, points: Array) -> Array:
        """Reflections (..., 3) of points (..., 3) [m]."""
        reflected: Array = points @ self.reflection + self.shift
        return reflected

    def is_along(self, direction: Array) -> bool:
        """Whether a direction (3,) of any length is in the plane, up to SAME_ANGLE."""
        across = np.linalg.norm(direction - self.reflection @ direction) / 2
        return bool(across <= math.sin(SAME_ANGLE) * np.linalg.norm(direction))


def find_mirror(character: Character, tree: Tree) -> Mirror:
    """Mirror of a character, whose sides may differ by SAME_PLACE, SAME_ANGLE, SAME_MASS and SAME_GRIP.

    The plane is perpendicular to the axis of the root's frame that points to the side, if one does.

    Raises:
        InputError: naming the body, joint or contact that has no mirror image, and how far it is from it.
    """
    if not character.mirror_pairs:
        raise InputError("a mirrored cycle needs mirror pairs", field="character.mirror_pairs")
    place = np.array([body.position for body in character.bodies])
    pairs = np.array([[character.body_index(name) for name in pair] for pair in character.mirror_pairs])
    across = (place[pairs[:, 0]] - place[pairs[:, 1]]).mean(0) * [1.0, 1.0, 0.0]
    if np.linalg.norm(across) < APART:
        raise InputError(
            "the bodies of mirror pairs have no horizontal distance", field="character.mirror_pairs"
        )
    normal = _square_to_root(character, across / np.linalg.norm(across))
    middle = (place[pairs].mean((0, 1)) @ normal) * normal
    bodies = np.arange(len(character.bodies))
    bodies[pairs[:, 0]], bodies[pairs[:, 1]] = pairs[:, 1], pairs[:, 0]
    sides = _Sides(character, tree, np.eye(3) - 2 * np.outer(normal, normal), 2 * middle, bodies)
    sides.check_bodies()
    contacts = sides.contacts()
    dofs, sign = sides.dofs()
    return Mirror(sides.reflection, sides.shift, bodies, contacts, dofs, sign, sides.unevenness())


def size_of(character: Character) -> float:
    """Largest extent of a character along a world axis in the rest pose [m]."""
    points = [body.position for body in character.bodies]
    points += [each.position for each in character.joints] + [each.point for each in character.contacts]
    return float(np.ptp(np.array(points), axis=0).max())


def stretch_of(character: Character) -> Array:
    """(B, 3, 3) matrices whose eigenvectors and eigenvalues are the axes and radii [m] of bodies."""
    radii = np.array([body.diameters for body in character.bodies]) / 2
    axes = matrix_from_quaternion([body.orientation for body in character.bodies])
    stretch: Array = axes @ (radii[:, :, None] * axes.swapaxes(1, 2))
    return stretch


def _square_to_root(character: Character, across: Array) -> Array:
    """The level axis of the root's frame nearest to a unit vector (3,), or this itself if none is near."""
    axes = character.root_joint.frame[:, :2].T
    along = axes @ across
    nearest = int(np.argmax(np.abs(along)))
    axis: Array = math.copysign(1.0, along[nearest]) * axes[nearest]
    return axis if axis @ across > math.cos(SAME_ANGLE) else across


class _Sides:
    """Finds the mirror image of each part of a character, and measures how far it is.

    Args:
        character: with its two sides.
        tree: its degrees of freedom.
        reflection, shift, bodies: as in ``Mirror``.
    """

    def __init__(
        self, character: Character, tree: Tree, reflection: Array, shift: Array, bodies: Indices
    ) -> None:
        self._character, self._tree = character, tree
        self.reflection, self.shift, self._images = reflection, shift, bodies
        self._near = SAME_PLACE * size_of(character)
        self._distances: list[tuple[float, str]] = [(0.0, "")]
        self._angle, self._mass = 0.0, 0.0

    def unevenness(self) -> Unevenness:
        """Of what has been found so far."""
        distance, part = max(self._distances)
        return Unevenness(distance, self._angle, self._mass, part)

    def check_bodies(self) -> None:
        """Compares places, shapes and masses of bodies."""
        character = self._character
        place, shape = np.array([body.position for body in character.bodies]), stretch_of(character)
        apart = np.linalg.norm(self._reflected(place) - place[self._images], axis=1)
        image = self.reflection @ shape @ self.reflection
        apart = np.maximum(apart, np.abs(image - shape[self._images]).max((1, 2)))
        for b, body in enumerate(character.bodies):
            other, field = character.bodies[self._images[b]], f"character.bodies[{b}]"
            differs = f"the body '{body.name}' is not the mirror image of '{other.name}'"
            self._measure(float(apart[b]), body.name, differs, field=field)
            share = abs(body.mass - other.mass) / character.mass
            if share > SAME_MASS:
                raise InputError(
                    f"{differs}: a mirrored cycle needs masses that differ by at most "
                    f"{SAME_MASS * character.mass:.2g} kg, found {body.mass:.3g} and {other.mass:.3g} kg",
                    field=field,
                )
            self._mass = max(self._mass, share)

    def contacts(self) -> Indices:
        """(C,) image of each contact."""
        contacts = self._character.contacts
        points = np.array([contact.point for contact in contacts]).reshape(-1, 3)
        images = np.empty(len(points), np.intp)
        for c, contact in enumerate(contacts):
            body = self._character.bodies[self._images[self._character.body_index(contact.body)]].name
            apart = np.linalg.norm(points - self._reflected(points[c]), axis=1)
            candidates = [
                i for i, other in enumerate(contacts) if other.body == body and _grips_alike(contact, other)
            ]
            lacks = f"the contact '{contact.name}' has no mirror image on '{body}'"
            if not candidates:
                raise InputError(lacks, field=f"character.contacts[{c}]")
            images[c] = min(candidates, key=lambda i: float(apart[i]))
            self._measure(float(apart[images[c]]), contact.name, lacks, field=f"character.contacts[{c}]")
        for c in np.flatnonzero(images[images] != np.arange(len(images))):
            raise InputError(
                f"the contact '{contacts[c].name}' has no mirror image of its own: "
                f"'{contacts[images[c]].name}' is nearer to that of '{contacts[images[images[c]]].name}'",
                field=f"character.contacts[{c}]",
            )
        return images

    def dofs(self) -> tuple[Indices, Array]:
        """(n,) image of each degree of freedom, and its sign."""
        character, tree, field = self._character, self._tree, "character.joints"
        dofs, sign = np.arange(tree.n), np.ones(tree.n)
        apart = np.linalg.norm(self._reflected(tree.anchor)[self._images] - tree.anchor, axis=1)
        for b, body in enumerate(character.bodies):
            own, image = (np.flatnonzero((tree.body == a) & tree.rotation) for a in (b, self._images[b]))
            differs = f"the joint of '{body.name}' is not the mirror image of that of its other side"
            if len(own) != len(image):
                raise InputError(
                    f"{differs}: it turns about {len(own)} axes instead of {len(image)}", field=field
                )
            self._measure(float(apart[b]), body.name, differs, field=field)
            turned = -tree.axis[image] @ self.reflection  # a reflected turn goes about the opposite axis
            sign[own] = np.where((turned * tree.axis[own]).sum(1) < 0.0, -1.0, 1.0)
            off = np.linalg.norm(sign[own, None] * turned - tree.axis[own], axis=1)
            angle = 2 * math.asin(min(1.0, float(off.max(initial=0.0)) / 2))
            if angle > SAME_ANGLE:
                raise InputError(f"{differs}: its axes differ by {_degrees(angle)}", field=field)
            self._angle = max(self._angle, angle)
            dofs[own] = image
        for message in self._without_range(dofs, sign):
            raise InputError(message, field=field)
        shifts = dict(tree.roots)
        for root, own in tree.roots:
            image = shifts[int(self._images[root])]
            if len(own) != len(image):
                raise InputError(
                    "the roots of two mirror images move along different axes", field="character.others"
                )
            dofs[own] = image
        return dofs, sign

    def _without_range(self, dofs: Indices, sign: Array) -> Iterator[str]:
        """Messages about joints whose limits have no angle in common with those of the other side."""
        tree = self._tree
        ends = np.sort(sign * np.stack([tree.lower[dofs], tree.upper[dofs]]), axis=0)
        lowest, highest = np.maximum(tree.lower, ends[0]), np.minimum(tree.upper, ends[1])
        for i in np.flatnonzero((lowest > highest) & tree.rotation):
            own, other = tree.dofs[i], tree.dofs[dofs[i]]
            here, there = (
                f"{_degrees(tree.lower[k])} to {_degrees(tree.upper[k])}" for k in (int(i), int(dofs[i]))
            )
            yield (
                f"the joint of {own.quoted} is not the mirror image of that of {other.quoted}: {here} "
                f"{own.direction} and {there} {other.direction} have no mirrored angle in common"
            )

    def _reflected(self, points: Array) -> Array:
        return points @ self.reflection + self.shift

    def _measure(self, distance: float, name: str, differs: str, *, field: str) -> None:
        """Notes how far a part is from its image, or refuses it."""
        if distance > self._near:
            raise InputError(
                f"{differs}: a mirrored cycle needs sides that differ by at most {_millimeters(self._near)}, "
                f"found {_millimeters(distance)}",
                field=field,
            )
        self._distances.append((distance, name))


def _grips_alike(contact: ContactJoint, other: ContactJoint) -> bool:
    """Whether two contacts have the same friction and twist radius, up to SAME_GRIP."""
    return math.isclose(contact.friction, other.friction, rel_tol=SAME_GRIP) and math.isclose(
        contact.twist_radius, other.twist_radius, rel_tol=SAME_GRIP
    )


def _millimeters(distance: float) -> str:
    return f"{1000 * distance:.3g} mm"


def _degrees(angle: float) -> str:
    return f"{math.degrees(angle):.3g}\N{DEGREE SIGN}"
