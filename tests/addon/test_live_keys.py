"""The ghost follows the keys of a sketch."""

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.blender.actions import curves_of
from bl_ext.user_default.spacetime_animator.addon.result.panels.result import draw_result
from bl_ext.user_default.spacetime_animator.addon.solve import live_keys
from bl_ext.user_default.spacetime_animator.addon.solve.live import live
from bl_ext.user_default.spacetime_animator.solver.optimise.live import STRATEGY

from tests.support.event_turns import turn_until
from tests.support.ipopt import needs_ipopt
from tests.support.live_turns import end, last_clip, run, settle, start
from tests.support.panels import laid_out, words
from tests.support.seconds import expect_mostly_free

pytestmark = needs_ipopt


@pytest.fixture
def keyed(squatting):
    """Give a human whose keyed squat has been made physical, with an arm that is keyed, and one posed, by hand."""
    for name in ("upper_arm.L", "upper_arm.R"):
        squatting.pose.bones[name].rotation_mode = "XYZ"
    squatting.pose.bones["upper_arm.L"].keyframe_insert("rotation_euler", frame=22)
    bpy.ops.spacetime.make_physical(blocking=True)
    yield squatting
    end()


@pytest.mark.once
def test_a_key_of_the_sketch_is_followed(keyed):
    start()
    assert not run().live_failed, run().live_text
    bpy.context.scene.frame_set(15)
    keyed.pose.bones[
        "upper_arm.R"
    ].rotation_euler.z = 0.3  # without a key, which another frame would take away
    before = last_clip(keyed)
    for curve in curves_of(keyed.animation_data.action):
        if "upper_arm.L" in curve.data_path and curve.array_index == 0:
            curve.keyframe_points[0].co.y -= 0.5
            curve.update()
    bpy.context.view_layer.update()
    expect_mostly_free(turn_until(lambda: live.is_busy) + settle())
    after, names = last_clip(keyed), [body.name for body in before.job.character.bodies]
    moved = np.abs(after.motion.position - before.motion.position).max((0, 2))
    assert after.provenance.solved
    assert after.provenance.strategy == STRATEGY
    missing = [clip.provenance.drawn.force for clip in (before, after)]
    assert missing[1] > 1.1 * missing[0], "an arm is keyed to leap"
    told = f"Force missing in keys: {100 * missing[1]:.0f}% of weight"
    assert told in words(laid_out(lambda layout: draw_result(layout, keyed, bpy.context.scene)))
    assert moved[names.index("forearm.L")] > 0.1
    assert moved[names.index("shin.R")] < 0.02
    assert bpy.context.scene.frame_current == 15
    assert keyed.pose.bones["upper_arm.R"].rotation_euler.z == pytest.approx(0.3)
    assert keyed.spacetime.pending.frame_start == 10  # where the keys begin


def test_keys_that_are_gone_are_told(keyed):
    start()
    keyed.animation_data.action = None
    settle()
    assert run().live_failed
    assert "has no keys to follow" in run().live_text


@pytest.mark.once
def test_undo_while_keys_are_being_read(keyed, monkeypatch):
    monkeypatch.setattr(live_keys, "BUDGET", 1e-4)  # a frame a turn
    start()
    bpy.ops.ed.undo_push(message="before the key is moved")
    name, before = keyed.name, last_clip(keyed).q
    (curve, *_) = (each for each in curves_of(keyed.animation_data.action) if "upper_arm.L" in each.data_path)
    curve.keyframe_points[0].co.y -= 0.5
    bpy.context.view_layer.update()
    live.touch()
    turn_until(lambda: live._keys.is_reading)
    bpy.ops.ed.undo()
    settle()
    assert not run().live_failed, run().live_text
    np.testing.assert_allclose(last_clip(bpy.data.objects[name]).q, before)
