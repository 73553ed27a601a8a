"""Solve and Cancel in Blender, with a stand-in for the solver's program."""

import sys
import time
from pathlib import Path

import addon_utils
import bpy
import pytest
from bl_ext.user_default.spacetime_animator.addon import preferences
from bl_ext.user_default.spacetime_animator.addon.blender import actions
from bl_ext.user_default.spacetime_animator.addon.blender.write_motion import previous_action
from bl_ext.user_default.spacetime_animator.addon.motion.read_scene import read_job
from bl_ext.user_default.spacetime_animator.addon.runtime import event_loop
from bl_ext.user_default.spacetime_animator.addon.solve import (
    session,
    solver_process,
    solving,
    written_motion,
)
from bl_ext.user_default.spacetime_animator.addon.solve.operators.solve import SPACETIME_OT_solve

from tests.addon.processes import PATIENCE, SPEAKER, is_alive
from tests.support.seconds import expect_within, seconds_of

TRIES = 3


@pytest.fixture
def speak(monkeypatch, tmp_path, human, make_clip):
    """Make the solver's program a stand-in with a behaviour, and a clip to hand over."""
    clip = make_clip(read_job(human, bpy.context.scene))
    clip.save(tmp_path / "solved.npz")

    def speak(behaviour, *arguments):
        arguments = arguments or (str(tmp_path / "solved.npz"),)
        command = [sys.executable, "-s", str(SPEAKER), behaviour, *arguments]
        monkeypatch.setattr(solver_process, "solver_command", lambda python: command)

    monkeypatch.setattr(preferences, "stays", lambda: False)
    yield speak
    session.stop()


def tick_to_the_end():
    """Pump as the timer does; give the longest time that Blender was held up."""
    longest, deadline = 0.0, time.monotonic() + PATIENCE
    while session.current() is not None:
        assert time.monotonic() < deadline
        longest = max(longest, seconds_of(event_loop.turn))
        time.sleep(0.005)
    return longest


def test_waiting_solve_writes_a_new_action(speak, human):
    own = actions.new_action("Mine", human.name)
    actions.assign(human, own)
    speak("solve")
    assert bpy.ops.spacetime.solve(blocking=True, accept=True) == {"FINISHED"}
    action = human.animation_data.action
    assert action.name == "Walk"
    assert previous_action(action) == own
    run = bpy.context.window_manager.spacetime
    assert (run.is_running, run.text, run.error, run.iteration) == (False, "Solved.", "", 4)


@pytest.mark.once
def test_a_fault_ends_its_own_solve_and_not_those_in_line(speak, human, monkeypatch):
    speak("solve")
    monkeypatch.setattr(solving, "plan_motion", lambda *_, **__: 1 / 0)
    for name in ("First", "Second"):
        human.spacetime.motion.motion_name = name
        bpy.ops.spacetime.solve()
    bpy.app.timers.unregister(event_loop.turn)
    failing = session.current()
    with pytest.raises(ZeroDivisionError):
        tick_to_the_end()
    monkeypatch.undo()
    assert failing.is_over
    assert failing.outcome.startswith("Internal error, see the system console: ZeroDivisionError")
    assert session.current() not in (None, failing)
    assert bpy.app.timers.is_registered(event_loop.turn)
    speak("solve")
    tick_to_the_end()
    assert bpy.context.window_manager.spacetime.text == "Solved."


def test_a_fault_before_the_end_ends_the_solver_and_is_told(speak, human, monkeypatch):
    speak("wait")
    bpy.ops.spacetime.solve()
    bpy.app.timers.unregister(event_loop.turn)
    failing = session.current()
    monkeypatch.setattr(type(failing.preview), "pump", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        tick_to_the_end()
    assert failing.process.finished is not None
    assert session.current() is None
    run = bpy.context.window_manager.spacetime
    assert (run.is_running, run.text) == (False, "")
    assert run.error.startswith("Internal error, see the system console: ZeroDivisionError")


class Pressed:
    """Solve as its button presses it, which a Blender without windows does not."""

    _choose = SPACETIME_OT_solve._choose

    def __init__(self):
        self.told = []

    def report(self, _kind, sentence):
        self.told.append(sentence)

    def execute(self, _context):
        return bpy.ops.spacetime.solve(blocking=True)


def test_solve_begins_with_a_walk_where_nothing_is_chosen(speak, human):
    speak("solve")
    button, motion = Pressed(), human.spacetime.motion
    assert SPACETIME_OT_solve.invoke(button, bpy.context, None) == {"FINISHED"}
    assert button.told == [
        "No motion was chosen, so a walk was set up; choose another under Start from Preset"
    ]
    assert motion.is_mirrored
    assert motion.speed == pytest.approx(1.38, abs=0.01)
    motion.is_mirrored = False
    assert SPACETIME_OT_solve.invoke(button, bpy.context, None) == {"FINISHED"}
    assert not motion.is_mirrored, "the artist has chosen"
    assert len(button.told) == 1


def test_one_undo_step_takes_the_motion_back(speak, human):
    speak("solve")
    bpy.ops.ed.undo_push(message="before")
    bpy.ops.spacetime.solve(blocking=True, accept=True)
    assert "Walk" in bpy.data.actions
    bpy.ops.ed.undo()
    assert "Walk" not in bpy.data.actions
    assert (
        bpy.data.objects["metarig"].animation_data is None
        or not bpy.data.objects["metarig"].animation_data.action
    )
    assert bpy.data.objects["metarig"].data.bones["shin.L"].spacetime.is_body
    bpy.ops.ed.redo()
    assert bpy.data.objects["metarig"].animation_data.action.name == "Walk"


def test_views_are_drawn_anew_for_what_is_new_only(speak, monkeypatch):
    drawn = []
    monkeypatch.setattr(session.event_loop, "redraw", lambda: drawn.append("view"))
    monkeypatch.setattr(session.event_loop, "redraw_panels", lambda: drawn.append("panel"))
    speak("wait")
    bpy.ops.spacetime.solve()
    while not bpy.context.window_manager.spacetime.iteration:
        event_loop.turn()
        time.sleep(0.01)
    assert set(drawn) == {"panel"}  # a word is no reason to draw a heavy scene
    drawn.clear()
    event_loop.turn()
    assert drawn == []
    bpy.ops.spacetime.cancel()
    tick_to_the_end()
    assert drawn[-1] == "view"


def test_what_was_undone_is_not_told_any_more(speak):
    speak("solve")
    bpy.ops.ed.undo_push(message="before")
    bpy.ops.spacetime.solve(blocking=True)
    run = bpy.context.window_manager.spacetime
    assert run.text == "Solved."
    bpy.ops.ed.undo()
    assert run.text == ""


@pytest.mark.once
def test_blender_is_never_held_up(speak):
    speak("solve")
    blocks = []
    for _ in range(TRIES):  # others use this machine too
        start = seconds_of(bpy.ops.spacetime.solve)
        assert session.current() is not None
        blocks.append(max(start, tick_to_the_end()))
    expect_within(min(blocks))
    assert bpy.context.object.spacetime.pending.name == f"Walk {TRIES}"


def tick_to_the_first_step():
    """Drive Blender's timer until the solver has taken a step."""
    while not bpy.context.window_manager.spacetime.iteration:
        event_loop.turn()
        time.sleep(0.01)


def test_cancel_keeps_the_best_motion(speak, human):
    speak("wait")
    bpy.ops.spacetime.solve()
    tick_to_the_first_step()
    assert bpy.ops.spacetime.cancel() == {"FINISHED"}
    tick_to_the_end()
    assert human.spacetime.pending.name == "Walk"
    assert "best motion so far" in bpy.context.window_manager.spacetime.text


@pytest.mark.once
@pytest.mark.parametrize(
    ("behaviour", "sentence"),
    [
        ("die", "MemoryError: no more room"),
        ("killed", "killed by the system"),
        ("refuse", "The knee of 'shin.L'"),
    ],
)
def test_bad_end_reaches_the_panel(speak, human, behaviour, sentence):
    speak(behaviour)
    with pytest.raises(RuntimeError, match=sentence):
        bpy.ops.spacetime.solve(blocking=True, accept=True)
    run = bpy.context.window_manager.spacetime
    assert sentence in run.error
    assert not run.is_running
    assert human.animation_data is None or human.animation_data.action is None


def test_deleted_armature_is_told(speak, human):
    speak("wait")
    bpy.ops.spacetime.solve()
    tick_to_the_first_step()
    bpy.data.objects.remove(human)
    bpy.ops.spacetime.cancel()
    tick_to_the_end()
    error = bpy.context.window_manager.spacetime.error
    assert error.startswith(
        "The armature 'metarig' was deleted, so the motion could not be written. The motion was saved in"
    )


def test_motion_follows_the_object_that_was_moved_meanwhile(speak, human):
    speak("wait")
    bpy.ops.spacetime.solve()
    human.location.x += 2
    bpy.ops.spacetime.cancel()
    tick_to_the_end()
    bpy.ops.spacetime.accept()
    bpy.context.scene.frame_set(1)
    hips = human.matrix_world @ human.pose.bones["spine"].head
    assert hips.x == pytest.approx(2.0, abs=0.2)


def test_undo_while_the_motion_is_being_written(speak, human, monkeypatch):
    bpy.ops.ed.undo_push(message="before")
    human.location.x = 1
    bpy.ops.ed.undo_push(message="moved")
    speak("solve")
    monkeypatch.setattr(event_loop, "BUDGET", 0.0)  # one channel at a time
    bpy.ops.spacetime.solve()
    while "Walk" not in bpy.data.actions:
        event_loop.turn()
        time.sleep(0.005)
    bpy.ops.ed.undo()
    tick_to_the_end()
    action = bpy.data.objects["metarig"].spacetime.pending
    assert action.name == "Walk"
    assert (
        len(actions.curves_of(action)) == (14 + 2) * 4 + 3
    )  # turns of bodies and toes, and the place of the root


def test_no_process_outlives_the_file_or_the_add_on(speak, extension):
    for leave in (
        lambda: bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True),
        lambda: addon_utils.disable(extension.__name__),
    ):
        bpy.ops.object.armature_basic_human_metarig_add()
        bpy.ops.spacetime.fit_bodies()
        speak("wait")
        bpy.ops.spacetime.solve()
        event_loop.turn()
        pid = session.current().process.pid
        assert is_alive(pid)
        leave()
        assert not is_alive(pid)
        assert session.current() is None
        run = getattr(bpy.context.window_manager, "spacetime", None)
        assert run is None or not run.is_running
    addon_utils.enable(extension.__name__)


def test_fault_while_writing_does_not_block_the_next_solve(speak, human, monkeypatch):
    speak("solve")

    def fail(*_):
        raise KeyError("a bone that went away")

    with monkeypatch.context() as harm:
        harm.setattr(written_motion, "write_channels", fail)
        bpy.ops.spacetime.solve()
        with pytest.raises(KeyError):
            tick_to_the_end()
    assert session.current() is None
    assert "a bone that went away" in bpy.context.window_manager.spacetime.error
    assert bpy.ops.spacetime.solve(blocking=True, accept=True) == {"FINISHED"}


def test_solves_wait_in_line_and_one_can_be_taken_off(speak, human):
    speak("solve")
    names = ("First", "Second", "Third")
    for name in names:
        bpy.context.object.spacetime.motion.motion_name = name
        bpy.ops.spacetime.solve()
    assert [solve.job.name for solve in session.waiting()] == ["Second", "Third"]
    bpy.ops.spacetime.cancel(index=1)
    with pytest.raises(RuntimeError, match="There is no motion at position 5; the queue has 1"):
        bpy.ops.spacetime.cancel(index=5)
    tick_to_the_end()
    assert [take.action.name for take in human.spacetime.takes] == [
        "Walk",
        "Walk 2",
    ]  # the stand-in's own name
    assert not bpy.context.window_manager.spacetime.is_running


def test_a_second_press_while_nothing_changed_does_nothing(speak, human):
    speak("wait")
    for _ in range(2):
        assert bpy.ops.spacetime.solve() == {"FINISHED"}
    running = session.current()
    assert session.waiting() == ()
    human.spacetime.motion.speed += 0.1
    bpy.ops.spacetime.solve()
    assert len(session.waiting()) == 1
    bpy.ops.spacetime.cancel(index=1)
    tick_to_the_first_step()
    bpy.ops.spacetime.cancel()  # once is enough
    assert running.status_text == "Stopping"
    human.spacetime.motion.speed -= 0.1
    bpy.ops.spacetime.solve()  # what is being stopped can be solved again
    assert len(session.waiting()) == 1


@pytest.mark.parametrize(
    ("python", "sentence"),
    [
        ("/no/such/python", "cannot be started: No such file"),
        ("/bin/false", "The solver stopped without a result"),
    ],
)
def test_chosen_python_that_cannot_solve_is_told(python, sentence):
    bpy.context.preferences.addons[preferences.ROOT_PACKAGE].preferences.solver_python = python
    try:
        with pytest.raises(RuntimeError, match=sentence):
            bpy.ops.spacetime.check_solver(blocking=True)
        assert sentence in bpy.context.window_manager.spacetime.solver_check
    finally:
        bpy.context.preferences.addons[preferences.ROOT_PACKAGE].preferences.solver_python = ""


def test_jobs_are_kept_in_the_users_folder(speak, human):
    speak("solve")
    bpy.ops.spacetime.solve(blocking=True, accept=True)
    folder = Path(bpy.utils.extension_path_user(preferences.ROOT_PACKAGE, path="jobs"))
    newest = max(folder.iterdir(), key=lambda path: path.stat().st_mtime)
    assert {path.name for path in newest.iterdir()} >= {"job.json", "clip.npz", "solver.log"}
