"""A character's bodies as meshes parented to its bones, for scenes whose armature has no mesh."""

from typing import Any

import bmesh
import bpy
import numpy as np
from mathutils import Matrix

from ...solver.arrays import Array
from ...solver.character import Character
from ...solver.rotations import matrix_from_quaternion
from ..blender.rest_pose import armature_data

COLORS = {"Middle": (0.45, 0.45, 0.43), "Left": (0.03, 0.23, 0.75), "Right": (0.87, 0.2, 0.02)}  # linear
AROUND = 24  # of a ball's sides


def add_mannequin(scene: bpy.types.Scene, armature_object: bpy.types.Object, character: Character) -> None:
    """Adds an ellipsoid for each body of an armature at rest, colored by its side, to a collection of the scene."""
    collection = bpy.data.collections.new(f"{armature_object.name} Bodies")
    scene.collection.children.link(collection)
    ball, materials = _ball(), [_material(name, color) for name, color in COLORS.items()]
    ball.materials.append(materials[0])
    sides = {name: side for pair in character.mirror_pairs for side, name in zip((1, 2), pair, strict=True)}
    for body in character.bodies:
        solid = bpy.data.objects.new(f"{body.name} Body", ball)
        solid.material_slots[0].link = "OBJECT"
        solid.material_slots[0].material = materials[sides.get(body.name, 0)]
        solid.hide_select = True  # clicks select the armature
        collection.objects.link(solid)
        place = np.eye(4)
        place[:3, :3] = matrix_from_quaternion(np.array(body.orientation)) * (np.array(body.diameters) / 2)
        place[:3, 3] = body.position
        _carry(solid, armature_object, body.name, place)


def _carry(solid: bpy.types.Object, armature_object: bpy.types.Object, name: str, place: Array) -> None:
    """Parents an object at a transform (4, 4), world, to a bone in the rest pose."""
    bone = armature_data(armature_object).bones[name]
    solid.parent, solid.parent_type, solid.parent_bone = armature_object, "BONE", name
    tail = armature_object.matrix_world @ bone.matrix_local @ Matrix.Translation((0.0, bone.length, 0.0))
    solid.matrix_parent_inverse = tail.inverted() @ Matrix(place.tolist())
    solid.matrix_basis = Matrix.Identity(4)


def _material(name: str, color: tuple[float, float, float]) -> Any:
    """A material with the same color in the viewport and in renders."""
    material: Any = bpy.data.materials.new(f"{name} Body")
    material.diffuse_color = (*color, 1.0)
    if material.node_tree is None:  # before Blender 5
        material.use_nodes = True
    material.node_tree.nodes["Principled BSDF"].inputs["Base Color"].default_value = (*color, 1.0)
    return material


def _ball() -> bpy.types.Mesh:
    mesh, model = bpy.data.meshes.new("Body"), bmesh.new()
    bmesh.ops.create_uvsphere(model, u_segments=AROUND, v_segments=AROUND // 2, radius=1.0)
    for face in model.faces:
        face.smooth = True
    model.to_mesh(mesh)
    model.free()
    return mesh
