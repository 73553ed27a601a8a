"""A motion begins where the scene does, its preview range, or a frame of its own; everything agrees on it."""

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.files.exporters import EXPORTERS
from bl_ext.user_default.spacetime_animator.addon.motion.examples import add_example
from bl_ext.user_default.spacetime_animator.addon.motion.first_frame import first_frame_of
from bl_ext.user_default.spacetime_animator.addon.motion.read_scene import read_job
from bl_ext.user_default.spacetime_animator.addon.overlays.shown import shown_stripe
from bl_ext.user_default.spacetime_animator.addon.runtime.event_loop import at_once
from bl_ext.user_default.spacetime_animator.addon.strips.read_strips import read_strips
from bl_ext.user_default.spacetime_animator.solver.errors import InputError

from tests.addon.read_back import compare, heads, newest, read_file
from tests.support.written import write_motion


def begin_at(frame):
    scene = bpy.context.scene
    scene.frame_start, scene.frame_end = max(frame, 0), max(frame, 0) + 60
    scene.frame_set(frame + 5)
    return scene


@pytest.mark.parametrize("start", [1001, -40])
def test_goals_lanes_and_solved_motion_begin_together(start):
    scene = begin_at(start)
    lamp = at_once(add_example(scene, "HOPPER"))
    lamp.spacetime.motion.start = start
    lamp.spacetime.motion.use_start = start < 0  # Blender's own range begins at 0
    bpy.context.view_layer.objects.active = lamp
    bpy.ops.spacetime.add_goal(kind="OVER")
    goal = lamp.spacetime.motion.goals[0]
    goal.when, goal.height = "FRAME", 0.1
    assert goal.first == start + 5
    when = next(each.when for each in read_job(lamp, scene).constraints if each.kind == "expression")
    assert (when.first, when.last) == (5, 5)
    assert read_strips(lamp, scene).first == start
    assert bpy.ops.spacetime.solve(blocking=True) == {"FINISHED"}
    action = lamp.spacetime.pending
    steps = round(lamp.spacetime.motion.length * scene.render.fps)
    assert tuple(action.frame_range) == (start, start + steps)
    assert shown_stripe(lamp).first == start
    goal.first = goal.last = 1
    with pytest.raises(InputError, match=f"expected frames from {start} to {start + steps - 1}, found 1"):
        read_job(lamp, scene)


def test_settings_that_come_back_begin_where_their_take_does():
    scene = begin_at(1001)
    lamp = at_once(add_example(scene, "HOPPER"))
    bpy.context.view_layer.objects.active = lamp
    bpy.ops.spacetime.solve(blocking=True)
    bpy.ops.spacetime.restore_settings()
    assert not lamp.spacetime.motion.use_start
    begin_at(1)
    bpy.ops.spacetime.restore_settings()
    assert first_frame_of(lamp, scene) == 1001


def test_preview_range_counts_and_a_frame_of_its_own_counts_more(human):
    scene = begin_at(1001)
    assert first_frame_of(human, scene) == 1001
    scene.use_preview_range, scene.frame_preview_start, scene.frame_preview_end = True, 1040, 1080
    assert first_frame_of(human, scene) == 1040
    human.spacetime.motion.use_start, human.spacetime.motion.start = True, -7
    assert first_frame_of(human, scene) == -7
    bpy.ops.spacetime.use_preset(preset="THROW")
    assert read_job(human, scene).name == "Throw"  # whose goal at a frame is inside


@pytest.mark.parametrize(("kind", "read"), [("BVH", "bvh"), ("FBX", "fbx"), ("GLTF", "gltf"), ("USD", "usd")])
def test_files_of_a_motion_far_from_frame_1_show_it(human, make_clip, tmp_path, kind, read):
    clip = make_clip(read_job(human, begin_at(1001)))
    action = write_motion(clip, human, first_frame=1001)
    export, suffix = EXPORTERS[kind]
    frames = np.arange(clip.n_frames + 1)
    expected, names = heads(human, 1001 + frames)
    before, actions_before = set(bpy.data.objects), set(bpy.data.actions)
    export(human, action, tmp_path / f"late{suffix}")
    read_file(tmp_path / f"late{suffix}", read)
    (take,) = set(bpy.data.actions) - actions_before
    names = [name.replace(".", "_") for name in names] if read == "usd" else names
    compare(expected, names, newest(before), take.frame_range[0] + frames)
