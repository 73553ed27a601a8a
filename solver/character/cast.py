"""Several characters as one: a cast, whose members can hold or stand on each other."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ..arrays import Vector3
from ..rotations import matrix_from_quaternion, quaternion_product, rotation_about
from .character import Character
from .root_joint import RootJoint

Quaternion = tuple[float, float, float, float]


@dataclass(frozen=True)
class Member:
    """One character of a cast.

    Attributes:
        name: before each of its names, with a dot: "anna.torso", "anna.L_knee"; its root is "anna.torso" too, but
            the first member's, which is "root".
        character: as it stands alone.
        place: to which its own origin is moved, world [m].
        yaw: by which it is turned about its own origin first [rad]; its root moves along the world's axes still.
    """

    name: str
    character: Character
    place: Vector3 = (0.0, 0.0, 0.0)
    yaw: float = 0.0


def cast(name: str, members: Sequence[Member]) -> Character:
    """All members as the trees of one character.

    Raises:
        InputError: two members share a name.
    """
    placed = [_placed(member) for member in members]
    roots = [root for character in placed for root in character.roots]
    return Character(
        name,
        tuple(body for character in placed for body in character.bodies),
        tuple(joint for character in placed for joint in character.joints),
        tuple(contact for character in placed for contact in character.contacts),
        roots[0],
        tuple(pair for character in placed for pair in character.mirror_pairs),
        tuple(roots[1:]),
    )


def _placed(member: Member) -> Character:
    """The character where it stands, with the names that it has in the cast."""
    turn = rotation_about((0.0, 0.0, 1.0), member.yaw)
    matrix, place, own = matrix_from_quaternion(turn), np.array(member.place), member.character

    def at(point: Vector3) -> Vector3:
        x, y, z = matrix @ np.array(point) + place
        return float(x), float(y), float(z)

    def turned(orientation: Quaternion) -> Quaternion:
        w, x, y, z = quaternion_product(turn, np.array(orientation))
        return float(w), float(x), float(y), float(z)

    def called(name: str) -> str:
        return f"{member.name}.{name}"

    def rooted(root: RootJoint) -> RootJoint:
        return replace(root, body=called(root.body))

    return Character(
        own.name,
        tuple(
            replace(b, name=called(b.name), position=at(b.position), orientation=turned(b.orientation))
            for b in own.bodies
        ),
        tuple(
            replace(
                j, name=called(j.name), body_a=called(j.body_a), body_b=called(j.body_b),
                position=at(j.position), orientation=turned(j.orientation),
            )
            for j in own.joints
        ),
        tuple(replace(c, name=called(c.name), body=called(c.body), point=at(c.point)) for c in own.contacts),
        rooted(own.root_joint),
        tuple((called(a), called(b)) for a, b in own.mirror_pairs),
        tuple(rooted(root) for root in own.others),
    )  # fmt: skip
