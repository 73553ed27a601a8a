"""A second Blender's files are those of this one, but for times and numbers that every run draws anew."""

import importlib

import bpy
import pytest
from bl_ext.user_default.spacetime_animator.addon.blender import actions
from bl_ext.user_default.spacetime_animator.addon.files.export_line import export_in_background
from bl_ext.user_default.spacetime_animator.addon.files.export_takes import exporter_for
from bl_ext.user_default.spacetime_animator.addon.files.exporters import EXPORTERS
from mathutils import Matrix

from tests.support.export_turns import to_the_end
from tests.support.takes import take

__all__ = ["take"]
SUFFIXES = {
    "BVH": ".bvh",
    "FBX": ".fbx",
    "GLTF": ".glb",
    "USD": ".usda",
    "OGRE": ".skeleton.xml",
}  # binary USD is in any order
INT64 = ord("L")
NAMING = {b"Objects", b"Documents", b"Connections"}  # whose elements have numbers for names
NEW_EACH_TIME = {b"CreationTimeStamp", b"CreationTime", b"FileId", b"Original|ApplicationNativeFile"}


@pytest.fixture
def dressed(human, tmp_path):
    """Give the human with all that exporters might lose: none of it is in a saved file."""
    scene = bpy.context.scene
    scene.render.fps, scene.render.fps_base = 24, 1.001
    scene.unit_settings.scale_length, scene.name = 0.5, "Stage"
    skin = _mesh("Skin", human)
    skin.modifiers.new("Rig", "ARMATURE").object = human
    skin.vertex_groups.new(name="spine").add([0, 1, 2], 1.0, "REPLACE")
    skin.shape_key_add(name="Basis")
    skin.shape_key_add(name="Bulge").data[0].co.x = 0.2
    skin.data.materials.append(_painted(tmp_path / "art"))
    _mesh("Hidden", human).hide_set(True)
    linked = _mesh("Hat", human)
    linked.data = _from_library(linked.data, tmp_path / "hats.blend")
    linked.parent_type, linked.parent_bone = "BONE", "spine.006"
    _add_mover(human)
    guide = bpy.data.objects.new("Guide", None)
    scene.collection.objects.link(guide)
    guide.location, guide.parent = (0.3, 0.0, 0.1), human
    turn = human.pose.bones["hand.L"].constraints.new("COPY_ROTATION")
    turn.target, turn.mix_mode, turn.influence = guide, "ADD", 0.3
    text = bpy.data.texts.new("wave.py")
    text.write("import bpy\nbpy.app.driver_namespace['wave'] = lambda frame: frame / 50\n")
    text.use_module = True
    text.as_module()
    turn.driver_add("influence").driver.expression = "wave(frame)"
    other = actions.new_action("Strip", human.name)
    actions.assign(human, other)
    human.pose.bones["hand.R"].rotation_mode = "XYZ"
    human.pose.bones["hand.R"].keyframe_insert("rotation_euler", frame=1)
    track = human.animation_data.nla_tracks.new()
    track.strips.new("Strip", 1, other)
    human.animation_data.action = None
    return human


def _mesh(name, parent):
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata([(0, 0, 0), (0, 0, 1), (0, 1, 1)], [], [(0, 1, 2)])
    made = bpy.data.objects.new(name, mesh)
    bpy.context.collection.objects.link(made)
    made.parent = parent
    return made


def _painted(folder):
    """A material with a picture beside the saved file."""
    folder.mkdir()
    bpy.ops.wm.save_as_mainfile(filepath=str(folder / "scene.blend"))
    picture = bpy.data.images.new("Cloth", 4, 4)
    picture.filepath_raw, picture.file_format = "//cloth.png", "PNG"
    picture.save()
    material = bpy.data.materials.new("Cloth")
    if material.node_tree is None:
        material.use_nodes = True
    nodes = material.node_tree.nodes
    node = nodes.new("ShaderNodeTexImage")
    node.image = picture
    material.node_tree.links.new(node.outputs["Color"], nodes["Principled BSDF"].inputs["Base Color"])
    return material


def _from_library(mesh, path):
    bpy.data.libraries.write(str(path), {mesh})
    with bpy.data.libraries.load(str(path), link=True) as (_, wanted):
        wanted.meshes = [mesh.name]
    return wanted.meshes[0]


def _add_mover(human):
    """The human hangs on something that moves, at a place of its own."""
    cart = bpy.data.objects.new("Cart", None)
    bpy.context.scene.collection.objects.link(cart)
    cart.matrix_world = Matrix.Translation((0.5, 0.2, 0.0)) @ Matrix.Rotation(0.4, 4, "Z")
    for frame, x in ((1, 0.5), (30, 1.5)):
        cart.location.x = x
        cart.keyframe_insert("location", frame=frame)
    human.parent = cart
    bpy.context.view_layer.update()


@pytest.mark.once
@pytest.mark.parametrize(
    ("preset", "kind"),
    [
        ("NONE", "BVH"),
        ("NONE", "FBX"),
        ("NONE", "GLTF"),
        ("NONE", "USD"),
        ("NONE", "OGRE"),
        ("UNREAL", "FBX"),
        ("GODOT", "GLTF"),
    ],
)
def test_same_file_from_both(dressed, take, tmp_path, preset, kind):
    take("Walk", speed=1.25)
    export = EXPORTERS[kind][0] if preset == "NONE" else exporter_for(preset, kind)[0]
    found = []
    for name in ("here", "beside"):
        file = tmp_path / name / f"Walk{SUFFIXES[kind]}"
        if name == "here":
            export(dressed, bpy.data.actions["Walk"], file)
        else:
            export_in_background(dressed, {"Walk": file}, preset=preset, file_format=kind)
            run = to_the_end()
            assert (run.export_error, run.export_text) == ("", "Wrote 1 of 1 files")
        beside_it = [f"{file.name}.import"] if preset == "GODOT" else []
        assert sorted(each.name for each in file.parent.iterdir()) == [file.name, *beside_it]
        found.append(fbx_lines(file) if kind == "FBX" else file.read_bytes().splitlines())
    if kind == "USD":
        found = [sorted(lines) for lines in found]  # children of one parent are in any order
    here, beside = found
    assert len(here) > 100
    assert here == beside


def fbx_lines(file):
    """Everything in an FBX but for when and from which file it was made; numbers that name things are counted."""
    named = {}

    def lines(element, place):
        names = element.id == b"Node" or (len(place) == 1 and place[0] in NAMING)
        words = [b"  " * len(place), element.id]
        for kind, value in zip(element.props_type, element.props, strict=True):
            is_name = names and kind == INT64
            words.append(b"#%d" % named.setdefault(value, len(named)) if is_name else repr(value).encode())
        if element.id not in NEW_EACH_TIME and not (element.id == b"P" and element.props[0] in NEW_EACH_TIME):
            yield b" ".join(words)
            for each in element.elems:
                yield from lines(each, [*place, element.id])

    root, _ = importlib.import_module("io_scene_fbx.parse_fbx").parse(str(file))
    return [line for part in root.elems for line in lines(part, [])]
