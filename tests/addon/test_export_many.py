"""Many takes at once: one file each, named from what is known of them, for the engine that reads them."""

import importlib
import json
import re

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.blender import actions
from bl_ext.user_default.spacetime_animator.addon.files.engine_presets import PRESETS
from bl_ext.user_default.spacetime_animator.addon.files.export_names import distinct, fill_in
from bl_ext.user_default.spacetime_animator.addon.files.export_takes import exporter_for, files_of
from bl_ext.user_default.spacetime_animator.addon.files.exporters import EXPORTERS
from bl_ext.user_default.spacetime_animator.addon.result.clip_on_action import known
from bl_ext.user_default.spacetime_animator.solver.errors import InputError

from tests.addon.read_back import heads, newest, read_file
from tests.support.takes import take

__all__ = ["take"]


@pytest.fixture
def takes(human, take):
    """Give two takes of different speeds, the first with a star."""
    found = [take("Walk", speed=1.25), take("Run", speed=3.5)]
    human.spacetime.takes[0].is_starred = True
    bpy.ops.spacetime.reject()  # the one that waits goes, unless it is starred
    found[1:] = [take("Run", speed=3.5)]
    return found


def test_every_take_gets_a_file_named_by_its_settings(takes, tmp_path):
    assert bpy.ops.spacetime.export_many(
        directory=str(tmp_path), file_format="BVH", template="{character}_{name}_{speed:.2f}", blocking=True
    ) == {"FINISHED"}
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "metarig_Run_3.50.bvh",
        "metarig_Walk_1.25.bvh",
    ]
    frames = {path.stem: int(re.search(r"Frames: (\d+)", path.read_text())[1]) for path in tmp_path.iterdir()}
    for action in takes:
        stem = next(stem for stem in frames if action.name in stem)
        assert frames[stem] == action.frame_range[1] - action.frame_range[0] + 1


def test_names_say_how_a_solve_ended_and_clips_are_read_for_that_only(takes, tmp_path):
    known.clear()
    files = files_of(bpy.context.object, takes, tmp_path, "{name}_{speed:.2f}", suffix=".bvh")
    assert sorted(files) == ["Run", "Walk"]
    assert not known  # reading them all would hold Blender up
    files = files_of(bpy.context.object, takes, tmp_path, "{name}_{solved:.5}", suffix=".bvh")
    assert files["Walk"].name == "Walk_solve.bvh"


def test_starred_takes_only_and_an_engines_format(takes, tmp_path):
    bpy.ops.spacetime.export_many(
        directory=str(tmp_path), preset="GODOT", which="STARRED", template="{name}", blocking=True
    )
    assert sorted(file.name for file in tmp_path.iterdir()) == ["Walk.glb", "Walk.glb.import"]
    data = (tmp_path / "Walk.glb").read_bytes()
    content = json.loads(data[20 : 20 + int.from_bytes(data[12:16], "little")])
    assert [each["name"] for each in content["animations"]] == ["Walk-loop"]  # so that Godot repeats it


@pytest.mark.once
def test_godot_is_told_how_to_import_unless_somebody_has_said_so(takes, tmp_path):
    bpy.context.scene.render.fps, bpy.context.scene.render.fps_base = 24, 1.001
    (tmp_path / "Run.glb.import").write_text("the artist's own")
    bpy.ops.spacetime.export_many(directory=str(tmp_path), preset="GODOT", template="{name}", blocking=True)
    assert (tmp_path / "Run.glb.import").read_text() == "the artist's own"
    told = (tmp_path / "Walk.glb.import").read_text()
    assert "animation/fps=23.97602\n" in told  # Godot's own is 30, whatever the file says
    assert '"optimizer/enabled": false' in told


@pytest.mark.once
@pytest.mark.parametrize(
    ("preset", "unit", "armature"),
    [("NONE", 1.0, "metarig"), ("UNITY", 100.0, "metarig"), ("UNREAL", 1.0, "Armature")],
)
def test_engines_get_their_unit_and_their_name_for_an_armature(takes, tmp_path, preset, unit, armature):
    """The unit in centimetres. Unreal takes an armature for the root bone unless it is called "Armature"."""
    bpy.data.objects.new("Armature", None)
    if preset != "NONE":
        bpy.context.scene.unit_settings.scale_length = (
            0.01  # a solve's metre is Blender's unit, so the file's is
        )
    bpy.ops.spacetime.export_many(
        directory=str(tmp_path), preset=preset, which="ACTIVE", template="{name}", blocking=True
    )
    root, _ = importlib.import_module("io_scene_fbx.parse_fbx").parse(str(tmp_path / "Run.fbx"))
    told = {part.id: part for part in root.elems}
    assert properties(told[b"GlobalSettings"])[b"UnitScaleFactor"] == [unit]
    models = {each.props[1].split(b"\0")[0]: each for each in told[b"Objects"].elems if each.id == b"Model"}
    assert {b"metarig", b"Armature"} & models.keys() == {armature.encode()}
    if preset != "NONE":
        for each in models.values():
            assert properties(each)[b"Lcl Scaling"] == pytest.approx([1, 1, 1], abs=1e-5)


def properties(element):
    """Give the values of an FBX element's properties by name."""
    (table,) = (each for each in element.elems if each.id == b"Properties70")
    return {each.props[0]: each.props[4:] for each in table.elems}


@pytest.mark.once
@pytest.mark.parametrize("preset", ["UNITY", "UNREAL", "GODOT"])
def test_export_for_an_engine_leaves_the_file_as_it_was(human, takes, tmp_path, preset):
    human.animation_data.action = None
    before = state()
    bpy.ops.spacetime.export_many(directory=str(tmp_path), preset=preset, template="{name}", blocking=True)
    assert state() == before


@pytest.mark.once
def test_engines_get_an_overridden_character_and_bones_scaled_to_nothing(human, tmp_path):
    mesh = bpy.data.meshes.new("Skin")
    mesh.from_pydata([(0, 0, 1), (0.1, 0, 1), (0, 0.1, 1)], [], [(0, 1, 2)])
    skin = bpy.data.objects.new("Skin", mesh)
    skin.parent = human
    skin.vertex_groups.new(name="spine").add([0, 1, 2], 1.0, "REPLACE")
    skin.modifiers.new("Rig", "ARMATURE").object = human
    library = tmp_path / "character.blend"
    bpy.data.libraries.write(str(library), {human, skin})
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    with bpy.data.libraries.load(str(library), link=True) as (_, wanted):
        wanted.objects = ["metarig", "Skin"]
    scene = bpy.context.scene.collection
    ours = [each.override_create() for each in wanted.objects]
    for each in ours:
        scene.objects.link(each)
    rig, skin = ours
    skin.parent = skin.modifiers[0].object = rig
    action = actions.new_action("Hide", rig.name)
    actions.add_curves(action, "thigh.L", "scale", np.array([1.0, 3.0]), np.array([[1.0] * 3, [0.0] * 3]))
    for preset in ("UNITY", "UNREAL", "GODOT"):
        export, suffix = exporter_for(preset, "FBX")
        export(rig, action, tmp_path / f"{preset}{suffix}")
        known = set(bpy.data.objects)
        read_file(tmp_path / f"{preset}{suffix}", "fbx" if suffix == ".fbx" else "gltf")
        imported, kinds = newest(known), {each.type for each in set(bpy.data.objects) - known}
        assert {"ARMATURE", "MESH"} <= kinds
        bpy.context.scene.frame_set(3)
        hidden = imported.pose.bones["shin.L"].matrix.to_scale()
        assert max(hidden) < 1e-3
        assert np.isfinite(heads(imported, [1, 2, 3])[0]).all()


def state():
    """Give the names of all data, what is selected, where things stand, and the frame."""
    bpy.context.view_layer.update()
    blocks = [
        sorted(kind.keys())
        for kind in (bpy.data.objects, bpy.data.actions, bpy.data.armatures, bpy.data.meshes)
    ]
    selected = [each.name for each in bpy.context.selected_objects], bpy.context.object.name
    places = [[tuple(row) for row in each.matrix_world] for each in bpy.data.objects]
    scales = [each.scale[:] for each in bpy.data.objects]
    return blocks, selected, places, scales, bpy.context.scene.frame_current, bpy.context.mode


def test_file_that_cannot_be_written_is_told_and_the_others_are(takes, tmp_path):
    (tmp_path / "Walk.bvh").mkdir()
    with pytest.raises(RuntimeError, match=r"'.*Walk\.bvh' could not be written"):
        bpy.ops.spacetime.export_many(
            directory=str(tmp_path), file_format="BVH", template="{name}", blocking=True
        )
    assert (tmp_path / "Run.bvh").is_file()
    run = bpy.context.window_manager.spacetime
    assert (run.export_text, run.export_is_whole) == ("Wrote 1 of 2 files", False)
    (tmp_path / "Walk.bvh").rmdir()
    bpy.ops.spacetime.export_many(
        directory=str(tmp_path), file_format="BVH", template="{name}", blocking=True
    )
    assert (run.export_text, run.export_is_whole) == ("Wrote 2 of 2 files", True)


def test_names_are_filled_in_and_never_run():
    known = {"name": "Walk: fast", "speed": 1.25}
    assert fill_in("{name}_{speed:.1f}", known) == "Walk_ fast_1.2"
    for template, complaint in (
        ("{spead}", "uses 'spead', which does not exist; did you mean 'speed'?"),
        ("{name:.1f}", "does not fit 'Walk: fast'"),
        ("{name.__class__}", "unbalanced braces"),
        ("{name", "unbalanced braces"),
        (" . ", "gives an empty file name"),
    ):
        with pytest.raises(InputError, match=re.escape(complaint)):
            fill_in(template, known)


def test_equal_names_get_numbers():
    assert distinct(["a", "A", "a_2", "b", "a"]) == ["a", "A_2", "a_2_2", "b", "a_3"]


def test_presets_name_formats_that_there_are():
    assert {preset.file_format for preset in PRESETS.values()} <= set(EXPORTERS)
