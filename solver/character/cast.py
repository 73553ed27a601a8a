"""Combines several characters into a cast, whose members can hold or stand on each other."""

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
        name: prefix of all its names: "anna.torso", "anna.L_knee". Its root is also "anna.torso", except that of the
            first member, which is "root".
        character: on its own.
        place: new position of its origin, world [m].
        yaw: rotation about its origin before that [rad]; its root still moves along the world's axes.
    """

    name: str
    character: Character
    place: Vector3 = (0.0, 0.0, 0.0)
    yaw: float = 0.0


def cast(name: str, members: Sequence[Member]) -> Character:
    """One character with the trees of all members.

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
    """The character at its place, with prefixed names."""
    turn = rotation_about((0.0, 0.0, 1.0), member.yaw)
    matrix, place, character = matrix_from_quaternion(turn), np.array(member.place), member.character

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
        character.name,
        tuple(
            replace(b, name=called(b.name), position=at(b.position), orientation=turned(b.orientation))
            for b in character.bodies
        ),
        tuple(
            replace(
                j, name=called(j.name), body_a=called(j.body_a), body_b=called(j.body_b),
                position=at(j.position), orientation=turned(j.orientation),
            )
            for j in character.joints
        ),
        tuple(replace(c, name=called(c.name), body=called(c.body), point=at(c.point)) for c in character.contacts),
        rooted(character.root_joint),
        tuple((called(a), called(b)) for a, b in character.mirror_pairs),
        tuple(rooted(root) for root in character.others),
    )  # fmt: skip
