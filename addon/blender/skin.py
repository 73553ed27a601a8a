"""Vertices that each bone deforms."""

from collections.abc import Sequence, Set
from dataclasses import dataclass

import bpy
import numpy as np

from ...solver.arrays import Array, Indices
from ...solver.errors import InputError
from ..runtime.event_loop import Work
from .rest_pose import armature_data
from .units import world_matrix

MIN_POINTS = 8  # minimum for the shape of a body
AT_A_TIME = 2000  # vertices per step: weights can only be read one by one


@dataclass(frozen=True, eq=False)
class Skin:
    """A mesh that an armature moves.

    Attributes:
        mesh_object: the mesh.
        bones: with vertex groups in the mesh.
        owner: (V,) index into ``bones`` of the largest weight of each vertex; -1: none.
    """

    mesh_object: bpy.types.Object
    bones: tuple[str, ...]
    owner: Indices


def skins_of(armature_object: bpy.types.Object) -> Work[list[Skin]]:
    """All meshes that the armature moves.

    Raises:
        InputError: a mesh changed while it was read.
    """
    bones = {bone.name for bone in armature_data(armature_object).bones if bone.use_deform}
    meshes = [each for each in bpy.data.objects if each.type == "MESH" and is_skin_of(each, armature_object)]
    skins = []
    for mesh_object in meshes:
        skin = yield from _read(mesh_object, bones)
        skins.append(skin)
    return skins


def skin_points(skins: Sequence[Skin]) -> dict[str, Array]:
    """World rest positions (V, 3) [m] of vertices by the bone with the largest weight, for bones with enough of them.

    Raises:
        InputError: a mesh has changed since its weights were read.
    """
    points: dict[str, list[Array]] = {}
    for skin in skins:
        _check(skin.mesh_object, len(skin.owner))
        mesh, matrix = skin.mesh_object.data, world_matrix(skin.mesh_object)
        flat = np.empty(3 * len(skin.owner), np.float32)
        mesh.vertices.foreach_get("co", flat)
        world = flat.reshape(-1, 3) @ matrix[:3, :3].T + matrix[:3, 3]
        for i in np.unique(skin.owner[skin.owner >= 0]):
            points.setdefault(skin.bones[i], []).append(world[skin.owner == i])
    joined = {name: np.concatenate(parts) for name, parts in points.items()}
    return {name: found for name, found in joined.items() if len(found) >= MIN_POINTS}


def is_skin_of(mesh_object: bpy.types.Object, armature_object: bpy.types.Object) -> bool:
    """Whether the armature moves the mesh."""
    if mesh_object.parent == armature_object and mesh_object.parent_type == "ARMATURE":
        return True
    return any(m.type == "ARMATURE" and m.object == armature_object for m in mesh_object.modifiers)


def _read(mesh_object: bpy.types.Object, bones: Set[str]) -> Work[Skin]:
    """Reads weights, ignoring groups other than of deforming bones, such as those of masks and cloth."""
    vertices = mesh_object.data.vertices
    names = tuple(group.name for group in mesh_object.vertex_groups)
    moving = {i for i, name in enumerate(names) if name in bones}
    owner = np.full(len(vertices), -1)
    for first in range(0, len(owner), AT_A_TIME):
        yield
        vertices = _check(mesh_object, len(owner))
        for i in range(first, min(first + AT_A_TIME, len(owner))):
            weights = [(each.weight, each.group) for each in vertices[i].groups if each.group in moving]
            if weights:
                owner[i] = max(weights)[1]
    return Skin(mesh_object, names, owner)


def _check(mesh_object: bpy.types.Object, n_vertices: int) -> bpy.types.MeshVertices:
    vertices = mesh_object.data.vertices
    if len(vertices) != n_vertices:
        raise InputError(
            f"the mesh '{mesh_object.name}' changed while its weights were being read; start again"
        )
    return vertices
