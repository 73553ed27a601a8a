"""The artist's motion of bones without bodies, which the solved motion keeps."""

from collections.abc import Sequence

import bpy
import numpy as np

from ...solver.arrays import Array
from ...solver.fitting.between_bones import BetweenBone
from ...solver.job.bones_of_motion import BonePoses, bones_of_motion
from ...solver.job.drawn_bones import DrawnBone
from ..blender.rest_pose import armature_data, nearest_rotation, place_of, rest_bones


def drawn_bones(
    armature_object: bpy.types.Object, between: Sequence[BetweenBone], carriers: Array, matrices: Array
) -> tuple[DrawnBone, ...]:
    """The bones that leave their rest pose, and those that carry them.

    Args:
        armature_object: with the bones.
        between: the bones (K).
        carriers: (N, K, 4, 4) world matrices [m] of the bones with bodies that carry them.
        matrices: (N, K, 4, 4) world matrices [m] of the bones themselves.

    Raises:
        InputError: the armature's scale is uneven.
    """
    own, above = (
        _poses(armature_object, [getattr(each, name) for each in between], posed)
        for name, posed in (("name", matrices), ("body", carriers))
    )
    return bones_of_motion(between, own, above)


def _poses(armature_object: bpy.types.Object, names: Sequence[str], matrices: Array) -> BonePoses:
    """Poses of bones from their world matrices (N, K, 4, 4) [m]."""
    place, bones = place_of(armature_object), armature_data(armature_object).bones
    rest = rest_bones([bones[name] for name in names], place)
    return BonePoses(
        np.array([bone.head for bone in rest]).reshape(-1, 3),
        np.array([bone.axes for bone in rest]).reshape(-1, 3, 3),
        matrices[..., :3, 3],
        nearest_rotation(matrices[..., :3, :3]),
        np.linalg.norm(matrices[..., :3, :3], axis=-2) / place.scale,
    )
