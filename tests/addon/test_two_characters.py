"""Each character has its own motion and goals; the ground belongs to the scene."""

import bpy
import pytest
from bl_ext.user_default.spacetime_animator.addon.character.fit_rig import fitting
from bl_ext.user_default.spacetime_animator.addon.files import earlier_versions
from bl_ext.user_default.spacetime_animator.addon.motion.examples import add_example
from bl_ext.user_default.spacetime_animator.addon.motion.read_scene import read_job
from bl_ext.user_default.spacetime_animator.addon.result.ghost import RIVAL, ensure_ghost
from bl_ext.user_default.spacetime_animator.addon.runtime.event_loop import at_once
from bl_ext.user_default.spacetime_animator.addon.solve import session

from tests.addon.rigs import metarig
from tests.support.characters import activate, stored


@pytest.fixture
def wolf(human):
    """A wolf beside the human, fitted and active."""
    rig = metarig("wolf")
    assert bpy.ops.spacetime.fit_bodies() == {"FINISHED"}
    return rig


def test_a_wolf_leaves_the_human_walking_as_before(human):
    before, ground = read_job(human, bpy.context.scene), bpy.context.scene.spacetime.ground_height
    wolf = metarig("wolf")
    wolf.location.z = 0.1
    bpy.context.view_layer.update()
    at_once(fitting(wolf, bpy.context.scene))
    after = read_job(human, bpy.context.scene)
    assert (after.cycle, after.timing, after.ground_height) == (before.cycle, before.timing, ground)
    assert wolf.spacetime.motion.speed != pytest.approx(human.spacetime.motion.speed)


@pytest.mark.once
def test_goals_and_presets_are_of_the_active_character(human, wolf):
    activate(human)
    bpy.ops.spacetime.add_goal(kind="STEADY")
    bpy.ops.spacetime.use_preset(preset="RUN")
    assert not wolf.spacetime.motion.goals
    assert wolf.spacetime.motion.motion_name == "Walk"
    assert read_job(human, bpy.context.scene).name == "Run"
    assert read_job(wolf, bpy.context.scene).cycle is not None
    activate(wolf)
    with pytest.raises(RuntimeError, match="no goal to remove"):
        bpy.ops.spacetime.remove_goal(index=0)


@pytest.mark.once
def test_two_characters_in_line_keep_their_own_motions():
    lamp, arm = (at_once(add_example(bpy.context.scene, name)) for name in ("HOPPER", "ARM"))
    for rig in (lamp, arm):
        activate(rig)
        bpy.ops.spacetime.solve()
    lamp.spacetime.motion.speed = 9.0  # the panel goes on while they wait
    session.wait(session.waiting()[0])
    assert lamp.spacetime.pending.name == "Hop"
    assert arm.spacetime.pending.name == "Throw"
    activate(lamp)
    bpy.ops.spacetime.restore_settings()
    assert lamp.spacetime.motion.speed == pytest.approx(0.4)
    assert arm.spacetime.motion.speed == 0


@pytest.mark.once
def test_ghosts_of_two_characters_are_told_apart_by_their_tint(human, wolf):
    rigs = (human, wolf)
    ghosts = [ensure_ghost(rig) for rig in rigs]
    rivals = [ensure_ghost(rig, RIVAL) for rig in rigs]
    assert tuple(ghosts[0].color) != tuple(ghosts[1].color)
    for ghost, rival in zip(ghosts, rivals, strict=True):
        assert tuple(rival.color) == tuple(ghost.color), "one character has one tint"
    palettes = [{bone.color.palette for bone in ghost.pose.bones} for ghost in ghosts]
    assert [len(each) for each in palettes] == [1, 1]
    assert palettes[0] != palettes[1]


def test_a_copy_of_a_character_has_a_motion_of_its_own(human):
    human.spacetime.motion.speed = 0.9
    copy = human.copy()
    bpy.context.collection.objects.link(copy)
    copy.spacetime.motion.speed = 2.0
    assert human.spacetime.motion.speed == pytest.approx(0.9)


def test_a_file_of_an_earlier_version_asks_each_character_for_the_motion_of_its_scene(human, wolf, tmp_path):
    scene, target = bpy.context.scene, bpy.data.objects.new("Apple", None)
    scene.collection.objects.link(target)
    names = human.name, wolf.name
    del stored(wolf)["motion"]
    scene.spacetime.ground_height, scene.frame_start = 0.25, 1001
    former = stored(scene)  # as version 0.1 kept it
    former["speed"], former["motion_name"], former["timing"] = 0.7, "Stroll", 1
    former["sketch"] = {"closeness": 3.0}
    former["goals"] = [{"name": "Apple", "bone": "hand.R", "kind": 0}, {"name": "Rest", "kind": 11}]
    former["goals"][0]["target"] = target
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "former.blend"))
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "former.blend"))
    human, wolf = (bpy.data.objects[name].spacetime.motion for name in names)
    for motion in (human, wolf):
        assert (motion.motion_name, motion.timing, motion.sketch.closeness) == ("Stroll", "POLISHED", 3.0)
        assert motion.speed == pytest.approx(0.7)
        assert (motion.use_start, motion.start) == (True, 1)  # where all motions began
    assert [(goal.name, goal.kind) for goal in human.goals] == [("Apple", "GO_THERE"), ("Rest", "REST")]
    assert [goal.name for goal in wolf.goals] == ["Rest"]  # it has no such hand
    assert human.goals[0].target == bpy.data.objects["Apple"]
    scene = bpy.context.scene
    assert scene.spacetime.ground_height == pytest.approx(0.25)
    assert set(stored(scene).keys()) == {"ground_height"}
    human.speed = 2.0
    earlier_versions.carry_over()
    assert human.speed == pytest.approx(2.0)
