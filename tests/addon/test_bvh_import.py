"""BVH files are read as Blender's own importer reads them."""

import re
from pathlib import Path

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.blender.units import world_matrix
from bl_ext.user_default.spacetime_animator.addon.files.file_units import height_of
from bl_ext.user_default.spacetime_animator.addon.files.panels.export import draw_export

from solver.formats.bvh import read_bvh
from tests.support.bvh_files import ODD, motion_file, shows_its_file
from tests.support.panels import laid_out, words
from tests.support.walking_animal import animal


def blender_heads(path: Path, names: tuple[str, ...], frames: list[int]) -> np.ndarray:
    """World positions (frames, J, 3) of bone heads."""
    bpy.ops.import_anim.bvh(filepath=str(path), update_scene_fps=False, use_fps_scale=False)
    armature = bpy.context.object
    first = int(armature.animation_data.action.frame_range[0])
    heads = []
    for frame in frames:
        bpy.context.scene.frame_set(first + frame)
        heads.append([armature.matrix_world @ armature.pose.bones[name].head for name in names])
    return np.array(heads)


def agrees(path: Path, frames: list[int]) -> None:
    found = read_bvh(path)
    size = np.abs(found.world_positions).max()
    blender = blender_heads(path, found.names, frames)
    np.testing.assert_allclose(found.world_positions[frames], blender, rtol=0, atol=1e-5 * size)


def test_odd_orders_and_joints_that_shift(tmp_path):
    path = tmp_path / "odd.bvh"
    path.write_text(ODD)
    agrees(path, [0, 1, 2])


@pytest.mark.once
@pytest.mark.parametrize("name", ["walk", "humanoid3d_backflip", "dog3d_trot", "dog_walk", "02_01_walk"])
def test_real_motion_capture(name):
    agrees(motion_file(name), [0, 7, 20])


PLAIN = """HIERARCHY
ROOT hip
{
  OFFSET 0 90 0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
  JOINT left leg
  {
    OFFSET 0 -45 0
    CHANNELS 3 Zrotation Xrotation Yrotation
    End Site
    {
      OFFSET 0 -45 0
    }
  }
}
MOTION
Frames: 2
Frame Time: 0.04
0 90 0 0 0 0 0 0 0
1 92 3 10 20 30 5 6 7
"""
REFUSED = {  # by Blender's own importer
    "byte order mark": "\ufeff" + PLAIN,
    "brace on the line of the name": PLAIN.replace("left leg\n  {", "left leg {"),
    "frame over two lines": PLAIN.replace("1 92 3 10 20", "1 92 3\n10 20"),
    "no frames": PLAIN.replace("Frames: 2", "Frames: 0").split("0 90 0 0")[0],
}


@pytest.mark.parametrize("case", REFUSED)
def test_file_that_blenders_importer_refuses_is_read_here(tmp_path, case):
    path = tmp_path / "odd.bvh"
    path.write_text(REFUSED[case], encoding="utf-8")
    with pytest.raises(RuntimeError):
        bpy.ops.import_anim.bvh(filepath=str(path))
    assert bpy.ops.spacetime.import_bvh(filepath=str(path), unit=0.01) == {"FINISHED"}
    rig = bpy.context.object
    assert [bone.name for bone in rig.data.bones] == ["hip", "left leg"]
    if case != "no frames":
        shows_its_file(rig, path, 0.01)


END = """    End Site
    {
      OFFSET 0 -45 0
"""
TAKEN = {  # by Blender's own importer: the file, and the notice
    "more frames": (PLAIN.replace("Frames: 2", "Frames: 9"), "line 17: the file has 2 frames, not 9 as it says"),
    "fewer frames": (PLAIN.replace("Frames: 2", "Frames: 1"), "line 17: the file has 2 frames, not 1 as it says"),
    "frame time of 0": (PLAIN.replace("Time: 0.04", "Time: 0"), "30 frames per second are assumed"),
    "frame time in one word": (PLAIN.replace("Frame Time", "FrameTime"), ""),
    "rate": (PLAIN.replace("Time: 0.04", "Time: 25"), "the frame time of 25 s is read as frames per second"),
    "milliseconds": (PLAIN.replace("Time: 0.04", "Time: 40"), "the frame time of 40 s is read as milliseconds"),
    "end site with channels": (PLAIN.replace(END, END + "      CHANNELS 0\n"), ""),
    "extra columns": (PLAIN.replace("5 6 7", "5 6 7 8 9"), "line 20: only the first 9 of 11 columns were read"),
    "channels miscounted": (PLAIN.replace("CHANNELS 3", "CHANNELS 6"), "'left leg' has 3 channels, not 6"),
    "joint as root": (PLAIN.replace("ROOT", "JOINT"), ""),
    "open braces": (PLAIN.replace("  }\n}\nMOTION", "MOTION"), "not closed by braces"),
    "comment": (PLAIN.replace("    End Site", "    # the foot\n    End Site"), ""),
    "words after an offset": (PLAIN.replace("0 90 0\n", "0 90 0 centimeters\n", 1), ""),
}  # fmt: skip


@pytest.mark.parametrize("case", TAKEN)
def test_file_that_blenders_importer_takes_is_read_here_with_a_word(tmp_path, capfd, case):
    text, notice = TAKEN[case]
    path = tmp_path / "odd.bvh"
    path.write_text(text)
    found = read_bvh(path)
    names = tuple(name.replace(" ", "_") for name in found.names)
    blender = blender_heads(path, names, [0, 1])
    np.testing.assert_allclose(found.world_positions, blender, rtol=0, atol=1e-4)
    assert bpy.ops.spacetime.import_bvh(filepath=str(path), unit=0.01) == {"FINISHED"}
    shows_its_file(bpy.context.object, path, 0.01)
    said = "".join(capfd.readouterr())
    assert notice in said
    assert bool(notice) == ("line " in said)


def test_frame_rate_is_that_of_the_file_unless_given(tmp_path, capfd):
    path, scene = tmp_path / "odd.bvh", bpy.context.scene
    path.write_text(PLAIN.replace("Time: 0.04", "Time: 0,04"))
    with pytest.raises(RuntimeError, match="line 18: expected 'Frame Time:' and a number"):
        bpy.ops.spacetime.import_bvh(filepath=str(path))
    bpy.ops.spacetime.import_bvh(filepath=str(path), rate=12.0)
    first, last = bpy.context.object.animation_data.action.frame_range
    assert last - first == pytest.approx(scene.render.fps / 12, abs=1e-3)
    assert "line 18" not in "".join(capfd.readouterr()).partition("'odd'")[2]


@pytest.mark.once
@pytest.mark.parametrize("name", ["walk", "02_01_walk", "rokoko_jesse_dance", "dog3d_trot"])
def test_imported_armature_shows_the_files_motion(name):
    path = motion_file(name)
    bpy.ops.spacetime.import_bvh(filepath=str(path), unit=0.01)
    shows_its_file(bpy.context.object, path, 0.01)


def test_odd_orders_and_joints_that_shift_are_imported(tmp_path):
    path = tmp_path / "odd.bvh"
    path.write_text(ODD)
    bpy.ops.spacetime.import_bvh(filepath=str(path), unit=1.0)
    shows_its_file(bpy.context.object, path, 1.0)


@pytest.mark.parametrize(
    ("begin", "first"), [({}, 1001), ({"begin": "HERE"}, 1030), ({"begin": "AT_1"}, 1)], ids=str
)
def test_motion_begins_where_the_scene_does_or_as_told(tmp_path, begin, first):
    path, scene = tmp_path / "odd.bvh", bpy.context.scene
    path.write_text(ODD)
    scene.frame_start, scene.frame_end = 1001, 1100
    scene.frame_set(1030)
    bpy.ops.spacetime.import_bvh(filepath=str(path), unit=1.0, **begin)
    start, end = bpy.context.object.animation_data.action.frame_range
    assert start == first
    assert end == pytest.approx(first + 2 * 0.04 * scene.render.fps, abs=1e-3)
    shows_its_file(bpy.context.object, path, 1.0, first)


def test_motion_begins_where_the_preview_range_does(tmp_path):
    path, scene = tmp_path / "odd.bvh", bpy.context.scene
    path.write_text(ODD)
    scene.use_preview_range, scene.frame_preview_start, scene.frame_preview_end = True, 40, 80
    bpy.ops.spacetime.import_bvh(filepath=str(path), unit=1.0)
    shows_its_file(bpy.context.object, path, 1.0, 40)


@pytest.mark.parametrize(("time", "fps"), [("0.0083333", 120.0), ("0.0417083", 24 / 1.001), ("0.04", 25.0)])
def test_scene_gets_the_rate_and_length_of_the_file_where_asked(tmp_path, time, fps):
    path, scene = tmp_path / "odd.bvh", bpy.context.scene
    path.write_text(ODD.replace("0.04", time))
    scene.frame_start, scene.frame_end = 1, 2
    bpy.ops.spacetime.import_bvh(
        filepath=str(path), unit=1.0, update_scene_fps=True, update_scene_duration=True
    )
    assert scene.render.fps / scene.render.fps_base == pytest.approx(fps, rel=1e-5)
    first, last = bpy.context.object.animation_data.action.frame_range
    assert last - first == pytest.approx(2, abs=1e-3)  # each of three frames is one of the scene's
    assert scene.frame_end == 3


def test_a_file_of_more_frames_than_the_scene_says_how_to_see_them(tmp_path, capfd):
    path, scene = tmp_path / "odd.bvh", bpy.context.scene
    path.write_text(ODD.replace("0.04", "0.01"))
    rate = scene.render.fps
    bpy.ops.spacetime.import_bvh(filepath=str(path), unit=1.0)
    assert scene.render.fps == rate
    assert "its 100 frames per second are shown at the scene's 24" in "".join(capfd.readouterr())


def test_a_jump_in_the_file_is_told_and_all_takes_can_be_imported(tmp_path, capfd):
    path, scene = tmp_path / "takes.bvh", bpy.context.scene
    head = PLAIN.split("Frames: 2")[0]
    rows = ["0 90 0 0 0 0 0 0 0", *(f"300 90 {2 * n} 0 0 0 0 {n} 5" for n in range(20))]
    path.write_text("\n".join([head + "Frames: 21", "Frame Time: 0.04", *rows, ""]))
    bpy.ops.spacetime.import_bvh(filepath=str(path))
    assert "its longest take was imported, frames 2 to 21 of 21" in "".join(capfd.readouterr())
    start, end = bpy.context.object.animation_data.action.frame_range
    assert end - start == pytest.approx(19 * 0.04 * scene.render.fps, abs=1e-3)
    bpy.ops.spacetime.import_bvh(filepath=str(path), whole=True)
    assert "longest take" not in "".join(capfd.readouterr())
    start, end = bpy.context.object.animation_data.action.frame_range
    assert end - start == pytest.approx(20 * 0.04 * scene.render.fps, abs=1e-3)


def test_unit_is_guessed_by_the_size(tmp_path):
    path = tmp_path / "person.bvh"
    path.write_text(PLAIN.replace("-45", "-85"))  # 170 units from the hip to the end of the leg
    bpy.ops.spacetime.import_bvh(filepath=str(path))
    assert bpy.context.object.data.bones["hip"].head_local.z == pytest.approx(0.9)


def test_unit_is_told_and_changed_with_one_field(tmp_path, capfd):
    path = tmp_path / "person.bvh"
    path.write_text(PLAIN.replace("-45", "-85"))
    bpy.ops.spacetime.import_bvh(filepath=str(path))
    rig = bpy.context.object
    assert "tall, with centimeters as the file's unit" in "".join(capfd.readouterr())
    assert rig.spacetime.file_unit == "CENTIMETERS"
    assert "m tall" in words(laid_out(lambda layout: draw_export(layout, rig)))
    tall = height_of(rig)
    rig.spacetime.file_unit = "INCHES"
    bpy.context.view_layer.update()
    assert height_of(rig) == pytest.approx(2.54 * tall, rel=1e-5)
    assert list(rig.scale) == pytest.approx([2.54] * 3, rel=1e-5)
    rig.spacetime.file_unit = "CENTIMETERS"
    bpy.context.view_layer.update()
    assert height_of(rig) == pytest.approx(tall, rel=1e-5)


@pytest.mark.parametrize(("name", "length"), [("INCHES", 0.0254), ("FEET", 0.3048), ("METERS", 1.0)])
def test_unit_is_chosen_by_name(tmp_path, name, length):
    path = tmp_path / "plain.bvh"
    path.write_text(PLAIN)
    bpy.ops.spacetime.import_bvh(filepath=str(path), unit_name=name)
    rig = bpy.context.object
    assert rig.spacetime.file_unit == name
    (root,) = [bone for bone in rig.data.bones if bone.parent is None]
    given = float(PLAIN.split("OFFSET")[2].split()[1])
    assert (root.children[0].head_local - root.head_local).length == pytest.approx(
        abs(given) * length, rel=1e-4
    )


def test_custom_unit_needs_a_length(tmp_path):
    path = tmp_path / "plain.bvh"
    path.write_text(PLAIN)
    with pytest.raises(RuntimeError, match="Expected a Unit Length above 0, found 0"):
        bpy.ops.spacetime.import_bvh(filepath=str(path), unit_name="CUSTOM")
    bpy.ops.spacetime.import_bvh(filepath=str(path), unit_name="CUSTOM", unit=0.02)
    assert bpy.context.object.spacetime.file_unit == "CUSTOM"


def test_uncertain_unit_of_an_animal_is_told_with_the_other_size(tmp_path, capfd):
    bpy.ops.spacetime.import_bvh(filepath=str(animal(tmp_path / "take.bvh", leg=0.3, unit=0.0564444)))
    told = "".join(capfd.readouterr())
    assert re.search(
        r"The unit is uncertain: with \w+, it is [\d.]+ m tall; if so, choose that as Unit of File", told
    )


@pytest.mark.parametrize("unit_scale", [0.01, 0.3048])
def test_imports_have_their_size_in_scenes_of_other_units(tmp_path, unit_scale):
    bpy.context.scene.unit_settings.scale_length = unit_scale
    bpy.ops.spacetime.import_bvh(filepath=str(animal(tmp_path / "dog.bvh", leg=0.5, unit=0.01)))
    rig = bpy.context.object
    assert height_of(rig) == pytest.approx(0.58, abs=0.05)
    hips = []
    for frame in (1, 13):
        bpy.context.scene.frame_set(frame)
        hips.append(world_matrix(rig) @ np.array([*rig.pose.bones["trunk"].head, 1.0]))
    speed = np.linalg.norm(hips[1] - hips[0]) * bpy.context.scene.render.fps / 12
    assert speed == pytest.approx(np.sqrt(0.6 * 9.81 * 0.5), rel=0.02)


def test_bad_file_is_told_with_its_line(tmp_path):
    path = tmp_path / "bad.bvh"
    path.write_text(PLAIN.replace("OFFSET 0 -45 0", "OFFSET 0 much 0", 1))
    with pytest.raises(RuntimeError, match=r"bad\.bvh: line 8"):
        bpy.ops.spacetime.import_bvh(filepath=str(path))
    assert not len(bpy.data.armatures)


def test_import_in_another_mode_says_what_to_do(chain):
    bpy.ops.object.mode_set(mode="POSE")
    with pytest.raises(RuntimeError, match="Switch to Object Mode first"):
        bpy.ops.spacetime.import_bvh(filepath="walk.bvh")
