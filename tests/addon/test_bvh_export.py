"""BVH files of an armature as other programs see them."""

import shutil

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.blender import actions
from bl_ext.user_default.spacetime_animator.addon.files.bvh import USUAL, export_bvh
from bl_ext.user_default.spacetime_animator.solver.formats.bvh.style import STYLES
from mathutils import Matrix

from scripts.failure import SetupFailure
from solver.formats.axes import FileAxes
from solver.formats.bvh import read_bvh
from tests.addon.read_back import heads, newest
from tests.peers.bvh_readers import READERS

FRAMES = np.arange(1, 8)


@pytest.fixture
def swinging():
    """An armature with blanks in its names, hips that move on a root that stands, and a prop beside them."""
    data = bpy.data.armatures.new("Rig")
    rig = bpy.data.objects.new("Rig", data)
    bpy.context.scene.collection.objects.link(rig)
    bpy.context.view_layer.objects.active = rig
    rig.select_set(True)
    bpy.ops.object.mode_set(mode="EDIT")
    bones = {}
    for name, parent, head, tail in (
        ("all of it", "", (0, 0, 0), (0, 0.3, 0)),
        ("hips", "all of it", (0, 0, 1), (0, 0.1, 1.2)),
        ("chest: upper", "hips", (0, 0.1, 1.2), (0, 0, 1.6)),
        ("arm.L", "chest: upper", (0.2, 0, 1.5), (0.7, 0, 1.4)),
        ("prop", "", (1, 1, 0), (1, 1, 0.5)),
    ):
        bones[name] = bone = data.edit_bones.new(name)
        bone.head, bone.tail, bone.parent = head, tail, bones.get(parent)
    bpy.ops.object.mode_set(mode="OBJECT")
    rig.matrix_world = Matrix.Translation((3, -2, 0.5)) @ Matrix.Rotation(0.7, 4, "Z") @ Matrix.Scale(1.3, 4)
    action = actions.new_action("Swing", "Rig")
    time = np.linspace(0, 1, len(FRAMES))
    frames = FRAMES.astype(float)
    for name, turn in (("hips", 0.4), ("chest: upper", -0.8), ("arm.L", 2.5), ("prop", 1.0)):
        half = turn * time / 2
        curve = np.column_stack([np.cos(half), 0.6 * np.sin(half), 0.8 * np.sin(half), 0 * half])
        actions.add_curves(action, name, "rotation_quaternion", frames, curve)
    actions.add_curves(action, "hips", "location", frames, np.outer(time, (0.2, 0.5, -0.1)))
    actions.assign(rig, action)
    return rig, action


def seen(reader, path):
    if reader == "three" and not (shutil.which("node") and shutil.which("npm")):
        pytest.skip("node is not here")
    try:
        return READERS[reader](path)
    except SetupFailure as failure:
        pytest.skip(f"{reader} cannot be installed: {failure}")


def farthest(found, rig, axes):
    """Largest distance [m] of joints (N, 3) of a file from the heads of bones."""
    expected, names = heads(rig, FRAMES)
    plain = {"".join(letter for letter in name if letter.isalnum()): name for name in found}
    return max(
        np.linalg.norm(
            axes.to_world(found[plain["".join(filter(str.isalnum, name))]]) - expected[:, bone], axis=-1
        ).max()
        for bone, name in enumerate(names)
    )


@pytest.mark.once
@pytest.mark.parametrize(
    ("style", "reader"),
    [
        ("usual", "bvhio"),
        ("usual", "bvhtoolbox"),
        ("MOTIONBUILDER", "bvhio"),
        ("THREEJS", "bvhtoolbox"),
        ("THREEJS", "three"),
    ],
)
def test_other_programs_see_the_bones_where_they_are(swinging, tmp_path, style, reader):
    rig, action = swinging
    own = STYLES.get(style, USUAL)
    export_bvh(rig, action, tmp_path / "swing.bvh", style=own)
    assert farthest(seen(reader, tmp_path / "swing.bvh"), rig, FileAxes(own.up, own.unit)) < 1e-4


def test_only_joints_that_move_have_positions(swinging, tmp_path):
    rig, action = swinging
    export_bvh(rig, action, tmp_path / "swing.bvh")
    found = read_bvh(tmp_path / "swing.bvh", up="Z")
    placed = {name for name, own in zip(found.names, found.channels, strict=True) if len(own) == 6}
    assert placed == {"Rig", "hips"}
    assert found.names == ("Rig", "all_of_it", "hips", "chest:_upper", "arm.L", "prop")
    bpy.ops.spacetime.export(
        filepath=str(tmp_path / "swing.bvh"), file_format="BVH", bvh_all_positions=True, bvh_plain_names=True,
        bvh_up="Y", bvh_unit="CENTIMETERS",
    )  # fmt: skip
    found = read_bvh(tmp_path / "swing.bvh", unit=0.01)
    assert {len(own) for own in found.channels} == {6}
    assert found.names == ("Rig", "all_of_it", "hips", "chest_upper", "arm_L", "prop")
    assert (
        farthest(
            dict(zip(found.names, found.world_positions.swapaxes(0, 1), strict=True)), rig, FileAxes("Z")
        )
        < 1e-4
    )


def test_blenders_own_importer_needs_no_settings(swinging, tmp_path):
    rig, _ = swinging
    path, known = tmp_path / "swing.bvh", set(bpy.data.objects)
    bpy.ops.spacetime.export(filepath=str(path), file_format="BVH", bvh_reader="BLENDER")
    expected, _ = heads(rig, FRAMES)
    bpy.ops.import_anim.bvh(filepath=str(path))
    found, names = heads(newest(known), FRAMES)
    order = [names.index(name) for name in ("all_of_it", "hips", "chest:_upper", "arm.L", "prop")]
    assert np.linalg.norm(found[:, order] - expected, axis=-1).max() < 1e-4
