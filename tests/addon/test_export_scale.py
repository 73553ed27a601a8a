"""A skinned character of any scale, as one from Mixamo at 0.01, comes to engines in its size, every scale 1."""

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.blender import actions
from bl_ext.user_default.spacetime_animator.addon.files.export_takes import exporter_for

from tests.addon.read_back import read_file

FRAMES = range(1, 12)
HUNDREDTH_OF_A_MILLIMETRE = 1e-5
CORNERS = ((0.1, 0, 0), (0, 0.1, 0), (-0.1, 0, 0), (0.1, 0, 2), (0, 0.1, 2), (-0.1, 0, 2))  # m
SIDES = ((0, 1, 4, 3), (1, 2, 5, 4), (2, 0, 3, 5))


@pytest.fixture(
    params=[(0.01, 1.0), (1.0, 1.0), (1.0, 0.01), (0.01, 0.3048)],
    ids=["centimetres", "metres", "scene in centimetres", "scene in feet"],
)
def skinned(request):
    """Give a rig of two bones of one metre, its skin with a shape of its own, and how both bend and rise."""
    (of_object, unit), scene = request.param, bpy.context.scene
    scene.unit_settings.scale_length = unit
    scale = of_object * unit
    rig = bpy.data.objects.new("Mixamo", bpy.data.armatures.new("Mixamo"))
    scene.collection.objects.link(rig)
    rig.scale = [of_object] * 3
    bpy.context.view_layer.objects.active = rig
    bpy.ops.object.mode_set(mode="EDIT")
    for k, name in enumerate(("Hips", "Spine")):
        bone = rig.data.edit_bones.new(name)
        bone.head, bone.tail = (0, 0, k / scale), (0, 0, (k + 1) / scale)
        bone.parent = rig.data.edit_bones[0] if k else None
    bpy.ops.object.mode_set(mode="OBJECT")
    skin = bpy.data.objects.new("Body", bpy.data.meshes.new("Body"))
    skin.data.from_pydata([tuple(x / scale for x in corner) for corner in CORNERS], [], SIDES)
    skin.data.shade_smooth()
    scene.collection.objects.link(skin)
    skin.parent = rig
    skin.modifiers.new("Rig", "ARMATURE").object = rig
    skin.vertex_groups.new(name="Hips").add([0, 1, 2], 1, "REPLACE")
    skin.vertex_groups.new(name="Spine").add([3, 4, 5], 1, "REPLACE")
    action, frames = actions.new_action("Wave", rig.name), np.array(FRAMES, float)
    turn, rise, still = frames / 20, 0.02 * frames / scale, np.zeros(len(FRAMES))
    turned = np.stack([np.cos(turn), np.sin(turn), still, still], 1)
    actions.add_curves(action, "Spine", "rotation_quaternion", frames, turned)
    actions.add_curves(action, "Hips", "location", frames, np.stack([still, rise, still], 1))
    actions.assign(rig, action)
    return rig, skin, action


def corners_of(skin):
    """World places (F, V, 3) [m] of what is drawn."""
    found = []
    for frame in FRAMES:
        bpy.context.scene.frame_set(frame)
        drawn = skin.evaluated_get(bpy.context.evaluated_depsgraph_get())
        found.append([drawn.matrix_world @ vertex.co for vertex in drawn.data.vertices])
    return bpy.context.scene.unit_settings.scale_length * np.array(found)


def state():
    return [sorted(kind.keys()) for kind in (bpy.data.objects, bpy.data.meshes, bpy.data.shape_keys)]


def read_back(file, read):
    """Give what a reader makes of a file: its rig and its skin."""
    before = set(bpy.data.objects)
    bpy.context.scene.unit_settings.scale_length = 1.0  # of a scene in meters
    read_file(file, read)
    new = [each for each in bpy.data.objects if each not in before]
    return next(o for o in new if o.type == "ARMATURE"), next(o for o in new if o.type == "MESH")


@pytest.mark.parametrize("read", ["fbx", "ufbx"])
@pytest.mark.parametrize("preset", ["UNITY", "UNREAL"])
def test_a_skin_has_its_rigs_scale_and_goes_where_it_goes_here(skinned, tmp_path, preset, read):
    rig, skin, action = skinned
    expected, before, scale = corners_of(skin), state(), skin.matrix_world.to_scale()[0]
    exporter_for(preset, "")[0](rig, action, tmp_path / "wave.fbx")
    assert state() == before
    assert (skin.data.name, skin.matrix_world.to_scale()[0]) == ("Body", scale)
    imported, body = read_back(tmp_path / "wave.fbx", read)
    assert body.data.name.startswith("Body")
    assert list(body.matrix_local.to_scale()) == pytest.approx([1.0] * 3, abs=1e-6)  # beside its rig
    assert np.abs(corners_of(body) - expected).max() < HUNDREDTH_OF_A_MILLIMETRE
    if preset == "UNITY":
        assert list(imported.matrix_world.to_scale()) == pytest.approx([1.0] * 3, abs=1e-6)


def test_shapes_grow_with_their_mesh(skinned, tmp_path):
    rig, skin, action = skinned
    scale = rig.scale[0] * bpy.context.scene.unit_settings.scale_length
    skin.shape_key_add(name="Basis")
    tall = skin.shape_key_add(name="Tall")
    tall.data[3].co.z += 0.5 / scale
    exporter_for("UNITY", "")[0](rig, action, tmp_path / "wave.fbx")
    assert tall.data[3].co.z == pytest.approx(2.5 / scale)
    _, body = read_back(tmp_path / "wave.fbx", "fbx")
    shapes = body.data.shape_keys.key_blocks
    moved = [(body.matrix_world @ a.co - body.matrix_world @ b.co).length for a, b in
             zip(shapes["Tall"].data, shapes["Basis"].data, strict=True)]  # fmt: skip
    assert max(moved) == pytest.approx(0.5, abs=1e-5)


def test_a_modifier_with_a_length_keeps_it(skinned, tmp_path):
    rig, skin, action = skinned
    solid = skin.modifiers.new("Thick", "SOLIDIFY")
    solid.thickness = 0.05 / rig.scale[0] / bpy.context.scene.unit_settings.scale_length
    skin.modifiers.move(1, 0)  # before the bones bend it, as in the file
    expected = corners_of(skin)
    exporter_for("UNITY", "")[0](rig, action, tmp_path / "wave.fbx")
    _, body = read_back(tmp_path / "wave.fbx", "fbx")
    assert np.abs(corners_of(body) - expected).max() < HUNDREDTH_OF_A_MILLIMETRE
