"""Drawn bones from the poses of a rig's bones.

A bone above the root that moves as one with the root's body, as the first bone of many game rigs does, goes on so.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..arrays import Array
from ..fitting.between_bones import BetweenBone
from .drawn_bones import DrawnBone, drawn_bone

STILL = 1e-4  # rad, m and a fraction; bones that leave their rest pose less do not move


@dataclass(frozen=True, eq=False)
class BonePoses:
    """Poses of K bones at N frames.

    Attributes:
        rest_heads: (K, 3) in the rest pose, world [m].
        rest_axes: (K, 3, 3) likewise.
        heads: (N, K, 3) world [m].
        axes: (N, K, 3, 3) rotations to the world.
        sizes: (N, K, 3) scales along the axes.
    """

    rest_heads: Array
    rest_axes: Array
    heads: Array
    axes: Array
    sizes: Array

    @property
    def turns(self) -> Array:
        """(N, K, 3, 3) rotations since the rest pose, world."""
        return self.axes @ np.swapaxes(self.rest_axes, -1, -2)


def bones_of_motion(
    between: Sequence[BetweenBone], own: BonePoses, carriers: BonePoses
) -> tuple[DrawnBone, ...]:
    """The bones that leave their rest pose on the bodies that carry them, and those that carry them.

    Args:
        between: the bones (K).
        own: their poses.
        carriers: poses of the bones with bodies that carry them.
    """
    back = np.swapaxes(carriers.turns, -1, -2)
    turns = back @ own.turns
    size = carriers.sizes.mean(-1, keepdims=True)  # a scaled carrier counts as unscaled
    ways = np.einsum("nkij,nkj->nki", back, own.heads - carriers.heads) / size
    shifts = carriers.rest_heads + ways - own.rest_heads
    scales = own.sizes / size
    found: list[DrawnBone] = []
    moving: set[str] = set()
    for k, each in enumerate(between):
        turn, shift, scale = turns[:, k], shifts[:, k], scales[:, k]
        if each.is_above and not _is_rigid(turn, shift, scale):
            continue
        if each.is_above or _moves(turn, shift, scale) or each.parent in moving:
            moving.add(each.name)
        found.append(
            drawn_bone(
                each.name, each.body, joints=each.carries, parent=each.parent, head=own.rest_heads[k],
                axes=own.rest_axes[k], turn=turn, shift=shift, scale=scale,
            )
        )  # fmt: skip
    for bone in reversed(found):
        if bone.bone in moving and bone.parent:
            moving.add(bone.parent)
    return tuple(bone for bone in found if bone.bone in moving)


def _is_rigid(turn: Array, shift: Array, scale: Array) -> bool:
    """Whether rotations (N, 3, 3), shifts (N, 3) and scales (N, 3) stay the same."""
    return bool(max(np.ptp(each, axis=0).max() for each in (turn, shift, scale)) < STILL)


def _moves(turn: Array, shift: Array, scale: Array) -> bool:
    """Whether rotations (N, 3, 3), shifts (N, 3) or scales (N, 3) differ from the rest pose."""
    return bool(max(np.abs(turn - np.eye(3)).max(), np.abs(shift).max(), np.abs(scale - 1).max()) > STILL)
