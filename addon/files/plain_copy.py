"""A character for engines: armature and meshes of scale 1 in the engine's unit, all bones posed in every frame.

Engines keep the scale of an armature object, which *Fit Bodies* sets for humans: root motion would be in
units of the skeleton, and in Unreal the root bone would be scaled.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

import bpy
import numpy as np
from mathutils import Matrix

from ...solver.arrays import Array
from ...solver.formats.pose_channels import quaternion_channels
from ..blender import actions
from ..blender.evaluation import pose_matrices
from ..blender.rest_pose import armature_data, nearest_rotation, place_of
from ..blender.units import meters_per_unit
from .stage import as_strip, exported, only_action

OWN = " (own)"  # suffix of the originals while the copies have their names
TINY = 1e-9  # of a bone's scale
EVEN = 1e-6  # tolerance of a uniform scale
# Modifiers without lengths, whose results scale with the mesh.
SIZELESS = {
    "ARMATURE",
    "DECIMATE",
    "EDGE_SPLIT",
    "MASK",
    "SMOOTH",
    "SUBSURF",
    "TRIANGULATE",
    "WEIGHTED_NORMAL",
}


@contextmanager
def plain_copy(
    armature_object: bpy.types.Object, action: bpy.types.Action, *, units: float = 1.0, name: str = ""
) -> Iterator[tuple[bpy.types.Object, bpy.types.Action]]:
    """Context with a copy of an armature and its meshes, moved only by one action.

    Args:
        armature_object: plays the action meanwhile, so that its dependents, such as driven shapes, follow.
        action: the take.
        units: per meter.
        name: of the copy; empty for the armature's.

    Yields:
        The copy and its action, which has the name of the take.

    Raises:
        InputError: the armature is hidden, tweaks a strip, or its scale is uneven.
    """
    called = action.name
    with (
        only_action(armature_object, action) as (first, last, played),
        as_strip(armature_object, played, called),
    ):
        bpy.context.scene.frame_set(first)
        scale = units * place_of(armature_object).scale
        bones = [bone.name for bone in armature_object.pose.bones]
        poses = pose_matrices(armature_object, bones, range(first, last + 1))
        poses[..., :3, 3] *= scale
        originals = [each for each in exported(armature_object) if each.visible_get()]
        meshes = list(dict.fromkeys(_mesh(each) for each in originals[1:]))
        with _renamed([*originals, *meshes, played], {name}) as names:
            copy = _armature_copy(armature_object, name or names[armature_object], scale, units)
            baked = _baked(copy, called, poses, first)
            baked.use_cyclic = action.use_cyclic
            skins = [_mesh_copy(each, armature_object, copy, units) for each in originals[1:]]
            for skin, original in zip(skins, originals[1:], strict=True):
                skin.name, _mesh(skin).name = names[original], names[_mesh(original)]
            try:
                yield copy, baked
            finally:
                data, copied = armature_data(copy), [_mesh(skin) for skin in skins]
                for each in (*skins, copy):
                    bpy.data.objects.remove(each)
                for mesh in copied:
                    bpy.data.meshes.remove(mesh)
                bpy.data.armatures.remove(data)
                bpy.data.actions.remove(baked)


@contextmanager
def _renamed(blocks: Sequence[bpy.types.ID], reserved: set[str]) -> Iterator[Mapping[bpy.types.ID, str]]:
    """Context in which blocks, and others whose names the copies need, have temporary names.

    Args:
        blocks: objects, meshes and actions to be copied.
        reserved: further names that the copies need.

    Yields:
        The original names of the blocks.
    """
    meshes = {each.name for each in blocks if isinstance(each, bpy.types.Mesh)}
    there = [
        *(each for each in bpy.data.objects if each.name in reserved and each not in blocks),
        *(each for each in bpy.data.meshes if each.name in meshes and each not in blocks),
    ]
    names = {each: each.name for each in (*blocks, *there)}
    ours = [each for each in names if each.library is None]
    try:
        for each in ours:
            each.name += OWN
        yield names
    finally:
        for each in ours:
            each.name = names[each]


def _armature_copy(
    armature_object: bpy.types.Object, name: str, scale: float, units: float
) -> bpy.types.Object:
    """An armature with the same bones, with the scale applied, that inherit all of their parents' transforms."""
    bones, place = armature_data(armature_object).copy(), place_of(armature_object)
    assert bones is not None
    bones.animation_data_clear()
    bones.transform(Matrix.Scale(scale, 4))
    copy = bpy.data.objects.new(name, bones)
    copy.matrix_world = (
        Matrix.Translation((units * place.origin).tolist()) @ Matrix(place.rotation.tolist()).to_4x4()
    )
    bpy.context.scene.collection.objects.link(copy)
    bpy.context.view_layer.objects.active = copy
    bpy.ops.object.mode_set(mode="EDIT")
    for bone in bones.edit_bones:
        bone.use_connect, bone.use_inherit_rotation, bone.use_local_location = False, True, True
        bone.inherit_scale, bone.use_relative_parent = "FULL", False
    bpy.ops.object.mode_set(mode="OBJECT")
    return copy


def _baked(copy: bpy.types.Object, name: str, poses: Array, first: int) -> bpy.types.Action:
    """Assigns the armature an action with poses of bones (F, B, 4, 4) in armature space."""
    action = actions.new_action(name, copy.name)
    frames: Array = np.arange(first, first + len(poses)).astype(float)
    bones = list(armature_data(copy).bones)
    index_of = {bone.name: index for index, bone in enumerate(bones)}
    rest = np.array([bone.matrix_local for bone in bones], float)
    for bone, at_rest, pose in zip(bones, rest, poses.swapaxes(0, 1), strict=True):
        offset, above = at_rest, np.eye(4)
        if bone.parent is not None:
            parent = index_of[bone.parent.name]
            offset, above = np.linalg.inv(rest[parent]) @ at_rest, poses[:, parent]
        basis = np.linalg.pinv(above @ offset) @ pose  # a parent's scale may be zero
        sizes = np.linalg.norm(basis[:, :3, :3], axis=1)
        turns = quaternion_channels(nearest_rotation(basis[:, :3, :3] / np.maximum(sizes, TINY)[:, None]))
        for channel, values in (
            ("location", basis[:, :3, 3]),
            ("rotation_quaternion", turns),
            ("scale", sizes),
        ):
            actions.add_curves(action, bone.name, channel, frames, values)
    actions.assign(copy, action)
    return action


def _mesh_copy(
    mesh_object: bpy.types.Object, armature_object: bpy.types.Object, copy: bpy.types.Object, units: float
) -> bpy.types.Object:
    """A copy of a mesh, moved by the armature copy."""
    place, skin = Matrix.Scale(units * meters_per_unit(), 4) @ mesh_object.matrix_world, mesh_object.copy()
    assert skin is not None
    skin.data = _mesh(mesh_object).copy()
    bpy.context.scene.collection.objects.link(skin)
    for modifier in skin.modifiers:
        if getattr(modifier, "object", None) == armature_object:
            modifier.object = copy
    if skin.parent == armature_object:
        skin.parent = copy
    bpy.context.view_layer.update()
    skin.matrix_world = place
    if all(modifier.type in SIZELESS for modifier in skin.modifiers):
        _size_into_mesh(skin)
    return skin


def _size_into_mesh(skin: bpy.types.Object) -> None:
    """Applies an object's uniform scale to vertices and shape keys, so that engines show a scale of 1."""
    size = skin.scale[0]
    if size > 0 and max(abs(side / size - 1) for side in skin.scale) < EVEN:
        _mesh(skin).transform(Matrix.Scale(size, 4), shape_keys=True)
        skin.scale = (1.0, 1.0, 1.0)


def _mesh(mesh_object: bpy.types.Object) -> bpy.types.Mesh:
    assert isinstance(mesh_object.data, bpy.types.Mesh)
    return mesh_object.data
