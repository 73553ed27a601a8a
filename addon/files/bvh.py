"""Exports an armature's action to BVH.

Blender's own exporter cannot choose axes and names, and writes positions of all joints, which many readers add to their
offsets.
"""

from pathlib import Path

import bpy
import numpy as np

from ...solver.formats.bvh.skeleton import BvhSkeleton
from ...solver.formats.bvh.style import BvhStyle
from ...solver.formats.bvh.write import bvh_text
from ..blender.evaluation import pose_matrices
from ..blender.frame_rate import rate_of
from ..blender.rest_pose import armature_data, nearest_rotation, place_of, rest_bones
from .part_file import write_text
from .stage import only_action

USUAL = BvhStyle(up="Z")  # as Blender's own exporter


def export_bvh(
    armature_object: bpy.types.Object, action: bpy.types.Action, path: Path, *, style: BvhStyle = USUAL
) -> None:
    """Writes all bones in world space, with the transform applied, since the format has no objects.

    Several bones without a parent get a common one at the origin, since most readers accept a single root.

    Raises:
        InputError: the object's scale is uneven, or the file cannot be written.
    """
    with only_action(armature_object, action) as (first, last, _):
        bpy.context.scene.frame_set(first)
        text = bvh_text(_skeleton(armature_object, range(first, last + 1)), style)
    write_text(text, path)


def _skeleton(armature_object: bpy.types.Object, frames: range) -> BvhSkeleton:
    bones, place = list(armature_data(armature_object).bones), place_of(armature_object)
    rest = rest_bones(bones, place)
    index = {bone.name: j for j, bone in enumerate(bones)}
    posed = pose_matrices(armature_object, list(index), frames)
    axes = np.array([bone.axes for bone in rest])
    found = BvhSkeleton(
        tuple(index),
        tuple(index[bone.parent.name] if bone.parent is not None else -1 for bone in bones),
        np.array([bone.head for bone in rest]),
        np.array([bone.tail for bone in rest]),
        place.to_world(posed[..., :3, 3]),
        place.rotation @ nearest_rotation(posed[..., :3, :3]) @ np.swapaxes(axes, -1, -2),
        1 / rate_of(bpy.context.scene),
    )
    return found if len(found.roots) == 1 else _on_one_root(found, armature_object.name)


def _on_one_root(skeleton: BvhSkeleton, name: str) -> BvhSkeleton:
    """The skeleton with a joint at the origin that carries its roots."""
    return BvhSkeleton(
        (name, *skeleton.names),
        (-1, *(parent + 1 for parent in skeleton.parents)),
        np.insert(skeleton.rest, 0, 0.0, axis=0),
        np.insert(skeleton.tips, 0, 0.0, axis=0),
        np.insert(skeleton.positions, 0, 0.0, axis=1),
        np.insert(skeleton.turns, 0, np.eye(3), axis=1),
        skeleton.step,
    )
