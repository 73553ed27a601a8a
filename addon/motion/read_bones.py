"""The artist's motion of bones between bodies, which the solved motion keeps.

A bone above the root that moves as one with the root's body, as the first bone of many game rigs does, goes on so.
"""

from collections.abc import Sequence

import bpy
import numpy as np

from ...solver.arrays import Array
from ...solver.job.drawn_bones import DrawnBone, drawn_bone
from ..blender.between_bones import BetweenBone
from ..blender.rest_pose import armature_data, nearest_rotation, place_of, rest_bones

STILL = 1e-4  # rad, m and a fraction; bones that leave their rest pose less do not move


def drawn_bones(
    armature_object: bpy.types.Object, between: Sequence[BetweenBone], carriers: Array, matrices: Array
) -> tuple[DrawnBone, ...]:
    """The bones that leave their rest pose, and those that carry them.

    Args:
        armature_object: with the bones.
        between: the bones (K).
        carriers: (N, K, 4, 4) world matrices of the bones with bodies that carry them.
        matrices: (N, K, 4, 4) world matrices of the bones themselves.

    Raises:
        InputError: the armature's scale is uneven.
    """
    place, bones = place_of(armature_object), armature_data(armature_object).bones
    rest = rest_bones([bones[each.name] for each in between], place)
    above = rest_bones([bones[each.body] for each in between], place)
    found: list[tuple[BetweenBone, DrawnBone]] = []
    moving: set[str] = set()
    for k, each in enumerate(between):
        carried = nearest_rotation(carriers[:, k, :3, :3]) @ above[k].axes.T
        back = np.swapaxes(carried, 1, 2)
        turn = back @ nearest_rotation(matrices[:, k, :3, :3]) @ rest[k].axes.T
        size = np.linalg.norm(carriers[:, k, :3, :3], axis=1).mean(1, keepdims=True)  # of a scaled carrier
        way = np.einsum("nij,nj->ni", back, matrices[:, k, :3, 3] - carriers[:, k, :3, 3])
        shift = above[k].head + place.scale * way / size - rest[k].head
        scale = np.linalg.norm(matrices[:, k, :3, :3], axis=1) / size
        if each.is_above and not _is_rigid(turn, shift, scale):
            continue
        if each.is_above or _moves(turn, shift, scale) or each.parent in moving:
            moving.add(each.name)
        found.append(
            (each, drawn_bone(
                each.name, each.body, joints=each.carries, parent=each.parent, head=rest[k].head,
                axes=rest[k].axes, turn=turn, shift=shift, scale=scale,
            ))
        )  # fmt: skip
    carrying = {each.parent for each, _ in reversed(found) if each.name in moving}
    return tuple(bone for each, bone in found if each.name in moving | carrying)


def _is_rigid(turn: Array, shift: Array, scale: Array) -> bool:
    """Whether rotations (N, 3, 3), shifts (N, 3) and scales (N, 3) stay the same."""
    return bool(max(np.ptp(each, axis=0).max() for each in (turn, shift, scale)) < STILL)


def _moves(turn: Array, shift: Array, scale: Array) -> bool:
    """Whether rotations (N, 3, 3), shifts (N, 3) or scales (N, 3) differ from the rest pose."""
    return bool(max(np.abs(turn - np.eye(3)).max(), np.abs(shift).max(), np.abs(scale - 1).max()) > STILL)
