"""Maps from an armature's bodies to longer or shorter ones."""

from collections.abc import Mapping

import numpy as np

from ..character import Character
from ..rotations import matrix_from_quaternion
from .armature_motion import ArmaturePlace
from .pose_channels import RestStretch

SAME = 1e-9  # of a length


def stretches(character: Character, other: Character) -> dict[str, RestStretch]:
    """Stretches of a character's bodies to their lengths in another, by name, world; empty if all are equal."""
    pairs = [
        (a, b, np.divide(b.diameters, a.diameters))
        for a, b in zip(character.bodies, other.bodies, strict=True)
    ]
    if all(np.abs(factors - 1).max() < SAME for _, _, factors in pairs):
        return {}
    found = {}
    for a, b, factors in pairs:
        axes = matrix_from_quaternion(a.orientation)
        found[a.name] = RestStretch(axes * factors @ axes.T, np.array(a.position), np.array(b.position))
    return found


def in_armature(world: Mapping[str, RestStretch], place: ArmaturePlace) -> dict[str, RestStretch]:
    """The stretches in the space of an armature at a place."""
    return {
        name: RestStretch(
            place.rotation.T @ each.matrix @ place.rotation,
            place.to_local(each.center),
            place.to_local(each.moved),
        )
        for name, each in world.items()
    }
