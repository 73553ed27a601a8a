"""Exports an armature's action to Ogre skeleton XML, for which Blender has no exporter."""

from pathlib import Path

import bpy
import numpy as np

from ...solver.arrays import Array
from ...solver.formats.armature_motion import ArmaturePlace
from ...solver.formats.ogre import PosedBones, ogre_skeleton
from ..blender.evaluation import pose_matrices
from ..blender.frame_rate import rate_of
from ..blender.rest_pose import armature_data, place_of
from .part_file import write_text
from .stage import only_action


def export_ogre(armature_object: bpy.types.Object, action: bpy.types.Action, path: Path) -> None:
    """Writes all bones, in meters with Y up, and the action as their only animation, with the transform applied.

    Raises:
        InputError: the object's scale is uneven, or the file cannot be written.
    """
    with only_action(armature_object, action) as (first, last, played):
        bpy.context.scene.frame_set(first)
        bones = _posed_bones(armature_object, range(first, last + 1))
        document = ogre_skeleton(bones, name=played.name, step=1 / rate_of(bpy.context.scene))
    write_text(document, path)


def _posed_bones(armature_object: bpy.types.Object, frames: range) -> PosedBones:
    bones, place = list(armature_data(armature_object).bones), place_of(armature_object)
    names = [bone.name for bone in bones]
    return PosedBones(
        tuple(names),
        tuple(names.index(bone.parent.name) if bone.parent is not None else -1 for bone in bones),
        _in_world(np.array([bone.matrix_local for bone in bones], float), place),
        _in_world(pose_matrices(armature_object, names, frames), place),
    )


def _in_world(matrices: Array, place: ArmaturePlace) -> Array:
    """Matrices (..., 4, 4) of bones in armature space, without the armature's scale in their axes."""
    found = matrices.copy()
    found[..., :3, :3] = place.rotation @ matrices[..., :3, :3]
    found[..., :3, 3] = place.to_world(matrices[..., :3, 3])
    return found
