"""What other programs get: files read back by Blender's own importers show the action's motion."""

import json

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.blender import actions
from bl_ext.user_default.spacetime_animator.addon.files.exporters import (
    export_bvh,
    export_fbx,
    export_gltf,
    export_usd,
)
from bl_ext.user_default.spacetime_animator.addon.motion.read_scene import read_job
from bl_ext.user_default.spacetime_animator.solver.errors import InputError
from mathutils import Matrix

from tests.addon.read_back import compare, heads, newest, read_file
from tests.addon.rigs import tweak_strip
from tests.support.ogre_files import read_ogre
from tests.support.written import write_motion

FPS = 30


@pytest.fixture(params=["at home", "moved"])
def written(request, human, make_clip):
    """The human with its action, at the origin or turned and moved, beside another action of its own."""
    scene = bpy.context.scene
    scene.render.fps = FPS
    if request.param == "moved":
        human.matrix_world = (
            Matrix.Translation((0.4, -0.3, 0.1)) @ Matrix.Rotation(0.8, 4, "Z") @ human.matrix_world
        )
        bpy.context.view_layer.update()
    own = actions.new_action("Mine", human.name)
    actions.assign(human, own)
    actions.add_curves(own, "spine", "location", np.array([1.0, 9.0]), np.array([[1.0, 2, 3], [4, 5, 6]]))
    bpy.context.object.spacetime.motion.motion_name = "Spring Walk"
    clip = make_clip(read_job(human, scene))
    return human, write_motion(clip, human), clip


def state():
    scene = bpy.context.scene
    rig = bpy.context.object
    data = rig.animation_data
    slot = getattr(data, "action_slot", None)
    blocks = [sorted(kind.keys()) for kind in (bpy.data.objects, bpy.data.actions, bpy.data.armatures)]
    frames = (scene.frame_start, scene.frame_end, scene.frame_current)
    playing = (data.action.name, slot.identifier if slot else "", len(data.nla_tracks))
    return blocks, frames, playing, rig.name, [o.name for o in bpy.context.selected_objects]


@pytest.mark.parametrize(
    ("export", "read", "suffix"),
    [
        (export_bvh, "bvh", ".bvh"),
        (export_fbx, "fbx", ".fbx"),
        (export_fbx, "ufbx", ".fbx"),
        (export_gltf, "gltf", ".glb"),
        (export_usd, "usd", ".usdc"),
    ],
)
def test_file_read_back_shows_the_motion(written, tmp_path, export, read, suffix):
    if read == "ufbx" and "fbx_import" not in dir(bpy.ops.wm):
        pytest.skip("this Blender has one FBX importer only")
    human, action, clip = written
    path = tmp_path / f"walk{suffix}"
    frames = np.arange(1, clip.n_frames + 2)
    expected, names = heads(human, frames)
    before_export = state()
    export(human, action, path)
    assert state() == before_export
    before, actions_before = set(bpy.data.objects), set(bpy.data.actions)
    read_file(path, read)
    imported = newest(before)
    takes = set(bpy.data.actions) - actions_before
    assert len(takes) == 1
    take = takes.pop()
    first, last = take.frame_range
    assert last - first == pytest.approx(clip.n_frames, abs=1e-3)
    assert (last - first) / FPS == pytest.approx(clip.job.timing.length, abs=1e-4)
    if read != "bvh":
        assert "Spring Walk" in take.name.replace("_", " ")  # USD has no spaces in names
    if read == "usd":
        names = [name.replace(".", "_") for name in names]
    compare(expected, names, imported, frames - 1 + first)


def test_ogre_skeleton_shows_the_motion(written, tmp_path):
    human, action, clip = written
    expected, names = heads(human, np.arange(1, clip.n_frames + 2))
    bpy.context.scene.frame_set(1)
    rest = [human.matrix_world @ bone.head_local for bone in human.data.bones]
    before = state()
    assert bpy.ops.spacetime.export(filepath=str(tmp_path / "walk.skeleton.xml"), file_format="OGRE") == {
        "FINISHED"
    }
    assert state() == before
    assert [each.name for each in tmp_path.iterdir()] == ["walk.skeleton.xml"]
    found = read_ogre(tmp_path / "walk.skeleton.xml")
    assert (found.animation, found.names) == (action.name, names)
    assert found.length == pytest.approx(clip.job.timing.length, abs=1e-6)
    assert found.rest[:, :3, 3] == pytest.approx(np.array(rest), abs=1e-5)
    assert found.poses[:, :, :3, 3] == pytest.approx(expected, abs=1e-5)
    basis = np.array(human.pose.bones["shin.L"].bone.matrix_local.inverted(), float)
    posed = np.array((human.matrix_world @ human.pose.bones["shin.L"].matrix), float)[:3, :3] @ basis[:3, :3]
    bone = names.index("shin.L")
    shown = found.poses[0, bone, :3, :3] @ np.linalg.inv(found.rest[bone, :3, :3])
    turn = (
        posed
        / np.cbrt(np.linalg.det(posed))
        @ np.linalg.inv(np.array(human.matrix_world.to_3x3().normalized()))
    )
    assert shown == pytest.approx(turn, abs=1e-4)


def test_bvh_tells_its_frame_rate(written, tmp_path):
    human, action, clip = written
    export_bvh(human, action, tmp_path / "walk.bvh")
    text = (tmp_path / "walk.bvh").read_text()
    assert f"Frames: {clip.n_frames + 1}" in text
    assert float(text.split("Frame Time:")[1].split()[0]) == pytest.approx(1 / FPS, abs=1e-6)


def test_button_exports_and_tells_where(written, tmp_path):
    assert bpy.ops.spacetime.export(filepath=str(tmp_path / "new" / "walk"), file_format="BVH") == {
        "FINISHED"
    }
    assert (tmp_path / "new" / "walk.bvh").exists()


def test_place_that_cannot_be_written_is_told(written, tmp_path):
    (tmp_path / "wall").write_text("a file, not a folder")
    with pytest.raises(RuntimeError, match="could not be written"):
        bpy.ops.spacetime.export(filepath=str(tmp_path / "wall" / "walk"), file_format="BVH")


def test_fbx_has_one_take_of_the_actions_name(written, tmp_path):
    human, action, _clip = written
    export_fbx(human, action, tmp_path / "walk.fbx")
    data = (tmp_path / "walk.fbx").read_bytes()
    assert data.count(b"\x00\x01AnimStack") == 1
    assert data.split(b"\x00\x01AnimStack")[0].endswith(b"Spring Walk")


def test_fbx_of_bones_alone_tells_their_rest_pose(written, tmp_path):
    human, action, _clip = written
    rest = {bone.name: human.matrix_world @ bone.head_local for bone in human.data.bones}
    export_fbx(human, action, tmp_path / "walk.fbx")
    before = set(bpy.data.objects)
    read_file(tmp_path / "walk.fbx", "fbx")
    imported = newest(before)
    found = {bone.name: imported.matrix_world @ bone.head_local for bone in imported.data.bones}
    assert max((found[name] - head).length for name, head in rest.items()) < 1e-4


def test_gltf_has_one_animation_of_the_actions_name_and_length(written, tmp_path):
    human, action, clip = written
    export_gltf(human, action, tmp_path / "walk.glb")
    data = (tmp_path / "walk.glb").read_bytes()
    content = json.loads(data[20 : 20 + int.from_bytes(data[12:16], "little")])
    assert [animation["name"] for animation in content["animations"]] == ["Spring Walk"]
    times = content["accessors"][content["animations"][0]["samplers"][0]["input"]]
    assert times["count"] == clip.n_frames + 1
    assert times["min"] == [0]
    assert times["max"] == pytest.approx([clip.job.timing.length], abs=1e-5)


@pytest.mark.parametrize("kind", ["plays", "muted", "solo", "off", "blended"])
@pytest.mark.parametrize(
    ("export", "read", "suffix"),
    [(export_bvh, "bvh", ".bvh"), (export_fbx, "fbx", ".fbx"), (export_gltf, "gltf", ".glb")],
)
def test_what_is_layered_is_not_in_the_file(written, tmp_path, export, read, suffix, kind):
    human, action, clip = written
    human.pose.bones["hand.L"].rotation_quaternion.x = 0.4  # without keys
    frames = np.arange(1, clip.n_frames + 2)
    expected, names = heads(human, frames)
    actions.add_strip(human, "Mine", bpy.data.actions["Mine"])
    data, track = human.animation_data, human.animation_data.nla_tracks["Mine"]
    track.mute, track.is_solo, data.use_nla = kind == "muted", kind == "solo", kind != "off"
    if kind == "blended":
        data.action_influence, data.action_blend_type = 0.4, "ADD"
    before, objects, takes = layers(human), set(bpy.data.objects), set(bpy.data.actions)
    export(human, action, tmp_path / f"alone{suffix}")
    assert layers(human) == before
    read_file(tmp_path / f"alone{suffix}", read)
    (take,) = set(bpy.data.actions) - takes
    compare(expected, names, newest(objects), frames - 1 + take.frame_range[0])


def layers(rig):
    data = rig.animation_data
    tracks = [(track.name, track.mute, track.is_solo) for track in data.nla_tracks]
    poses = {
        bone.name: [tuple(row) for row in bone.matrix_basis] for bone in rig.pose.bones if "hand" in bone.name
    }
    return data.use_nla, data.action_influence, data.action_blend_type, data.action, tracks, poses


def test_gltf_of_a_fractional_frame_rate_lasts_as_long_as_here(written, tmp_path):
    human, action, clip = written
    render = bpy.context.scene.render
    render.fps, render.fps_base = 30, 1.001
    export_gltf(human, action, tmp_path / "walk.glb")
    data = (tmp_path / "walk.glb").read_bytes()
    content = json.loads(data[20 : 20 + int.from_bytes(data[12:16], "little")])
    times = content["accessors"][content["animations"][0]["samplers"][0]["input"]]
    assert times["max"] == pytest.approx([clip.n_frames * 1.001 / 30], abs=1e-5)
    assert render.fps_base == pytest.approx(1.001)


def test_hidden_armature_is_told(written, tmp_path):
    human, action, _clip = written
    human.hide_set(True)
    with pytest.raises(InputError, match="'metarig' is hidden; unhide it to export"):
        export_fbx(human, action, tmp_path / "walk.fbx")


def test_what_cannot_be_selected_is_exported_too(written, tmp_path):
    human, action, _clip = written
    mesh = bpy.data.meshes.new("Skin")
    mesh.from_pydata([(0, 0, 0), (0, 0, 1), (0, 1, 1)], [], [(0, 1, 2)])
    skin = bpy.data.objects.new("Skin", mesh)
    bpy.context.collection.objects.link(skin)
    skin.modifiers.new("Rig", "ARMATURE").object = human
    skin.hide_select = human.hide_select = True
    export_fbx(human, action, tmp_path / "walk.fbx")
    assert (skin.hide_select, human.hide_select) == (True, True)
    known = set(bpy.data.objects)
    read_file(tmp_path / "walk.fbx", "fbx")
    assert sorted(each.type for each in set(bpy.data.objects) - known) == ["ARMATURE", "MESH"]


def test_strip_that_is_being_tweaked_is_told(written, tmp_path):
    human, action, _clip = written
    tweak_strip(human, action)
    with pytest.raises(InputError, match="'metarig' is in NLA tweak mode"):
        export_fbx(human, action, tmp_path / "walk.fbx")
