"""Bodies that are longer or shorter than those of an armature."""

from collections.abc import Mapping

import numpy as np

from ..character import Character
from ..rotations import matrix_from_quaternion
from .armature_motion import ArmaturePlace
from .pose_channels import RestStretch

SAME = 1e-9  # of a length


def stretches(own: Character, other: Character) -> dict[str, RestStretch]:
    """Of all bodies by name, world; none where the other is as long everywhere.

    Args:
        own: of the armature.
        other: the same with longer or shorter bodies, each along an axis of its own.
    """
    pairs = [
        (a, b, np.divide(b.diameters, a.diameters)) for a, b in zip(own.bodies, other.bodies, strict=True)
    ]
    if all(np.abs(factors - 1).max() < SAME for _, _, factors in pairs):
        return {}
    found = {}
    for a, b, factors in pairs:
        axes = matrix_from_quaternion(a.orientation)
        found[a.name] = RestStretch(axes * factors @ axes.T, np.array(a.position), np.array(b.position))
    return found


def in_armature(world: Mapping[str, RestStretch], place: ArmaturePlace) -> dict[str, RestStretch]:
    """The same as seen in an armature that stands there."""
    return {
        name: RestStretch(
            place.rotation.T @ each.matrix @ place.rotation,
            place.to_local(each.center),
            place.to_local(each.moved),
        )
        for name, each in world.items()
    }
