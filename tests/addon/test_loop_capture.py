"""A loop of a captured animation as a physical cycle, with the real solver."""

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon import command_line
from bl_ext.user_default.spacetime_animator.addon.blender import actions
from bl_ext.user_default.spacetime_animator.addon.result.clip_on_action import clip_of
from bl_ext.user_default.spacetime_animator.addon.runtime import event_loop
from bl_ext.user_default.spacetime_animator.addon.solve import session

from tests.addon.rigs import from_bvh
from tests.support.event_turns import turn_freely_until
from tests.support.ipopt import needs_ipopt
from tests.support.panels import refusal

pytestmark = needs_ipopt


@pytest.fixture
def strides(human):
    """Give a human that plays two and a half strides of a solved walk, and nobody says that they repeat."""
    bpy.context.scene.render.fps = 20
    motion = bpy.context.object.spacetime.motion
    motion.is_mirrored = True
    assert bpy.ops.spacetime.solve(blocking=True, accept=True) == {"FINISHED"}
    own = human.animation_data.action
    n = clip_of(own).n_frames
    scene = bpy.context.scene
    scene.use_preview_range, scene.frame_preview_start, scene.frame_preview_end = True, 1, 5 * n // 2
    yield human
    session.stop()


@pytest.mark.once
def test_the_stride_of_a_walk_is_found_again_while_blender_stays_free(strides):
    own = strides.animation_data.action
    walk, keys = clip_of(own), len(actions.curves_of(own))
    assert bpy.ops.spacetime.loop_capture() == {"FINISHED"}
    turn_freely_until(lambda: not event_loop.is_busy() and session.current() is None)
    found = strides.spacetime.pending
    clip = clip_of(found)
    assert found.name == "Walk loop"
    assert found.use_cyclic
    assert clip.provenance.solved
    assert clip.report.linear_residual < 1e-5
    assert clip.n_frames == walk.n_frames
    assert np.linalg.norm(clip.job.cycle.translation) == pytest.approx(
        np.linalg.norm(walk.job.cycle.translation), rel=0.01
    )
    assert strides.animation_data.action == own
    assert len(actions.curves_of(own)) == keys


def test_it_says_when_there_is_nothing_to_loop(human):
    assert "There is no animation to follow" in refusal("loop_capture")
    human.pose.bones["thigh.L"].keyframe_insert("location", frame=1)
    human.pose.bones["thigh.L"].keyframe_insert("location", frame=6)
    with pytest.raises(RuntimeError, match=r"No loop was found .*; expected a longer motion"):
        bpy.ops.spacetime.loop_capture(blocking=True)
    session.stop()


@pytest.mark.once
def test_a_capture_is_looped_by_the_command(tmp_path, capfd):
    rig = from_bvh("walk")
    assert bpy.ops.spacetime.fit_bodies() == {"FINISHED"}
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "captured.blend"))
    code = command_line.main(["loop", "--out", str(tmp_path / "looped.blend")])
    assert code == 0, capfd.readouterr().out
    name = rig.name
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "looped.blend"))
    clip = clip_of(bpy.data.objects[name].animation_data.action)
    assert clip.provenance.solved
    assert clip.job.cycle is not None
    assert clip.report.linear_residual < 1e-5
