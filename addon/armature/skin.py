"""Which vertices of the skinned meshes hang on which bone."""

import bpy
import numpy as np

from .rest_pose import Array

MIN_POINTS = 8  # fewer say nothing about a body's shape


def skin_points(armature_object: bpy.types.Object) -> dict[str, Array]:
    """World rest positions (V, 3) by the bone that moves each vertex most, for bones with enough of them."""
    points: dict[str, list[Array]] = {}
    for mesh_object in bpy.data.objects:
        if mesh_object.type == "MESH" and is_skin_of(mesh_object, armature_object):
            for name, found in _mesh_points(mesh_object).items():
                points.setdefault(name, []).append(found)
    joined = {name: np.concatenate(parts) for name, parts in points.items()}
    return {name: found for name, found in joined.items() if len(found) >= MIN_POINTS}


def is_skin_of(mesh_object: bpy.types.Object, armature_object: bpy.types.Object) -> bool:
    """Whether the armature moves the mesh."""
    if mesh_object.parent == armature_object and mesh_object.parent_type == "ARMATURE":
        return True
    return any(m.type == "ARMATURE" and m.object == armature_object for m in mesh_object.modifiers)


def _mesh_points(mesh_object: bpy.types.Object) -> dict[str, Array]:
    mesh, names = mesh_object.data, [group.name for group in mesh_object.vertex_groups]
    flat = np.empty(3 * len(mesh.vertices), np.float32)
    mesh.vertices.foreach_get("co", flat)
    matrix = np.array(mesh_object.matrix_world, float)
    world = flat.reshape(-1, 3) @ matrix[:3, :3].T + matrix[:3, 3]
    owner = np.full(len(world), -1)
    for i, vertex in enumerate(mesh.vertices):
        if len(vertex.groups) > 0:
            owner[i] = max(vertex.groups, key=lambda element: element.weight).group
    return {names[g]: world[owner == g] for g in np.unique(owner[owner >= 0])}
