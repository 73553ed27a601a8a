"""Draws a picture of shapes and words in a new scene; also a program, if Blender is a Python module.

    python -I addon/files/picture.py OUT < picture.json

OUT ends in .png or .jpg. The JSON has ``size`` [pixels], ``width`` [m], ``tilt`` of the camera below the horizon [rad],
``background``,
``shapes`` (mesh, 4 x 4 matrix, colour, is_lit) and ``words`` (text, matrix, colour, align). Colors are linear.
The camera is orthographic, looks along +Y at the world's origin and sees ``width`` meters.
"""

import json
import math
import sys
from pathlib import Path
from typing import Any

import bpy  # isort: skip  # must precede the next two imports
import bmesh
import mathutils

QUALITY = 82  # of a JPEG
SAMPLES = 8  # per pixel; soft shadows are smooth enough, and a sheet takes ten seconds on one core
FAR = 500.0  # from the camera to the origin [m]
SUN = (math.radians(28), math.radians(-22), 0.0)  # from above, the left and the front
UNMOVED = [[float(row == column) for column in range(4)] for row in range(4)]
SUN_STRENGTH, SUN_ANGLE, SKY = 2.6, math.radians(7), 0.55


def main() -> int:
    """Reads a picture from stdin, draws and saves it."""
    draw_file(json.load(sys.stdin), Path(sys.argv[-1]))
    return 0


def draw_file(picture: dict[str, Any], path: Path) -> None:
    """Draws a picture to a PNG or JPEG file without changing the open file.

    The picture is as solver.analysis.pose_sheet.shapes.Picture.to_json writes it.
    """
    scene = bpy.data.scenes.new("picture")
    draw(picture, scene)
    _render(scene, str(path.resolve()))


def draw(picture: dict[str, Any], scene: bpy.types.Scene) -> None:
    """Adds all objects, lights and the camera of a picture to an empty scene."""
    meshes: dict[tuple[str, bool], bpy.types.Mesh] = {}
    materials = {is_lit: _material(is_lit) for is_lit in (False, True)}
    for shape in picture["shapes"]:
        key = (shape["mesh"], shape["is_lit"])
        if key not in meshes:
            meshes[key] = _mesh(key[0], materials[key[1]])
        thing = _add(scene, meshes[key], shape)
        thing.visible_shadow = shape["is_lit"]
        thing.visible_diffuse = shape["is_lit"]
    for hull in picture["hulls"]:
        _add(scene, _hull(hull["points"], materials[True]), {**hull, "matrix": UNMOVED})
    for words in picture["words"]:
        curve: Any = bpy.data.curves.new("words", "FONT")
        curve.body, curve.align_x = words["text"], words["align"]
        curve.materials.append(materials[False])
        _add(scene, curve, words)
    _light(scene, picture["background"])
    _camera(scene, picture)


def _add(scene: bpy.types.Scene, data: Any, look: dict[str, Any]) -> Any:
    thing: Any = bpy.data.objects.new(data.name, data)
    scene.collection.objects.link(thing)
    thing.matrix_world = mathutils.Matrix(look["matrix"])
    thing.color = (*look["colour"], 1.0)
    return thing


def _mesh(kind: str, material: bpy.types.Material) -> bpy.types.Mesh:
    """Unit shape: ball of radius 1, rod and tip from Z = 0 to 1 with radius 1, slab of half width 1."""
    model = bmesh.new()
    if kind == "ball":
        bmesh.ops.create_uvsphere(model, u_segments=48, v_segments=24, radius=1.0)
    elif kind in ("rod", "tip"):
        lift = mathutils.Matrix.Translation((0.0, 0.0, 0.5))
        end = 1.0 if kind == "rod" else 0.0
        bmesh.ops.create_cone(
            model, cap_ends=True, segments=20, radius1=1.0, radius2=end, depth=1.0, matrix=lift
        )
    elif kind == "slab":
        bmesh.ops.create_cube(model, size=2.0)
    else:
        raise ValueError(f"expected ball, rod, tip or slab, found {kind!r}")
    for face in model.faces:
        face.smooth = kind == "ball"
    mesh = bpy.data.meshes.new(kind)
    model.to_mesh(mesh)
    model.free()
    mesh.materials.append(material)
    return mesh


def _hull(points: list[list[float]], material: bpy.types.Material) -> bpy.types.Mesh:
    """Convex hull of points, reduced to its corners and edges."""
    model = bmesh.new()
    bmesh.ops.convex_hull(model, input=[model.verts.new(point) for point in points])
    mesh = bpy.data.meshes.new("hull")
    model.to_mesh(mesh)
    model.free()
    mesh.materials.append(material)
    return mesh


def _material(is_lit: bool) -> Any:
    """Material with the color of the object, lit by sun and sky, or unlit as ink."""
    material: Any = bpy.data.materials.new("lit" if is_lit else "ink")
    if material.node_tree is None:  # before Blender 5.0
        material.use_nodes = True
    material.cycles.emission_sampling = "NONE"  # ink emits no light
    tree: Any = material.node_tree
    tree.nodes.clear()
    colour = tree.nodes.new("ShaderNodeObjectInfo")
    shader = tree.nodes.new("ShaderNodeBsdfDiffuse" if is_lit else "ShaderNodeEmission")
    output = tree.nodes.new("ShaderNodeOutputMaterial")
    tree.links.new(colour.outputs["Color"], shader.inputs["Color"])
    tree.links.new(shader.outputs[0], output.inputs["Surface"])
    return material


def _light(scene: bpy.types.Scene, background: list[float]) -> None:
    sun: Any = bpy.data.lights.new("sun", "SUN")
    sun.energy, sun.angle = SUN_STRENGTH, SUN_ANGLE
    lamp = bpy.data.objects.new("sun", sun)
    lamp.rotation_euler = SUN
    scene.collection.objects.link(lamp)
    world: Any = bpy.data.worlds.new("sky")
    scene.world = world
    if world.node_tree is None:
        world.use_nodes = True
    world.cycles.sampling_method = "NONE"  # a uniform sky needs no importance map
    tree: Any = world.node_tree
    tree.nodes.clear()
    output, mix = tree.nodes.new("ShaderNodeOutputWorld"), tree.nodes.new("ShaderNodeMixShader")
    ray, sky, paper = (
        tree.nodes.new(f"ShaderNode{kind}") for kind in ("LightPath", "Background", "Background")
    )
    sky.inputs["Strength"].default_value = SKY
    paper.inputs["Color"].default_value = (*background, 1.0)
    tree.links.new(ray.outputs["Is Camera Ray"], mix.inputs[0])
    tree.links.new(sky.outputs[0], mix.inputs[1])
    tree.links.new(paper.outputs[0], mix.inputs[2])
    tree.links.new(mix.outputs[0], output.inputs["Surface"])


def _camera(scene: bpy.types.Scene, picture: dict[str, Any]) -> None:
    tilt, (wide, high) = picture["tilt"], picture["size"]
    lens = bpy.data.cameras.new("camera")
    lens.type = "ORTHO"
    lens.sensor_fit = "HORIZONTAL"
    lens.ortho_scale = picture["width"]
    lens.clip_end = 2 * FAR
    camera = bpy.data.objects.new("camera", lens)
    camera.location = (0.0, -FAR * math.cos(tilt), FAR * math.sin(tilt))
    camera.rotation_euler = (math.pi / 2 - tilt, 0.0, 0.0)
    scene.collection.objects.link(camera)
    scene.camera = camera
    scene.render.resolution_x, scene.render.resolution_y, scene.render.resolution_percentage = wide, high, 100


def _render(scene: Any, path: str) -> None:
    scene.render.engine = "CYCLES"
    scene.cycles.device = "CPU"
    scene.cycles.samples = SAMPLES
    scene.cycles.use_adaptive_sampling = False
    scene.cycles.use_denoising = False
    scene.cycles.max_bounces = scene.cycles.diffuse_bounces = 1
    scene.view_settings.view_transform = "Standard"
    scene.render.image_settings.file_format = "JPEG" if path.endswith(".jpg") else "PNG"
    scene.render.image_settings.quality = QUALITY
    scene.render.image_settings.color_mode = "RGB"
    scene.render.filepath = path
    bpy.ops.render.render(write_still=True, scene=scene.name)


if __name__ == "__main__":
    sys.exit(main())
