"""Which bone of a rig is which part of a human, by names."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError

Array = NDArray[np.float64]
SIDES = ("L", "R")
# Parts that become a body each; "hand", "toe", "heel" and "crown" are landmarks inside their parents' bodies.
CENTRAL = ("hips", "waist", "chest", "neck")
PAIRED = ("upper_arm", "forearm", "thigh", "shin", "foot")

# Rig to part to bone; "{side}" is L or R. Parts after a "?" may be missing.
BONE_NAMES: Mapping[str, Mapping[str, str]] = {
    "Rigify": {
        "hips": "spine",
        "waist": "spine.001",
        "chest": "spine.003",
        "neck": "spine.004",
        "crown": "spine.006",
        "upper_arm": "upper_arm.{side}",
        "forearm": "forearm.{side}",
        "?hand": "hand.{side}",
        "thigh": "thigh.{side}",
        "shin": "shin.{side}",
        "foot": "foot.{side}",
        "toe": "toe.{side}",
        "?heel": "heel.02.{side}",
    },
}


@dataclass(frozen=True, eq=False)
class RestBone:
    """A bone in the rest pose, world space.

    Attributes:
        name: of the bone.
        head: (3,) [m].
        tail: (3,) [m].
        axes: (3, 3) columns are its local X, Y, Z; Y runs from head to tail.
    """

    name: str
    head: Array
    tail: Array
    axes: Array

    @property
    def direction(self) -> Array:
        """Unit vector from head to tail."""
        y: Array = self.axes[:, 1]
        return y


def recognise(names: Collection[str]) -> dict[str, str] | None:
    """Part ("hips", "thigh.L") to bone name, for the first rig all of whose needed bones are there."""
    for rig in BONE_NAMES.values():
        parts: dict[str, str] = {}
        missing = False
        for part, pattern in rig.items():
            sides = SIDES if "{side}" in pattern else ("",)
            for side in sides:
                name = pattern.format(side=side)
                if name in names:
                    parts[f"{part.lstrip('?')}.{side}".rstrip(".")] = name
                elif not part.startswith("?"):
                    missing = True
        if not missing:
            return parts
    return None


@dataclass(frozen=True, eq=False)
class Directions:
    """The human's own directions in the rest pose, unit vectors in the world."""

    forward: Array
    left: Array
    up: Array

    def outward(self, side: str) -> Array:
        """Away from the middle on one side."""
        return self.left if side == "L" else -self.left


def directions(bones: Mapping[str, RestBone]) -> Directions:
    """Where a standing human looks, from the toes.

    Raises:
        InputError: the feet do not point anywhere along the ground, or left is on the right.
    """
    up = np.array([0.0, 0.0, 1.0])
    ahead = np.sum([bones[f"toe.{s}"].tail - bones[f"foot.{s}"].head for s in SIDES], axis=0)
    ahead -= ahead @ up * up
    size = float(np.linalg.norm(ahead))
    if size < 1e-6:
        raise InputError(
            f"the foot '{bones['foot.L'].name}' must point forward in the rest pose; turn its toes"
        )
    forward = ahead / size
    left = np.cross(up, forward)
    if (bones["thigh.L"].head - bones["thigh.R"].head) @ left <= 0:
        raise InputError(
            f"the bone '{bones['thigh.L'].name}' lies on the right of the way the feet point; "
            "exchange the names of left and right"
        )
    return Directions(forward, left, up)
