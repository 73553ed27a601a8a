"""What an engine makes of exported takes: Godot imports the files, and its poses are compared with Blender's own.

Needs a Godot 4 editor, `godot` on PATH or the command in the variable GODOT, and skips where there is none.
"""

import json
import os
import shlex
import shutil
import subprocess
from pathlib import Path

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.blender import actions
from mathutils import Matrix

from tests.support.takes import take

__all__ = ["take"]

GODOT = shlex.split(os.environ.get("GODOT", "godot"))
PROJECT = Path(__file__).with_name("godot")
Y_UP = np.array([[1.0, 0, 0, 0], [0, 0, 1, 0], [0, -1, 0, 0], [0, 0, 0, 1]])  # Blender's -Y, a face, is +Z
TENTH_OF_A_MILLIMETRE = 1e-4

if shutil.which(GODOT[0]) is None:
    pytest.skip("no godot is on PATH, and GODOT names none", allow_module_level=True)
VERSION = subprocess.run([*GODOT, "--version"], capture_output=True, text=True, check=False).stdout
if not VERSION.startswith("4."):
    pytest.skip(f"{GODOT[0]} does not start or is not Godot 4; GODOT names another", allow_module_level=True)


@pytest.fixture
def character(human):
    """Give the human with a root bone that can carry its travel, and a skin of a small prism round each bone."""
    bpy.ops.object.mode_set(mode="EDIT")
    root = human.data.edit_bones.new("root")
    root.head, root.tail = (0, 0, 0), (0, 0.3, 0)
    human.data.edit_bones["spine"].parent = root
    bpy.ops.object.mode_set(mode="OBJECT")
    corners = np.array([(0.02, 0, 0), (-0.02, 0.013, 0), (0, -0.02, 0.015)])
    ends = [end for bone in human.data.bones for end in (bone.head_local, bone.tail_local)]
    points = (np.array(ends)[:, None] + corners).reshape(-1, 3)
    sides = np.array([(0, 1, 4, 3), (1, 2, 5, 4), (2, 0, 3, 5)])
    mesh = bpy.data.meshes.new("Skin")
    mesh.from_pydata(points, [], np.concatenate([sides + 6 * i for i in range(len(ends) // 2)]))
    mesh.shade_smooth()
    skin = bpy.data.objects.new("Skin", mesh)
    bpy.context.collection.objects.link(skin)
    skin.parent = human
    skin.modifiers.new("Rig", "ARMATURE").object = human
    for i, bone in enumerate(human.data.bones):
        skin.vertex_groups.new(name=bone.name).add(range(6 * i, 6 * i + 6), 1.0, "REPLACE")
    return human


@pytest.fixture
def takes(character, take):
    """Make a walk as solved, on the spot and with its travel on the root bone, and a jump, which does not repeat."""

    def make():
        walk = take("Walk")
        bpy.ops.spacetime.loop_take(travel="IN_PLACE")
        character.spacetime.active_take, motion = 0, bpy.context.object.spacetime.motion
        motion.root_motion_bone = "root"
        bpy.ops.spacetime.loop_take(travel="BONE")
        motion.root_motion_bone = ""
        jump = take("Jump", is_cyclic=False)
        named = {action.name: action for action in bpy.data.actions}
        return [walk, named["Walk in place"], named["Walk root motion"], jump]

    return make


def as_here(character, action):
    """World matrices (F, B, 4, 4) of bones and places (F, V, 3) of the skin's vertices at every frame, Y up."""
    for bone in character.pose.bones:
        bone.matrix_basis.identity()
    actions.assign(character, action)
    first, last = map(round, action.frame_range)
    poses, skins = [], []
    for frame in range(first, last + 1):
        bpy.context.scene.frame_set(frame)
        skin = bpy.data.objects["Skin"].evaluated_get(bpy.context.evaluated_depsgraph_get())
        poses.append([character.matrix_world @ bone.matrix for bone in character.pose.bones])
        skins.append([skin.matrix_world @ vertex.co for vertex in skin.data.vertices])
    character.animation_data.action = None
    return Y_UP @ np.array(poses), np.array(skins) @ Y_UP[:3, :3].T


def as_in_godot(folder, asked):
    """Let Godot import a folder's files, and look at those that are asked for."""
    shutil.copytree(PROJECT, folder, dirs_exist_ok=True)
    (folder / "asked.json").write_text(json.dumps(asked))
    for task in (("--import",), ("--script", "res://look.gd")):
        done = subprocess.run(
            [*GODOT, "--headless", "--path", folder, *task],
            capture_output=True, text=True, timeout=240, check=True,
        )  # fmt: skip
        assert "ERROR" not in done.stderr, done.stderr
    return json.loads((folder / "seen.json").read_text())


@pytest.mark.parametrize(
    ("preset", "fps", "base"),
    [("GODOT", 24, 1.0), ("GODOT", 30, 1.001), ("UNITY", 60, 1.0), ("UNREAL", 25, 1.0)],
)
def test_takes_move_in_godot_as_here(character, takes, tmp_path, preset, fps, base):
    render = bpy.context.scene.render
    render.fps, render.fps_base = fps, base
    if base != 1.0:
        character.matrix_world = Matrix.Translation((0.4, -0.3, 0.1)) @ Matrix.Rotation(0.8, 4, "Z")
        bpy.context.view_layer.update()
    made, names = takes(), [bone.name for bone in character.pose.bones]
    rest = Y_UP @ np.array([character.matrix_world @ bone.matrix_local for bone in character.data.bones])
    parents = [bone.parent.name if bone.parent else "" for bone in character.data.bones]
    bpy.ops.spacetime.export_many(directory=str(tmp_path), preset=preset, template="{name}", blocking=True)
    here = {action.name: as_here(character, action) for action in made}
    if preset != "GODOT":
        for file in tmp_path.iterdir():
            file.with_name(f"{file.name}.import").write_text(by_ufbx(fps))
    suffix = ".glb" if preset == "GODOT" else ".fbx"
    asked = {
        f"{name}{suffix}": {"times": [i * base / fps for i in range(len(poses))], "root": "root"}
        for name, (poses, _) in here.items()
    }
    found = as_in_godot(tmp_path, asked)
    for action in made:
        seen, (poses, skin) = found[f"{action.name}{suffix}"], here[action.name]
        order = [[bone["name"] for bone in seen["bones"]].index(name) for name in names]
        bones = [seen["bones"][i] for i in order]
        assert np.linalg.norm(np.array(seen["place"])[:3, :3], axis=0) == pytest.approx(1, abs=1e-5)
        assert [bone["parent"] for bone in bones] == parents
        ((name, motion),) = seen["animations"].items()
        assert name == action.name
        assert motion["loops"] == (preset == "GODOT" and action.use_cyclic)
        assert motion["length"] == pytest.approx((len(poses) - 1) * base / fps, abs=1e-5)
        assert motion["step"] == pytest.approx(base / fps, abs=1e-6)
        rests, moved = np.array([bone["rest"] for bone in bones]), np.array(motion["poses"])[:, order]
        assert farthest(rests[..., :3, 3], rest[..., :3, 3]) < TENTH_OF_A_MILLIMETRE
        turned = rests[..., :3, :3] @ np.linalg.inv(rest[..., :3, :3])
        assert farthest(moved[..., :3, 3], poses[..., :3, 3]) < TENTH_OF_A_MILLIMETRE
        assert moved[..., :3, :3] == pytest.approx(turned @ poses[..., :3, :3], abs=1e-4)
        skins = np.array(motion["skins"])
        same = [np.linalg.norm(skin[0] - vertex, axis=1).argmin() for vertex in skins[0]]
        assert farthest(skins, skin[:, same]) < TENTH_OF_A_MILLIMETRE
        if preset == "GODOT":
            way = np.array(motion["way"]) @ np.array(seen["place"])[:3, :3].T
            carried = poses[:, names.index("root"), :3, 3]
            assert farthest(way, carried - carried[0]) < TENTH_OF_A_MILLIMETRE


def farthest(found, expected):
    """Give the largest distance [m] between points (..., 3)."""
    return np.linalg.norm(found - expected, axis=-1).max()


def by_ufbx(fps):
    """Give import settings for FBX, which no preset writes: Godot's own reader, every key kept."""
    every_key = '{"nodes": {"PATH:AnimationPlayer": {"optimizer/enabled": false}}}'
    return (
        '[remap]\n\nimporter="scene"\n\n[params]\n\n'
        f"fbx/importer=0\nanimation/fps={fps}\n_subresources={every_key}\n"
    )
