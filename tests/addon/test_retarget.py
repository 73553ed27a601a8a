"""The motion of any armature on a character's own rig: two presses, a map that is kept, and a report."""

from pathlib import Path
from types import SimpleNamespace

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon import command_line
from bl_ext.user_default.spacetime_animator.addon.blender.evaluation import visit
from bl_ext.user_default.spacetime_animator.addon.character.read_character import read_character
from bl_ext.user_default.spacetime_animator.addon.retarget.panels.retarget import SPACETIME_PT_retarget
from bl_ext.user_default.spacetime_animator.addon.retarget.retargeting import NOT_PHYSICAL

from tests.addon.rigs import fitted_human as fit_human
from tests.addon.rigs import from_bvh, generated, mannequin
from tests.support.bone_names import MIXAMO
from tests.support.panels import laid_out, words

CAPTURE = "02_01_walk"
FRAMES = 60


def walking():
    """Add a captured walk, at 30 frames a second, without bodies."""
    rig = from_bvh(CAPTURE)
    scene = bpy.context.scene
    scene.use_preview_range = True
    scene.frame_preview_start, scene.frame_preview_end = 1, FRAMES
    return rig


def fitted_human():
    fit_human()
    return bpy.context.object


def select(target, source):
    for each in bpy.context.selected_objects:
        each.select_set(False)
    source.select_set(True)
    target.select_set(True)
    bpy.context.view_layer.objects.active = target


def panel():
    return words(
        laid_out(lambda layout: SPACETIME_PT_retarget.draw(SimpleNamespace(layout=layout), bpy.context))
    )


def heads(rig, name):
    """(F, 3) world positions of a bone's head."""
    scene, found = bpy.context.scene, []
    for frame in range(1, FRAMES + 1):
        with visit(scene, frame):
            found.append(np.array(rig.matrix_world @ rig.pose.bones[name].head))
    return np.array(found)


def traveled(path):
    return float(np.linalg.norm(path[-1, :2] - path[0, :2]))


def leg(rig, hip, ankle):
    """Length between two joints of a leg at rest [m]; it is nearly straight."""
    ends = [rig.matrix_world @ rig.data.bones[name].head_local for name in (hip, ankle)]
    return (ends[0] - ends[1]).length


def test_a_capture_walks_on_a_human_that_accepts_it():
    source = walking()
    own = source.animation_data.action
    target = fitted_human()
    select(target, source)
    assert bpy.ops.spacetime.retarget() == {"FINISHED"}
    result = target.spacetime.pending
    assert result.name == f"{own.name} on {target.name}"
    assert target.spacetime.takes[0].action == result
    shown = panel()
    assert NOT_PHYSICAL.split(":")[0] in shown
    assert "Standing feet slide" in shown
    assert source.animation_data.action == own
    assert bpy.ops.spacetime.accept() == {"FINISHED"}
    assert bpy.ops.spacetime.make_physical.poll()
    travel = [traveled(heads(rig, hips)) for rig, hips in ((source, "Hips"), (target, "spine"))]
    legs = leg(source, "LeftUpLeg", "LeftFoot"), leg(target, "thigh.L", "foot.L")
    assert travel[1] / travel[0] == pytest.approx(legs[1] / legs[0], rel=0.1)
    lowest = min(heads(target, bone)[:, 2].min() for bone in ("toe.L", "toe.R", "heel.02.L", "heel.02.R"))
    assert lowest > -0.05


def test_the_map_of_limbs_is_kept_edited_and_is_a_file(tmp_path):
    source, target = walking(), fitted_human()
    select(target, source)
    assert bpy.ops.spacetime.retarget() == {"FINISHED"}
    pairs = target.spacetime.retarget.maps[source.name].pairs
    own = {pair.source: pair.target for pair in pairs}
    assert len(own) == 5
    file = tmp_path / "limbs.json"
    assert bpy.ops.spacetime.save_limb_map(filepath=str(file)) == {"FINISHED"}
    next(pair for pair in pairs if pair.target == "forearm.L").target = ""
    assert bpy.ops.spacetime.retarget() == {"FINISHED"}
    assert "Without a partner on the source: forearm.L" in panel()
    assert bpy.ops.spacetime.load_limb_map(filepath=str(file)) == {"FINISHED"}
    assert {pair.source: pair.target for pair in target.spacetime.retarget.maps[source.name].pairs} == own
    assert bpy.ops.spacetime.match_limbs() == {"FINISHED"}
    assert not target.spacetime.retarget.maps


def test_rest_poses_names_and_axes_of_the_target_do_not_matter():
    source = walking()
    found = []
    for turn in (np.eye(3), np.roll(np.eye(3), 1, axis=0)):
        target = mannequin(MIXAMO, turn)
        assert bpy.ops.spacetime.fit_bodies() == {"FINISHED"}
        select(target, source)
        assert bpy.ops.spacetime.retarget() == {"FINISHED"}
        assert bpy.ops.spacetime.accept() == {"FINISHED"}
        hand = next(bone.name for bone in target.data.bones if bone.name.endswith("LeftHand"))
        found.append(heads(target, hand) - target.location)
    assert np.abs(found[0] - found[1]).max() < 0.03


@pytest.mark.once
def test_a_control_rig_gets_the_walk_on_its_controls():
    source = walking()
    target = generated("basic_human")
    assert bpy.ops.spacetime.fit_bodies() == {"FINISHED"}
    select(target, source)
    assert bpy.ops.spacetime.retarget() == {"FINISHED"}
    target.spacetime.stands_at_goals = False
    names = {body.name for body in read_character(target).bodies}
    ghost = target.spacetime.ghost
    foot = next(name for name in names if "foot" in name and name.endswith(".L"))
    wanted = heads(ghost, foot)
    assert bpy.ops.spacetime.accept() == {"FINISHED"}
    away = heads(target, foot) - wanted  # the ghost stands beside the character
    assert np.linalg.norm(away - away[0], axis=1).max() < 0.001
    assert not target.spacetime.taken_over


def test_an_armature_without_limbs_is_refused_in_one_sentence():
    target = fitted_human()
    stick = bpy.data.objects.new("Stick", bpy.data.armatures.new("Stick"))
    bpy.context.scene.collection.objects.link(stick)
    select(target, stick)
    with pytest.raises(RuntimeError, match="'Stick' has no keys to follow"):
        bpy.ops.spacetime.retarget()
    stick.select_set(False)
    assert not bpy.ops.spacetime.retarget.poll()


def test_many_files_get_many_motions_without_a_window(tmp_path, capfd):
    walking()
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "walk.blend"))
    for name in ("anna", "bert"):
        bpy.ops.wm.read_homefile(use_empty=True)
        fitted_human().name = name
        bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / f"{name}.blend"))
    files = [str(tmp_path / f"{name}.blend") for name in ("anna", "bert")]
    before = [Path(file).read_bytes() for file in files]
    out = tmp_path / "out"
    line = ["retarget", "--from", str(tmp_path / "walk.blend"), "--to", *files, "--out", str(out)]
    assert command_line.main(line) == 0, capfd.readouterr().out
    assert "Standing feet slide" in capfd.readouterr().out
    assert [Path(file).read_bytes() for file in files] == before
    bpy.ops.wm.open_mainfile(filepath=str(out / "bert.blend"))
    rig = bpy.data.objects["bert"]
    assert traveled(heads(rig, "spine")) > 0.5
    assert [each.name for each in bpy.data.objects if each.type == "ARMATURE"] == ["bert"]
    assert command_line.main([*line[:4], files[0], "--out", str(tmp_path)]) == 2
