"""One solver stays beside Blender and does all solves."""

import os
import signal
import sys
import time
from pathlib import Path

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon import preferences
from bl_ext.user_default.spacetime_animator.addon.result import clip_on_action
from bl_ext.user_default.spacetime_animator.addon.runtime import event_loop
from bl_ext.user_default.spacetime_animator.addon.runtime.process import stop_all
from bl_ext.user_default.spacetime_animator.addon.runtime.resident import ResidentSolver, serve_command
from bl_ext.user_default.spacetime_animator.addon.solve import session, silence, solver_process
from bl_ext.user_default.spacetime_animator.solver.commands.request import EchoRequest
from bl_ext.user_default.spacetime_animator.solver.job.job import Job
from bl_ext.user_default.spacetime_animator.solver.messages import EXIT_CANCELLED, EXIT_FAILED

from tests.addon.processes import PATIENCE, SPEAKER, is_alive, wait_until_dead
from tests.support.ipopt import needs_ipopt

pytestmark = [
    pytest.mark.once,
    needs_ipopt,
]


@pytest.fixture
def walker(human):
    bpy.context.scene.render.fps = 12
    bpy.context.object.spacetime.motion.is_mirrored = True
    yield human
    session.stop()


@pytest.fixture
def resident(tmp_path):
    """Start a solver that stays, outside of any solve."""

    def start():
        environment = preferences.environment()
        return ResidentSolver(serve_command("", idle=PATIENCE, memory=0), tmp_path, environment)

    yield start
    stop_all()


@pytest.fixture
def chosen():
    """Give the preferences, and have them as they were afterwards."""
    own = bpy.context.preferences.addons[preferences.ROOT_PACKAGE].preferences
    before = own.stays, own.idle_time, own.memory
    yield own
    own.stays, own.idle_time, own.memory = before


def finished(task):
    deadline = time.monotonic() + PATIENCE
    while task.finished is None:
        assert time.monotonic() < deadline
        task.pump()
        time.sleep(0.005)
    return task.finished


def solved():
    """Press Solve; give what the panel says in the end, and the process that solved."""
    bpy.ops.spacetime.solve()
    solve = session.current()
    pid = solve.process.pid
    session.wait(solve)
    return solve.outcome, pid


def test_one_process_solves_again_and_again(walker):
    outcomes = [solved() for _ in range(3)]
    assert {outcome for outcome, _ in outcomes} == {"Solved."}
    assert len({pid for _, pid in outcomes}) == 1
    assert is_alive(outcomes[0][1])


def test_a_take_keeps_the_clip_as_the_solver_wrote_it(walker):
    bpy.ops.spacetime.solve()
    solve = session.current()
    session.wait(solve)
    assert solve.history
    assert solve.preview.shown < 0  # Blender draws nothing while a script waits
    action = bpy.context.object.spacetime.pending
    assert action[clip_on_action.CLIP] == solve.clip_file.read_bytes()
    assert clip_on_action.clip_of(action) is solve.clip  # it is known and need not be unpacked
    clip_on_action.known.clear()
    np.testing.assert_array_equal(clip_on_action.clip_of(action).q, solve.clip.q)


def test_another_file_ends_it_only_at_work(walker):
    _, pid = solved()
    bpy.ops.wm.save_as_mainfile(filepath=str(Path(bpy.app.tempdir, "walker.blend")))
    bpy.ops.wm.open_mainfile(filepath=bpy.data.filepath)
    assert solved() == ("Solved.", pid)
    bpy.context.scene.render.fps = 60
    bpy.ops.spacetime.solve()
    while not session.current().history:
        session.pump()
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    assert not is_alive(pid)


def test_another_file_ends_what_has_not_been_ordered_yet(walker, monkeypatch):
    """An order whose job is still being saved belongs to the file that is left, too."""
    _, pid = solved()
    monkeypatch.setattr(Job, "save", lambda *_: time.sleep(0.5))
    bpy.ops.spacetime.solve()
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    wait_until_dead(pid)


def test_a_killed_one_is_told_and_the_next_press_works(walker):
    bpy.ops.spacetime.solve()
    solve = session.current()
    while not solve.history:
        session.pump()
    os.kill(solve.process.pid, signal.SIGKILL)
    session.wait(solve)
    assert solve.outcome.startswith("The solver was killed by the system (signal 9)")
    assert solved()[0] == "Solved."


def test_a_silent_one_is_told_and_the_next_press_works(walker, monkeypatch):
    assert solved()[0] == "Solved."
    monkeypatch.setattr(preferences, "silence_timeout", lambda: 1.0)
    bpy.ops.spacetime.solve()
    solve = session.current()
    os.kill(solve.process.pid, signal.SIGSTOP)
    session.wait(solve)
    assert "did not respond for 1 seconds and was stopped" in solve.outcome
    monkeypatch.undo()
    assert solved()[0] == "Solved."


def test_one_that_is_stopped_for_a_while_is_told_and_goes_on(walker, monkeypatch):
    monkeypatch.setattr(silence, "QUIET", 0.2)
    bpy.ops.spacetime.solve()
    solve = session.current()
    os.kill(solve.process.pid, signal.SIGSTOP)
    deadline = time.monotonic() + PATIENCE
    while "has not responded for" not in bpy.context.window_manager.spacetime.text:
        assert time.monotonic() < deadline
        event_loop.turn()
    os.kill(solve.process.pid, signal.SIGCONT)
    session.wait(solve)
    assert solve.outcome == "Solved."
    assert bpy.context.window_manager.spacetime.text == "Solved."


def test_cancel_keeps_the_process(walker):
    walker.spacetime.motion.length = 4.0
    bpy.context.scene.render.fps = 60
    bpy.ops.spacetime.solve()
    solve = session.current()
    while not solve.history:
        session.pump()
    pid = solve.process.pid
    session.cancel(0)
    session.wait(solve)
    assert solve.exit_code == EXIT_CANCELLED
    assert is_alive(pid)
    walker.spacetime.motion.length = 1.0
    bpy.context.scene.render.fps = 12
    assert solved() == ("Solved.", pid)


def test_too_little_memory_is_told_and_the_next_press_works(walker, chosen):
    chosen.memory = 1024
    walker.spacetime.motion.is_mirrored = False
    bpy.context.scene.render.fps = 2400
    assert "needs more memory than the solver's limit of 1024 MB" in solved()[0]
    bpy.context.scene.render.fps = 12
    assert solved()[0] == "Solved."


def test_where_none_shall_stay_each_solve_has_its_own(walker, chosen):
    chosen.stays = False
    (first, one), (second, another) = solved(), solved()
    assert (first, second) == ("Solved.", "Solved.")
    assert one != another
    wait_until_dead(one)


def test_other_preferences_start_another(walker, chosen):
    _, pid = solved()
    chosen.memory = 4096
    assert solved()[1] != pid
    wait_until_dead(pid)


def test_it_starts_with_blender_if_asked_to(chosen):
    stop_all()
    session.warm_up()
    assert not event_loop.is_busy()
    assert not solver_process._residents or solver_process._residents[0].is_over
    chosen.starts_early = True
    session.warm_up()
    while event_loop.is_busy():
        event_loop.turn()
    assert is_alive(solver_process._residents[0].pid)
    chosen.starts_early = False


def test_an_order_at_the_moment_of_its_end_is_done_by_its_successor(tmp_path):
    """The first takes the order and ends as one that has been idle too long."""
    first, script = tmp_path / "first", tmp_path / "ends_once.py"
    script.write_text(
        f"import os, pathlib, sys\nfirst = pathlib.Path({str(first)!r})\nif not first.exists():\n"
        "    first.touch()\n    sys.stdin.readline()\n    sys.exit(0)\n"
        f"os.execv(sys.executable, {serve_command('', idle=PATIENCE, memory=0)!r})\n"
    )
    environment = preferences.environment()
    solver = ResidentSolver([sys.executable, "-s", str(script)], tmp_path, environment)
    task = solver.order(EchoRequest("there"), tmp_path, files={})
    assert finished(task).exit_code == 0
    assert first.exists()
    solver.kill()


def test_orders_in_line_end_with_a_solver_that_dies(resident, tmp_path):
    solver = resident()
    tasks = [solver.order(EchoRequest("there"), tmp_path, files={}) for _ in range(3)]
    os.kill(solver.pid, signal.SIGKILL)
    assert {finished(task).exit_code for task in tasks} <= {0, EXIT_FAILED}
    late = solver.order(EchoRequest("there"), tmp_path, files={})
    assert finished(late).exit_code == EXIT_FAILED
    assert late.finished.error


def test_no_such_python_is_told(tmp_path):
    solver = ResidentSolver(["/no/such/python"], tmp_path, {})
    task = solver.order(EchoRequest("there"), tmp_path, files={})
    assert "'/no/such/python' cannot be started" in finished(task).error


def test_a_program_that_ends_without_a_word_is_no_solver_and_not_started_for_ever(tmp_path):
    starts, script = tmp_path / "starts", tmp_path / "mute.py"
    script.write_text(f"open({str(starts)!r}, 'a').write('one more\\n')\n")
    solver = ResidentSolver([sys.executable, "-s", str(script)], tmp_path, {})
    task = solver.order(EchoRequest("there"), tmp_path, files={})
    assert finished(task).error == "The solver stopped without a result (exit code 0)."
    assert solver.is_over
    assert len(starts.read_text().splitlines()) <= 3


@pytest.mark.parametrize("odd", ["binary", "long", "ragged"])
def test_what_no_solver_says_ends_it_and_its_orders_in_one_sentence(tmp_path, odd):
    solver = ResidentSolver([sys.executable, "-s", str(SPEAKER), "raw", odd], tmp_path, {})
    pid = solver.pid
    task = solver.order(EchoRequest("there"), tmp_path, files={})
    assert finished(task).error.startswith("The solver sent an unexpected message: expected a message")
    assert "\n" not in task.finished.error
    wait_until_dead(pid)
    assert solver.is_over
