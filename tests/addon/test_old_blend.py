"""A .blend file of the first release opens: its characters, settings and takes are what they were."""

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.character.read_character import read_character
from bl_ext.user_default.spacetime_animator.addon.motion.read_scene import read_job
from bl_ext.user_default.spacetime_animator.addon.result.clip_on_action import clip_of
from bl_ext.user_default.spacetime_animator.solver.fitting.presets.hopper import hopper

from scripts.environment import ROOT
from tests.support.characters import activate


@pytest.fixture
def rig():
    bpy.ops.wm.open_mainfile(filepath=str(ROOT / "tests" / "data" / "first_release" / "hop.blend"))
    found = bpy.data.objects["Hopper"]
    activate(found)
    return found


def test_the_character_and_its_settings_are_there(rig):
    character = read_character(rig)
    assert {body.name for body in character.bodies} == {body.name for body in hopper().bodies}
    assert character.mass == pytest.approx(hopper().mass)
    job = read_job(rig, bpy.context.scene)
    assert job.name == "Old Hop"
    assert job.options.max_iterations == 777
    assert {timing.contact for timing in job.contact_timings} == {"heel", "toe"}


def test_its_take_opens_and_is_solved_again(rig):
    action = rig.animation_data.action
    assert action.name == "Old Hop"
    clip = clip_of(action)
    assert clip.provenance.solved
    assert bpy.ops.spacetime.solve(blocking=True) == {"FINISHED"}
    again = clip_of(rig.spacetime.pending)
    assert again.provenance.solved
    assert (
        np.abs(again.motion.position - clip.motion.position).max() < 0.1
    )  # the ground has become passive since


def test_goals_of_the_other_character_are_kept(rig):
    goals = bpy.data.objects["Throwing Arm"].spacetime.motion.goals
    assert [goal.name for goal in goals] == ["Be Still", "Fast Hand"]
    job = read_job(bpy.data.objects["Throwing Arm"], bpy.context.scene)
    assert len(job.constraints) + len(job.objectives) > len(goals)
