"""Example scenes open ready to play, are solved again by one press, and are an asset library."""

from pathlib import Path

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.catalog import scene as room
from bl_ext.user_default.spacetime_animator.addon.catalog.operators import scenes as buttons
from bl_ext.user_default.spacetime_animator.addon.catalog.scene import furnish_scene, keep_as_assets
from bl_ext.user_default.spacetime_animator.addon.files.assets import CATALOGS
from bl_ext.user_default.spacetime_animator.addon.result.clip_on_action import clip_of
from bl_ext.user_default.spacetime_animator.addon.runtime.event_loop import at_once
from bl_ext.user_default.spacetime_animator.solver.rotations import matrix_from_quaternion

from tests.support.panels import refusal

CATALOG = "Spacetime/Examples"


def built(example, folder):
    """Build an example's scene as the script does."""
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    bpy.ops.spacetime.add_example(example=example)
    rig = bpy.context.object
    assert bpy.ops.spacetime.solve(blocking=True, accept=True) == {"FINISHED"}
    furnish_scene(bpy.context.scene, rig, rig.animation_data.action)
    file = folder / f"{example.lower()}.blend"
    bpy.ops.wm.save_as_mainfile(filepath=str(file), compress=True)
    at_once(keep_as_assets(rig, rig.animation_data.action, CATALOG))
    bpy.ops.wm.save_mainfile(compress=True)
    return file


def armature():
    (rig,) = (each for each in bpy.context.scene.objects if each.type == "ARMATURE")
    return rig


def places(rig):
    return np.array([rig.matrix_world @ bone.matrix.translation for bone in rig.pose.bones])


@pytest.mark.parametrize(
    "example", ["HOPPER", "ARM", *(pytest.param(each, marks=pytest.mark.once) for each in ("DOG", "HUMAN"))]
)
def test_it_plays_and_is_solved_again_by_one_press(example, tmp_path):
    file = built(example, tmp_path)
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    bpy.ops.wm.open_mainfile(filepath=str(file))
    scene, rig = bpy.context.scene, armature()
    begin = places(rig)
    scene.frame_set((scene.frame_start + scene.frame_end) // 2)
    assert np.abs(places(rig) - begin).max() > 0.1
    assert bpy.context.object == rig  # what the panel shows
    assert bpy.ops.spacetime.solve(blocking=True) == {"FINISHED"}
    assert rig.spacetime.pending is not None


def test_its_bodies_are_seen_where_they_were_solved(tmp_path):
    built("HOPPER", tmp_path)
    scene, rig = bpy.context.scene, armature()
    clip = clip_of(rig.animation_data.action)
    for frame in (scene.frame_start, scene.frame_start + 7):
        scene.frame_set(frame)
        graph = bpy.context.evaluated_depsgraph_get()
        for k, body in enumerate(clip.job.character.bodies):
            solid = bpy.data.objects[f"{body.name} Body"].evaluated_get(graph)
            place = clip.motion.position[frame - scene.frame_start, k]
            np.testing.assert_allclose(solid.matrix_world.translation, place, atol=1e-3)
            np.testing.assert_allclose(np.sort(solid.dimensions), np.sort(body.diameters), atol=1e-3)


def test_the_camera_sees_the_whole_way(tmp_path):
    built("HOPPER", tmp_path)
    scene, rig = bpy.context.scene, armature()
    camera = scene.camera
    corner = [np.array(each) for each in camera.data.view_frame(scene=scene)]
    slopes = np.abs(np.array(corner)[:, :2]).max(0) / abs(corner[0][2])
    for frame in np.linspace(scene.frame_start, scene.frame_end, 7).astype(int):
        scene.frame_set(int(frame))
        turn = matrix_from_quaternion(np.array(camera.matrix_world.to_quaternion()))
        seen = (places(rig) - camera.matrix_world.translation) @ turn
        assert (seen[:, 2] < 0).all()
        assert (np.abs(seen[:, :2]) < slopes * -seen[:, 2:]).all()


def test_character_and_motion_are_assets_that_another_file_takes(tmp_path):
    file = built("HOPPER", tmp_path)
    assert f":{CATALOG}:" in (tmp_path / CATALOGS).read_text()
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    with bpy.data.libraries.load(str(file), assets_only=True) as (there, here):
        assert there.objects == ["Hopper"]
        assert there.actions == ["Hop"]
        here.objects = ["Hopper"]
    (rig,) = here.objects
    bpy.context.scene.collection.objects.link(rig)
    bpy.context.view_layer.objects.active = rig
    rig.select_set(True)
    assert rig.preview is not None
    assert np.ptp(np.array(rig.preview.image_pixels_float)) > 0.5
    assert rig.asset_data.description == "Hop, ready to solve"
    assert bpy.ops.spacetime.solve(blocking=True) == {"FINISHED"}
    assert Path(bpy.data.filepath) != file


@pytest.fixture
def shipped(monkeypatch, tmp_path):
    """Give the extension one scene, as its zip has them all."""
    monkeypatch.setattr(room, "SCENES", tmp_path)
    return built("HOPPER", tmp_path)


def test_a_shipped_scene_is_opened_as_a_new_file(shipped):
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    assert bpy.ops.spacetime.open_scene(scene="HOPPER") == {"FINISHED"}
    assert bpy.data.filepath == ""  # saving does not touch the extension's own
    assert armature().animation_data.action.name == "Hop"


def test_the_examples_become_an_asset_library_once(shipped, monkeypatch):
    monkeypatch.setattr(buttons, "SCENES", shipped.parent)
    libraries = bpy.context.preferences.filepaths.asset_libraries
    assert bpy.ops.spacetime.add_asset_library() == {"FINISHED"}
    assert libraries["Spacetime Examples"].path == str(shipped.parent)
    assert "already in the asset browser" in refusal("add_asset_library")
    libraries.remove(libraries["Spacetime Examples"])


def test_a_checkout_says_that_it_has_no_scenes():
    assert "no example scenes" in refusal("add_asset_library")
