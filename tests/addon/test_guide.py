"""Working on an interval of a solved motion, with the real solver."""

from dataclasses import replace
from types import SimpleNamespace

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.blender.take_names import continued_name
from bl_ext.user_default.spacetime_animator.addon.result.clip_on_action import clip_of
from bl_ext.user_default.spacetime_animator.addon.result.panels.result import draw_physics, draw_result
from bl_ext.user_default.spacetime_animator.addon.solve import session
from bl_ext.user_default.spacetime_animator.addon.solve.guidance import dofs_of
from bl_ext.user_default.spacetime_animator.addon.solve.operators.guide import interval
from bl_ext.user_default.spacetime_animator.addon.solve.panels.guide import SPACETIME_PT_guide

from tests.addon.rigs import begin_with, fitted_human
from tests.support.ipopt import needs_ipopt
from tests.support.panels import laid_out, shown_properties, words

pytestmark = needs_ipopt


@pytest.fixture
def walked():
    """Give a human with a solved walk on its ghost."""
    yield begin_with("walked_human_16", walk)
    session.stop()


def walk():
    fitted_human()
    bpy.context.scene.render.fps = 16
    bpy.context.object.spacetime.motion.is_mirrored = True
    assert bpy.ops.spacetime.solve(blocking=True) == {"FINISHED"}


def poses(action):
    return clip_of(action).motion.position


@pytest.mark.once
def test_shaken_preview_range_alone_changes(walked):
    scene = bpy.context.scene
    first = walked.spacetime.pending
    scene.use_preview_range, scene.frame_preview_start, scene.frame_preview_end = True, 5, 12
    first.name = "Stroll.002"
    walked.spacetime.guidance.size = 0.05
    assert bpy.ops.spacetime.guide(how="SHAKE", blocking=True) == {"FINISHED"}
    second = walked.spacetime.pending
    assert second.name == "Stroll"  # as the artist calls it
    assert continued_name("Walk 12", "Walk") == continued_name("Walk.001", "Walk") == "Walk"
    assert continued_name("Shot 5", "Walk") == continued_name("Shot 5", "Shot 5") == "Shot 5"
    assert [take.action for take in walked.spacetime.takes] == [first, second]
    moved = np.abs(poses(second) - poses(first)).max((1, 2))
    assert moved[4:12].max() > 1e-3
    assert moved[:4].max() < 1e-9
    assert moved[12:].max() < 1e-9
    assert clip_of(second).provenance.solved
    assert clip_of(second).report.linear_residual < 1e-4


@pytest.mark.once
def test_panels_weights_are_taken_over_and_it_goes_on_mirrored(walked):
    first = clip_of(walked.spacetime.pending)
    bpy.context.object.spacetime.motion.effort = 6.0
    assert bpy.ops.spacetime.guide(how="REWEIGH", blocking=True) == {"FINISHED"}
    second = clip_of(walked.spacetime.pending)
    assert {o.kind: o.weight for o in second.job.objectives}["effort"] == pytest.approx(6.0)
    assert second.job.cycle.mirrored
    assert second.provenance.terms["effort"] / 6 < first.provenance.terms["effort"]


@pytest.mark.once
def test_selected_bones_alone_may_be_asked_for(walked):
    walked.spacetime.guidance.only_selected = True
    with pytest.raises(RuntimeError, match="Only Selected Bones is enabled, but no bone is selected"):
        bpy.ops.spacetime.guide(how="SMOOTH", blocking=True)
    character = clip_of(walked.spacetime.pending).job.character
    arm = dofs_of(character, {"upper_arm.L", "forearm.L"})
    assert arm
    assert all(name.startswith(("upper_arm.L.", "forearm.L.")) for name in arm)
    assert len(dofs_of(character, {"spine"})) == 6  # the root shifts and turns


def test_preview_range_is_told_in_frames_of_the_clip(walked):
    scene, action = bpy.context.scene, walked.spacetime.pending
    clip = clip_of(action)
    assert interval(scene, clip, action) is None
    scene.use_preview_range, scene.frame_preview_start, scene.frame_preview_end = True, 3, 9
    assert interval(scene, clip, action) == (2, 8)
    scene.frame_preview_start, scene.frame_preview_end = 1, clip.n_frames
    assert interval(scene, clip, action) is None


def test_the_panel_has_all_that_the_buttons_go_by(walked):
    items = laid_out(lambda layout: SPACETIME_PT_guide.draw(SimpleNamespace(layout=layout), bpy.context))
    items += laid_out(lambda layout: draw_result(layout, walked, bpy.context.scene))
    settings = {p.identifier for p in walked.spacetime.guidance.bl_rna.properties} - {"rna_type", "name"}
    assert settings == {"only_selected", "passes", "size", "seed"}
    assert settings <= shown_properties(items)
    assert "J generated" not in words(items)  # before it is asked for
    bpy.context.scene.spacetime.shows_details = True
    items = laid_out(lambda layout: draw_result(layout, walked, bpy.context.scene))
    assert "J generated" in words(items)  # of a motion; a closest attempt has no energy to show
    assert "which is not physical" not in words(items)


def test_a_stopped_motion_has_no_energy_yet(walked):
    """The ground of a motion that was stopped early seems to push, which says nothing about the motion."""
    clip, shared = clip_of(walked.spacetime.pending), bpy.context.scene.spacetime
    pushed = replace(clip.report, energy=replace(clip.report.energy, ground_gives=200.0))
    stopped = replace(clip, report=pushed, provenance=replace(clip.provenance, solved=False))
    told = words(laid_out(lambda layout: draw_physics(layout, stopped, shared)))
    assert "Not physical yet. Press Continue" in told
    assert "200 J" not in told
    refuted = words(laid_out(lambda layout: draw_physics(layout, replace(clip, report=pushed), shared)))
    assert "adds 200 J" in refuted


def test_without_a_solved_motion_the_button_says_so(human):
    with pytest.raises(RuntimeError, match="No solved motion is shown; press Solve"):
        bpy.ops.spacetime.guide()


def test_window_of_selected_bones_is_solved(walked):
    """A preview range and selected bones: both arms are more at ease for half a second, all else stays as it was."""
    scene = bpy.context.scene
    bpy.context.view_layer.objects.active = walked
    bpy.ops.object.mode_set(mode="POSE")
    arms = {f"{name}.{side}" for name in ("upper_arm", "forearm", "hand") for side in "LR"}
    for bone in walked.pose.bones:
        owner = bone if hasattr(bone, "select") else bone.bone  # the bone's before Blender 5
        owner.select = bone.name in arms
    first = walked.spacetime.pending
    scene.use_preview_range, scene.frame_preview_start, scene.frame_preview_end = True, 5, 12
    bpy.context.object.spacetime.motion.ease = 20.0
    walked.spacetime.guidance.only_selected = True
    assert bpy.ops.spacetime.guide(how="REWEIGH", blocking=True) == {"FINISHED"}
    bpy.ops.object.mode_set(mode="OBJECT")
    before, after = clip_of(first), clip_of(walked.spacetime.pending)
    assert walked.spacetime.pending != first
    assert after.provenance.solved
    assert after.report.linear_residual < 1e-4
    carried = [body.name in arms for body in after.job.character.bodies]
    moved = np.abs(after.motion.position - before.motion.position).max(2)
    assert moved[4:12, carried].max() > 1e-3
    assert moved[:, np.logical_not(carried)].max() < 1e-9
    assert np.delete(moved, slice(4, 12), axis=0).max() < 1e-9
