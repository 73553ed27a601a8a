"""Two solved motions joined into one, with the real solver."""

from dataclasses import replace
from types import SimpleNamespace

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon import command_line
from bl_ext.user_default.spacetime_animator.addon.library.panels.library import SPACETIME_PT_graph
from bl_ext.user_default.spacetime_animator.addon.result.clip_on_action import clip_of
from bl_ext.user_default.spacetime_animator.addon.runtime import event_loop
from bl_ext.user_default.spacetime_animator.addon.runtime.conversation import Finished
from bl_ext.user_default.spacetime_animator.addon.solve import session
from bl_ext.user_default.spacetime_animator.solver.messages import EXIT_NO_SOLUTION

from tests.addon.read_back import heads
from tests.addon.rigs import begin_with, fitted_human
from tests.support.event_turns import turn_until
from tests.support.ipopt import needs_ipopt
from tests.support.panels import laid_out, refusal, words
from tests.support.seconds import expect_mostly_free
from tests.support.takes import take

__all__ = ["take"]  # fixtures
pytestmark = needs_ipopt


@pytest.fixture
def two_walks():
    """Give a human with a slow and a fast walk among its takes; neither is on a ghost."""
    yield begin_with("two_walks", walk_twice)
    session.stop()


def walk_twice():
    fitted_human()
    bpy.context.scene.render.fps = 20
    motion = bpy.context.object.spacetime.motion
    motion.is_mirrored = True
    for motion.motion_name, motion.speed in (("Slow", 1.1), ("Fast", 1.5)):
        assert bpy.ops.spacetime.solve(blocking=True) == {"FINISHED"}


def actions_of(rig):
    return [take.action for take in rig.spacetime.takes]


def choose(rig):
    slow, fast = actions_of(rig)
    choose_motions(rig, slow, fast)
    return slow, fast


def choose_motions(rig, *chosen):
    """As the artist does it in the list."""
    bpy.ops.spacetime.list_motions()
    for action in chosen:
        rig.spacetime.library.entries[action.name].is_chosen = True


def keys_of(action):
    curves = action.layers[0].strips[0].channelbags[0].fcurves
    return [[tuple(key.co) for key in curve.keyframe_points] for curve in curves]


@pytest.mark.once
def test_two_takes_become_one_while_blender_stays_free(two_walks):
    slow, fast = choose(two_walks)
    before = [keys_of(slow), keys_of(fast)]
    assert bpy.ops.spacetime.join() == {"FINISHED"}
    expect_mostly_free(turn_until(lambda: not event_loop.is_busy() and session.current() is None))
    run = bpy.context.window_manager.spacetime
    assert (run.text, run.error) == ("Solved.", "")
    joined = two_walks.spacetime.pending
    assert actions_of(two_walks) == [slow, fast, joined]
    assert joined.name == "Slow to Fast"
    assert [keys_of(slow), keys_of(fast)] == before
    clip = clip_of(joined)
    assert clip.provenance.solved
    assert clip.job.cycle is None
    assert clip.report.linear_residual < 1e-5
    assert clip.report.slide < 1e-3
    assert clip.n_frames > clip_of(slow).n_frames + clip_of(fast).n_frames


@pytest.mark.once
def test_it_begins_as_the_first_and_ends_as_the_second_does(two_walks):
    slow, fast = choose(two_walks)
    assert bpy.ops.spacetime.join(blocking=True) == {"FINISHED"}
    joined, n_slow, n_fast = two_walks.spacetime.pending, clip_of(slow).n_frames, clip_of(fast).n_frames
    shown = {}
    for action in (slow, fast, joined):
        two_walks.animation_data_create().action = action
        two_walks.animation_data.action_slot = action.slots[0]
        last = round(action.frame_range[1])
        shown[action.name] = heads(two_walks, range(1, last + 1))[0]
    assert shown["Slow to Fast"][:n_slow] == pytest.approx(shown["Slow"][:n_slow], abs=1e-4)
    ends = shown["Slow to Fast"][-n_fast:]
    spans = [np.linalg.norm(each[:, 1:] - each[:, :1], axis=-1) for each in (ends, shown["Fast"][:n_fast])]
    assert spans[0] == pytest.approx(spans[1], abs=1e-4)  # the same poses, elsewhere
    steps = np.linalg.norm(np.diff(shown["Slow to Fast"], axis=0), axis=-1).max(1)
    assert steps.max() < 1.2 * np.linalg.norm(np.diff(shown["Fast"], axis=0), axis=-1).max()  # no leap


@pytest.mark.once
def test_it_is_one_undo_step(two_walks):
    choose(two_walks)
    bpy.ops.ed.undo_push(message="before")
    name = two_walks.name
    assert bpy.ops.spacetime.join(blocking=True) == {"FINISHED"}
    assert "Slow to Fast" in bpy.data.actions
    bpy.ops.ed.undo()
    assert "Slow to Fast" not in bpy.data.actions
    assert [action.name for action in actions_of(bpy.data.objects[name])] == ["Slow", "Fast"]


def strips_of(rig, *placed):
    """Put actions at frames, each on the next track up, and select them."""
    found = []
    for action, frame in placed:
        found.append(rig.animation_data_create().nla_tracks.new().strips.new(action.name, frame, action))
        found[-1].select = True
    return found


def test_the_gap_between_two_selected_strips_is_filled_and_nothing_comes_later(two_walks):
    slow, fast = actions_of(two_walks)
    first, second = strips_of(two_walks, (fast, 11), (slow, 70))
    first.repeat, second.select = 2, False
    assert "select their NLA strips" in refusal("join")
    second.select = True
    gap = round(second.frame_start - first.frame_end) - 1
    assert gap > 5
    panel = laid_out(lambda layout: SPACETIME_PT_graph.draw(SimpleNamespace(layout=layout), bpy.context))
    assert "Selected strips: Fast, then Slow" in words(panel)
    assert f"{gap} frames in between are filled" in words(panel)
    assert bpy.ops.spacetime.join(blocking=True) == {"FINISHED"}
    joined = two_walks.spacetime.pending
    assert joined.name == "Fast to Slow"
    assert tuple(joined.frame_range) == (11, second.frame_end)
    clip = clip_of(joined)
    assert clip.provenance.solved
    assert clip.report.linear_residual < 1e-5
    laps = 2 * clip_of(fast).n_frames
    assert clip.n_frames == laps + 1 + gap + clip_of(slow).n_frames + 1
    turn, shown = clip.motion.turn[-1, 0], clip_of(slow).motion.turn
    assert clip.motion.turn[-1] == pytest.approx(turn @ shown[0, 0].T @ shown[0], abs=1e-5)


@pytest.mark.once
def test_strips_that_touch_are_joined_where_the_motions_are_most_alike(two_walks):
    slow, fast = actions_of(two_walks)
    first, second = strips_of(two_walks, (fast, 11), (slow, 90))
    second.frame_start = first.frame_end
    assert bpy.ops.spacetime.join(blocking=True) == {"FINISHED"}
    assert two_walks.spacetime.pending.name == "Fast to Slow"
    assert two_walks.spacetime.pending.frame_range[0] == 11


def test_a_strip_at_another_pace_is_refused(two_walks):
    slow, fast = actions_of(two_walks)
    first, _ = strips_of(two_walks, (fast, 11), (slow, 90))
    first.scale = 1.5
    with pytest.raises(RuntimeError, match="strip of 'Fast' plays backward or at another speed"):
        bpy.ops.spacetime.join(blocking=True)


def test_what_cannot_be_joined_is_told(human, take, monkeypatch):
    """The solver's answer is made up: trying all places takes it long."""
    chosen = take("Swing"), take("Sway")
    choose_motions(human, *chosen)
    clip = clip_of(chosen[0])
    clip = replace(clip, provenance=replace(clip.provenance, solved=False, infeasible=True))
    answer = SimpleNamespace(finished=Finished(EXIT_NO_SOLUTION, clip), pump=list)
    monkeypatch.setattr(session, "start_solving", lambda *_, **__: answer)
    with pytest.raises(
        RuntimeError, match="There is no physical transition where these motions are most similar"
    ):
        bpy.ops.spacetime.join(blocking=True)
    session.stop()


@pytest.mark.once
def test_a_motion_of_another_frame_rate_is_resampled(two_walks):
    slow, _fast = actions_of(two_walks)
    bpy.context.scene.render.fps = 16
    two_walks.spacetime.motion.motion_name = "Other"
    bpy.ops.spacetime.solve(blocking=True)
    choose_motions(two_walks, slow, two_walks.spacetime.pending)
    assert bpy.ops.spacetime.join(blocking=True) == {"FINISHED"}
    clip = clip_of(two_walks.spacetime.pending)
    assert clip.motion.fps == pytest.approx(20)
    assert clip.provenance.solved
    assert clip.report.linear_residual < 1e-5


@pytest.mark.once
def test_the_command_saves_the_joined_motion_on_the_character(two_walks, tmp_path, capfd):
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "two.blend"))
    assert command_line.main(["join", "Slow", "Fats"]) == 2
    assert "no solved action 'Fats'; there are 'Fast', 'Slow'" in capfd.readouterr().out
    assert command_line.main(["join", "Slow", "Fast", "--out", str(tmp_path / "joined.blend")]) == 0
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "joined.blend"))
    assert bpy.data.objects["metarig"].animation_data.action.name == "Slow to Fast"
