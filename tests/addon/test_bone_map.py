"""The bone map: found, drawn, corrected, saved and loaded again."""

import json
from types import SimpleNamespace

import bpy
import pytest
from bl_ext.user_default.spacetime_animator.addon.character.operators.bone_map import SPACETIME_MT_bone_maps
from bl_ext.user_default.spacetime_animator.addon.character.own_maps import preset_files, presets_folder
from bl_ext.user_default.spacetime_animator.addon.character.panels.bone_map import draw_bone_map
from bl_ext.user_default.spacetime_animator.addon.character.shared_beginning import shared_beginning

from tests.addon.rigs import mannequin, metarig
from tests.support.bone_names import MIXAMO
from tests.support.panels import TITLE, laid_out, operators, shown_properties, sidebar, words

ODD = {
    "hips": "Zero", "waist": "One", "chest": "Two", "neck": "Three", "crown": "Four", "upper_arm": "Five.{s}",
    "forearm": "Six.{s}", "hand": "Seven.{s}", "thigh": "Eight.{s}", "shin": "Nine.{s}", "foot": "Ten.{s}",
    "toe": "Eleven.{s}",
}  # fmt: skip


def found(rig):
    return {line.name: (line.bone, round(line.confidence, 2)) for line in rig.data.spacetime.bone_map}


@pytest.fixture
def own_presets():
    yield presets_folder()
    for path in presets_folder().glob("*.json"):
        path.unlink()


def test_saved_map_is_a_preset_that_recognises_the_next_rig(own_presets):
    rig = mannequin(ODD)
    bpy.ops.spacetime.detect_bones()
    assert found(rig)["shin.L"] == ("Nine.L", 0.5)  # by shape
    assert bpy.ops.spacetime.save_bone_map(name="Odd names") == {"FINISHED"}
    (path,) = own_presets.glob("*.json")
    assert json.loads(path.read_text())["parts"]["shin.L"] == "Nine.L"
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    again = mannequin(ODD)
    bpy.ops.spacetime.detect_bones()
    assert found(again)["shin.L"] == ("Nine.L", 1.0)
    again.data.spacetime.bone_map.clear()
    bpy.ops.spacetime.load_bone_map(filepath=str(path))
    assert found(again)["toe.R"] == ("Eleven.R", 1.0)


def test_the_trunk_comes_first_then_one_side_after_the_other():
    rig = mannequin(ODD)
    bpy.ops.spacetime.detect_bones()
    sides = [name.rpartition(".")[2] if "." in name else "" for name in found(rig)]
    assert sides == sorted(sides, key=("", "L", "R").index)
    assert set(sides) == {"", "L", "R"}


def test_preset_for_another_rig_is_refused(chain):
    path = next(path for path in preset_files() if path.stem == "mixamo")
    with pytest.raises(RuntimeError, match="None of the bones of 'Mixamo' is in 'Chain'"):
        bpy.ops.spacetime.load_bone_map(filepath=str(path))


@pytest.mark.parametrize("text", ["", "[]", '{"name": "x", "parts": {"hips": 3}}'])
def test_damaged_preset_is_told(chain, tmp_path, text):
    path = tmp_path / "broken.json"
    path.write_text(text)
    with pytest.raises(RuntimeError, match=r"broken\.json.* is not (a bone map: expected|JSON)"):
        bpy.ops.spacetime.load_bone_map(filepath=str(path))


def test_nothing_to_save_is_told(chain):
    with pytest.raises(RuntimeError, match="There is no bone map; press Detect Bones first"):
        bpy.ops.spacetime.save_bone_map(name="x")
    metarig("basic_human")
    bpy.ops.spacetime.detect_bones()
    with pytest.raises(RuntimeError, match="The preset has no name"):
        bpy.ops.spacetime.save_bone_map(name=" ")


def test_parts_may_be_chosen_by_hand(chain):
    bpy.ops.spacetime.detect_bones(by_hand=True)
    lines = found(chain)
    assert lines["hips"] == ("", 0.0)
    assert {"waist", "thigh.L", "toe.R", "crown"} <= lines.keys()
    chain.data.spacetime.bone_map["hips"].bone = "link.0"
    chain.data.spacetime.bone_map["chest"].bone = "link.0"
    with pytest.raises(RuntimeError, match=r"names 'link\.0' twice"):
        bpy.ops.spacetime.fit_bodies()


def test_each_line_that_names_a_bone_leads_to_it(human):
    human.data.spacetime.bone_map["shin.L"].bone = "gone"
    items = laid_out(lambda layout: draw_bone_map(layout, human))
    leads = [item for item in items if item.get("operator", "").startswith("bpy.ops.spacetime.select_bone")]
    assert len(leads) == len(human.data.spacetime.bone_map) - 1


def test_menu_lists_your_own_maps_first():
    metarig("basic_human")
    bpy.ops.spacetime.detect_bones()
    bpy.ops.spacetime.save_bone_map(name="My Studio")
    items = laid_out(lambda layout: SPACETIME_MT_bone_maps.draw(SimpleNamespace(layout=layout), bpy.context))
    assert operators(items) == {"bpy.ops.spacetime.load_bone_map"}
    names = [item["draw_string"] for item in items if item.get("operator")]
    assert names[0] == "My Studio"
    assert {"Rigify", "Mixamo", "Unreal mannequin", "VRM humanoid"} <= set(names)
    presets_folder().joinpath("My_Studio.json").unlink()


@pytest.mark.parametrize(
    ("names", "beginning"),
    [
        (("mixamorig:Hips", "mixamorig:LeftArm"), "mixamorig:"),
        (("Bip001 Pelvis", "Bip001 L UpperArm", "Bip001 L Thigh"), "Bip001 "),
        (("DEF-upper_arm.L", "DEF-upper_arm.R"), "DEF-upper_arm."),
        (("spine", "spine.001"), ""),
        (("link.0", "link.1"), ""),  # a number says nothing
        (("LeftArm", "LeftLeg"), ""),  # "Left" is no rig
        (("mixamorig:Hips",), ""),
        ((), ""),
    ],
)
def test_beginning_that_all_names_share_ends_at_a_mark(names, beginning):
    assert shared_beginning(names) == beginning


def test_lines_leave_out_what_all_names_begin_with():
    rig = mannequin(MIXAMO)
    bpy.ops.spacetime.detect_bones()
    lines = rig.data.spacetime.bone_map
    assert {line.name: line.short_name for line in lines}["forearm.L"] == "LeftForeArm"
    drawn = laid_out(lambda layout: draw_bone_map(layout, rig))
    assert "Common prefix: mixamorig:" in words(drawn)
    assert "short_name" in shown_properties(drawn)
    lines["hand.L"].short_name = "LeftForeArm"
    assert (lines["hand.L"].bone, lines["hand.L"].confidence) == ("mixamorig:LeftForeArm", 1.0)
    lines["hand.L"].short_name = ""
    assert (lines["hand.L"].bone, lines["hand.L"].confidence) == ("", 0.0)
    lines["hand.L"].bone = "not there"
    assert lines["forearm.L"].short_name == "LeftForeArm"


def test_names_that_share_no_beginning_are_shown_whole(human):
    drawn = laid_out(lambda layout: draw_bone_map(layout, human))
    assert "Common prefix:" not in words(drawn)
    assert "short_name" not in shown_properties(drawn)


def test_in_a_narrow_sidebar_parts_stand_above_their_bones(human):
    assert "SPLIT" in layouts(human)
    with sidebar():  # without a window it has no width yet
        assert "SPLIT" not in layouts(human)


def layouts(rig):
    """How the bone map is laid out, as Blender tells it."""
    layout = bpy.context.window_manager.popmenu_begin__internal(title=TITLE, icon="NONE").layout
    draw_bone_map(layout, rig)
    return str(layout.introspect())
