"""An animation that is too long is refused at once, with the number of frames that fit."""

import time

import bpy
import pytest
from bl_ext.user_default.spacetime_animator.addon.character.read_character import read_character
from bl_ext.user_default.spacetime_animator.addon.motion.capture_length import require_followable


def keyed(human, last):
    for frame in (1, last):
        human.pose.bones["thigh.L"].keyframe_insert("location", frame=frame)


def at_once(name):
    began = time.monotonic()
    with pytest.raises(RuntimeError) as refused:
        getattr(bpy.ops.spacetime, name)(blocking=True)
    assert time.monotonic() - began < 5  # reading these frames takes minutes
    return str(refused.value)


def test_a_loop_is_not_searched_in_half_an_hour(human):
    bpy.context.scene.render.fps = 24
    keyed(human, 43_200)
    assert "The animation has 43200 frames, and at most 5000 fit; set a shorter preview range" in at_once(
        "loop_capture"
    )
    bpy.context.scene.render.fps = 120  # every fourth frame is compared
    assert "and at most 19996 fit" in at_once("loop_capture")


def test_a_long_capture_is_followed_unless_a_goal_is_about_all_of_it(human):
    scene = bpy.context.scene
    scene.render.fps = 30
    keyed(human, 31_000)
    require_followable(human, scene, read_character(human))
    goal = human.spacetime.motion.goals.add()
    goal.name, goal.kind, goal.formula, goal.of, goal.upper = "Low", "LIMIT", "com.z", "mean", 1.0
    reason = at_once("make_physical")
    assert "The animation has 31000 frames, and at most" in reason
    assert "is about the whole motion; set a shorter preview range" in reason
    fit = int(reason.split("at most ")[1].split()[0])
    scene.use_preview_range, scene.frame_preview_start, scene.frame_preview_end = True, 1, fit
    require_followable(human, scene, read_character(human))
    scene.frame_preview_end = fit + 1
    with pytest.raises(ValueError, match=f"has {fit + 1} frames, and at most {fit} fit"):
        require_followable(human, scene, read_character(human))


def test_more_frames_than_an_action_may_have_are_refused(human):
    keyed(human, 200_000)
    assert "at most 100000 fit" in at_once("make_physical")
