"""The ghost follows what the artist edits, with the real solver in its own process."""

import os
import signal
from functools import partial

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.blender.actions import curves_of
from bl_ext.user_default.spacetime_animator.addon.motion.read_scene import read_job
from bl_ext.user_default.spacetime_animator.addon.result.clip_on_action import clip_of
from bl_ext.user_default.spacetime_animator.addon.result.ghost import ghost_of
from bl_ext.user_default.spacetime_animator.addon.runtime import event_loop
from bl_ext.user_default.spacetime_animator.addon.solve import (
    comparison,
    session,
    solver_process,
)
from bl_ext.user_default.spacetime_animator.addon.solve import live as live_module
from bl_ext.user_default.spacetime_animator.addon.solve.comparison import words
from bl_ext.user_default.spacetime_animator.addon.solve.live import live
from bl_ext.user_default.spacetime_animator.addon.solve.live_preview import PREVIEW
from bl_ext.user_default.spacetime_animator.solver.animate import animate
from bl_ext.user_default.spacetime_animator.solver.messages import Compared
from bl_ext.user_default.spacetime_animator.solver.optimise.live import STRATEGY

from tests.addon.processes import wait_until_dead
from tests.addon.rigs import begin_with, walked_human
from tests.support.event_turns import turn_until
from tests.support.ipopt import needs_ipopt
from tests.support.live_turns import end, last_clip, run, settle, start
from tests.support.seconds import expect_mostly_free

FRAME = 8  # at which the hand is asked for
NEAR = 0.02  # m; the goal's tolerance

pytestmark = needs_ipopt


@pytest.fixture
def walker():
    """Give a human with the ghost of a walk, 12 frames a second."""
    human = begin_with("walked_human", walked_human)
    bpy.ops.ed.undo_push(message="the file as it was")
    yield human
    end()


@pytest.fixture
def target(walker):
    """Give an empty that the left forearm is to reach, near where it passes by itself."""
    (take,) = walker.spacetime.takes
    clip = clip_of(take.action)
    empty = bpy.data.objects.new("There", None)
    bpy.context.collection.objects.link(empty)
    names = [body.name for body in clip.job.character.bodies]
    empty.location = clip.motion.position[FRAME - 1, names.index("forearm.L")]
    goal = walker.spacetime.motion.goals.add()
    goal.name, goal.kind, goal.bone, goal.target = "Reach", "GO_THERE", "forearm.L", empty
    goal.tolerance, goal.when, goal.first = NEAR, "FRAME", FRAME
    bpy.context.view_layer.update()
    return empty


def previews():
    return [action.name for action in bpy.data.actions if action.get(PREVIEW)]


def is_shown_after(number):
    return live._preview is not None and live._preview.shown > number


def is_told(text):
    return text in run().live_text


def reached(clip, empty):
    names = [body.name for body in clip.job.character.bodies]
    place = clip.motion.position[FRAME - 1, names.index("forearm.L")]
    return np.abs(place - np.array(empty.location)).max() < NEAR + 1e-4


@pytest.mark.once
def test_a_dragged_target_is_followed_and_ends_as_one_take(walker, target):
    start()
    assert run().is_live
    n_takes, turns, shown = len(walker.spacetime.takes), [], []
    for _ in range(6):
        target.location.z += 0.01
        bpy.context.view_layer.update()
        turns += turn_until(partial(is_shown_after, shown[-1] if shown else -1))
        shown.append(live._preview.shown)
        assert not run().live_failed, run().live_text
    turns += settle()
    expect_mostly_free(turns)
    assert shown == sorted(set(shown))
    clip = last_clip(walker)
    assert clip.provenance.solved
    assert clip.provenance.strategy == STRATEGY
    assert reached(clip, target)
    assert clip.report.linear_residual < 1e-6
    assert len(walker.spacetime.takes) == n_takes, "each pause replaces the take of the one before"
    assert not previews()


@pytest.mark.once
def test_a_moving_target_is_followed_when_one_of_its_keys_moves(walker, target):
    """It hangs from what is keyed. What the artist has moved without a key stays there."""
    goal, carrier = walker.spacetime.motion.goals[0], bpy.data.objects.new("Carrier", None)
    bpy.context.collection.objects.link(carrier)
    target.parent = carrier
    for frame, height in ((FRAME - 1, 0.0), (FRAME + 1, 0.02)):
        carrier.location.z = height
        carrier.keyframe_insert("location", frame=frame)
    goal.kind, goal.when, goal.first, goal.last = "FOLLOW", "FRAMES", FRAME - 1, FRAME + 1
    start()
    assert not run().live_failed, run().live_text
    n_scenes, frame = len(bpy.data.scenes), bpy.context.scene.frame_current
    before, asked = last_clip(walker), slice(FRAME - 2, FRAME + 1)
    curve = next(each for each in curves_of(carrier.animation_data.action) if each.array_index == 2)
    for key in curve.keyframe_points:
        key.co.y += 0.03
    curve.update()
    bpy.context.view_layer.update()
    turn_until(lambda: live.is_busy)
    settle()
    after, hand = last_clip(walker), before.job.character.body_index("forearm.L")
    risen = after.motion.position[asked, hand, 2] - before.motion.position[asked, hand, 2]
    assert after.provenance.strategy == STRATEGY
    assert np.all(risen > 0.005)
    carrier.location.x = 5.0
    bpy.context.view_layer.update()
    kept = walker.spacetime.pending
    settle()
    assert carrier.location.x == 5.0
    assert last_clip(walker).job == after.job
    assert walker.spacetime.pending == kept, "to read the path is no edit"
    assert (len(bpy.data.scenes), bpy.context.scene.frame_current) == (n_scenes, frame)


@pytest.mark.once
def test_many_edits_end_at_the_motion_of_a_cold_solve(walker, target):
    start()
    rng, home = np.random.default_rng(3), np.array(target.location)
    shown = -1
    for k in range(20):
        target.location = home + rng.uniform(-0.06, 0.06, 3)
        if k % 4 == 1:
            walker.spacetime.motion.effort = rng.uniform(0.8, 1.3)
        if k % 4 == 3:
            bpy.context.scene.gravity[2] = -9.81 * rng.uniform(0.95, 1.05)
        bpy.context.view_layer.update()
        turn_until(partial(is_shown_after, shown))
        shown = live._preview.shown
        assert not run().live_failed, run().live_text
    settle()
    followed, cold = last_clip(walker), animate(read_job(walker, bpy.context.scene))
    assert followed.job == cold.job
    assert followed.provenance.objective == pytest.approx(cold.provenance.objective, rel=1e-4)
    assert np.abs(followed.q - cold.q).max() < 1e-2
    turn_until(lambda: live.is_compared)
    assert "Solve" not in run().live_text


@pytest.mark.once
def test_another_optimum_than_that_of_a_solve_is_told_until_the_next_edit(walker):
    """What the solver finds is made up; that it compares, and says so, is the solver's own test."""
    walker.spacetime.motion.speed += 0.02
    start()
    turn_until(lambda: live.is_compared)
    for saved, told in (
        (-0.02, "costs 2% less than the one Solve finds"),
        (0.123, "a different motion that costs 12% less"),
    ):
        live._comparison.words = words(Compared(saved))
        turn_until(partial(is_told, told))
        assert not run().live_failed
    walker.spacetime.motion.speed += 0.02
    live.touch()
    turn_until(lambda: not is_told(told))
    settle()
    assert last_clip(walker).provenance.solved


def test_the_same_optimum_is_not_told():
    assert words(Compared(5e-5)) == ""


@pytest.mark.once
def test_a_solve_that_takes_too_long_to_compare_is_told(walker, monkeypatch):
    monkeypatch.setattr(comparison, "TIME_LIMIT", 1e-3)
    start()
    walker.spacetime.motion.speed += 0.02
    turn_until(lambda: live.is_busy)
    settle()
    turn_until(lambda: live.is_compared)
    turn_until(lambda: "no motion to compare with in 0.001 s" in run().live_text)
    assert not run().live_failed


def test_one_undo_step_takes_the_take_back_and_makes_no_other(walker, target):
    start()
    first = walker.spacetime.pending.name
    bpy.ops.ed.undo_push(message="before the drag")
    target.location.x += 0.03
    bpy.context.view_layer.update()
    settle()
    second = walker.spacetime.pending.name
    assert first not in bpy.data.actions
    bpy.ops.ed.undo()
    walker = bpy.context.scene.objects["metarig"]
    assert walker.spacetime.pending.name == first
    settle()
    assert walker.spacetime.pending.name == first, "what undo has changed is no edit"
    bpy.ops.ed.redo()
    assert bpy.data.objects["metarig"].spacetime.pending.name == second


@pytest.mark.parametrize(
    "edit",
    [
        lambda rig: setattr(rig.spacetime.motion, "speed", 1.45),
        pytest.param(lambda rig: setattr(rig.spacetime.motion, "turn", 0.2), marks=pytest.mark.once),
        pytest.param(lambda rig: setattr(rig.spacetime.motion, "length", 1.25), marks=pytest.mark.once),
        pytest.param(lambda rig: setattr(rig.spacetime.motion, "effort", 2.0), marks=pytest.mark.once),
        pytest.param(
            lambda rig: setattr(rig.data.spacetime.contacts[0].phases[0], "duration", 0.68),
            marks=pytest.mark.once,
        ),
        pytest.param(
            lambda rig: setattr(rig.data.bones["thigh.L"].spacetime, "mass", 9.0), marks=pytest.mark.once
        ),
        pytest.param(
            lambda rig: rig.data.bones["thigh.L"].spacetime.diameters.__setitem__(0, 0.2),
            marks=pytest.mark.once,
        ),
        pytest.param(lambda rig: bpy.context.scene.gravity.__setitem__(2, -9.0), marks=pytest.mark.once),
    ],
    ids=["speed", "turn", "length", "effort", "contact", "mass", "size", "gravity"],
)
def test_whatever_is_edited_is_followed(walker, edit):
    """Blender tells nobody of most of these: they are found by looking."""
    start()
    before = walker.spacetime.pending.name
    edit(walker)
    turn_until(lambda: live.is_busy)
    turn_until(lambda: not live.is_busy and session.current() is None)
    assert walker.spacetime.pending.name != before or before not in bpy.data.actions
    assert last_clip(walker).provenance.solved


@pytest.mark.once
def test_where_no_motion_follows_the_last_one_stays_and_the_panel_says_why(walker, target):
    walker.spacetime.motion.max_iterations = 60
    start()
    kept = walker.spacetime.pending
    target.location.z += 3.0
    bpy.context.view_layer.update()
    settle()
    assert run().live_failed
    assert "No motion follows the edit" in run().live_text
    assert "forearm.L" in run().live_text
    assert walker.spacetime.pending == kept
    target.location.z -= 3.0
    bpy.context.view_layer.update()
    settle()
    assert (run().is_live, run().live_failed) == (True, False)


@pytest.mark.once
def test_a_killed_solver_is_told_and_the_next_edit_works(walker):
    start()
    os.kill(solver_process._residents[0].pid, signal.SIGKILL)
    wait_until_dead(solver_process._residents[0].pid)
    walker.spacetime.motion.speed = 1.35
    settle()
    walker.spacetime.motion.speed = 1.4
    settle()
    assert not run().live_failed, run().live_text
    assert last_clip(walker).job.cycle.translation != (0.0, 0.0, 0.0)


@pytest.mark.once
def test_a_solve_goes_first_and_live_goes_on_after_it(walker):
    start()
    walker.spacetime.motion.speed = 1.35
    turn_until(lambda: live.is_busy)
    bpy.ops.spacetime.solve(blocking=True)
    walker.spacetime.motion.speed = 1.4
    turn_until(lambda: live.is_busy)
    settle()
    assert last_clip(walker).job.cycle.translation == pytest.approx(
        tuple(1.4 / 1.35 * way for way in clip_of(walker.spacetime.takes[-2].action).job.cycle.translation),
        abs=1e-3,
    )


@pytest.mark.once
def test_renamed_it_goes_on_and_deleted_it_ends(walker):
    start()
    walker.name = "Somebody Else"
    walker.spacetime.motion.speed = 1.4
    turn_until(lambda: live.is_busy)
    settle()
    assert run().is_live
    bpy.data.objects.remove(walker)
    turn_until(lambda: not live.is_on)
    assert not run().is_live
    assert not previews()


def test_another_file_ends_it(walker):
    start()
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    assert not live.is_on
    assert not run().is_live


@pytest.mark.once
def test_frames_may_change_and_files_be_saved_meanwhile(walker, tmp_path):
    start()
    walker.spacetime.motion.speed = 1.4
    turn_until(partial(is_shown_after, -1))
    bpy.context.scene.frame_set(7)
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "saved.blend"), copy=True)
    assert not previews()
    settle()
    assert last_clip(walker).provenance.solved


@pytest.mark.once
def test_it_ends_as_it_began(walker):
    start()
    ghost = ghost_of(walker)
    assert bpy.ops.spacetime.live() == {"FINISHED"}
    assert not run().is_live
    assert not event_loop.is_busy(live)
    assert ghost_of(walker) == ghost, "its last take waits to be accepted"


def follow_simulated(motion):
    motion.goals.add().kind = "FOLLOW"
    bpy.ops.rigidbody.world_add()


def test_what_it_cannot_follow_is_refused(walker):
    follow_simulated(walker.spacetime.motion)
    with pytest.raises(RuntimeError, match="disable the goals of type Follow Target"):
        bpy.ops.spacetime.live()
    assert not live.is_on


@pytest.mark.once
def test_what_it_cannot_follow_any_more_is_told(walker, monkeypatch):
    monkeypatch.setattr(live_module, "PAUSE", 0.0)
    start()
    follow_simulated(walker.spacetime.motion)
    settle()
    assert run().live_failed
    assert "beside rigid bodies" in run().live_text
    walker.spacetime.motion.goals.clear()
    settle()
    assert not run().live_failed
