"""The pipe to the solver's process, with a stand-in program at the other end."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from bl_ext.user_default.spacetime_animator.addon.runtime import conversation
from bl_ext.user_default.spacetime_animator.addon.runtime.process import SolverProcess, stop_all

from tests.addon.processes import PATIENCE, SPEAKER, is_alive, wait_until_dead
from tests.addon.speaker import ODD
from tests.support.seconds import expect_free, seconds_of

pytestmark = pytest.mark.once


@pytest.fixture
def start(tmp_path):
    def start(*arguments, **options):
        return SolverProcess([sys.executable, "-s", str(SPEAKER), *arguments], tmp_path, **options)

    yield start
    stop_all()


def finish(solver):
    """Pump to the end; give all messages and how long each pump took."""
    messages, pumps, deadline = [], [], time.monotonic() + PATIENCE
    while solver.finished is None:
        assert time.monotonic() < deadline, "the process never ended"
        pumps.append(seconds_of(lambda: messages.extend(solver.pump())))
        time.sleep(0.01)
    return messages, pumps


@pytest.mark.parametrize("odd", ODD)
def test_what_no_solver_says_ends_it_in_one_sentence(start, odd):
    solver = start("raw", odd)
    messages, pumps = finish(solver)
    assert len(messages) <= 1
    assert solver.finished.exit_code == 1
    told = "names a file outside its folder" if odd == "outside" else "sent an unexpected message"
    assert solver.finished.error.startswith(f"The solver {told}")
    assert "\n" not in solver.finished.error
    assert len(solver.finished.error) < 250
    wait_until_dead(solver.pid)
    expect_free(pumps)


def test_a_flood_is_taken_in_parts_and_the_end_is_heard(start):
    solver = start("flood", "1000")
    time.sleep(1.0)  # nobody listens
    messages, pumps = finish(solver)
    assert solver.finished.exit_code == 0
    assert len(messages) <= 1001
    expect_free(pumps)


def test_messages_come_in_order_and_the_clip_at_the_end(start, tmp_path, human, make_clip):
    import bpy
    from bl_ext.user_default.spacetime_animator.addon.motion.read_scene import read_job

    clip = make_clip(read_job(human, bpy.context.scene))
    clip.save(tmp_path / "solved.npz")
    solver = start("solve", str(tmp_path / "solved.npz"))
    messages, pumps = finish(solver)
    assert [m.kind for m in messages] == ["status"] + ["progress"] * 5
    assert solver.finished.exit_code == 0
    assert solver.finished.error == ""
    assert solver.finished.clip.job == clip.job
    expect_free(pumps)


@pytest.mark.parametrize(
    ("behaviour", "sentence"),
    [
        ("die", "The solver stopped without a result (exit code 3): MemoryError: no more room."),
        ("killed", "The solver was killed by the system (signal 9); it may have run out of memory."),
        (
            "mumble",
            "The solver sent an unexpected message: expected a message of the solver, found 'Segmentation fault'",
        ),
        ("refuse", "character.joints[3].limits: the knee of 'shin.L' cannot bend"),
    ],
)
def test_bad_end_is_told_in_one_sentence(start, behaviour, sentence):
    solver = start(behaviour)
    finish(solver)
    assert solver.finished.error == sentence
    assert solver.finished.clip is None


def test_killed_from_outside(start):
    solver = start("wait")
    while not solver.pump():
        time.sleep(0.01)
    os.kill(solver.pid, 9)
    finish(solver)
    assert "killed by the system (signal 9)" in solver.finished.error


def test_silent_solver_is_stopped(start):
    solver = start("silent", silence_timeout=0.5)
    finish(solver)
    assert (
        solver.finished.error
        == "The solver did not respond for 0.5 seconds and was stopped; try a shorter motion."
    )
    assert not is_alive(solver.pid)


def test_solver_deaf_to_cancel_is_stopped(start, monkeypatch):
    monkeypatch.setattr(conversation, "CANCEL_TIMEOUT", 0.3)
    solver = start("deaf")
    solver.cancel()
    finish(solver)
    assert "did not respond to Stop" in solver.finished.error
    assert not is_alive(solver.pid)


def test_cancel_ends_the_solver(start):
    solver = start("wait")
    while not solver.pump():
        time.sleep(0.01)
    solver.cancel()
    finish(solver)
    assert solver.finished.exit_code == 4


def test_program_that_is_not_there(tmp_path):
    solver = SolverProcess(["/no/such/python"], tmp_path)
    finish(solver)
    assert solver.finished.error == (
        "The solver's Python '/no/such/python' cannot be started: No such file or directory."
    )


def test_pump_never_blocks_even_when_the_solver_talks_a_lot(start):
    solver = start("flood", "300")
    messages, pumps = finish(solver)
    assert len(messages) == 301
    expect_free(pumps)


def test_stop_all_leaves_no_process(start):
    solvers = [start("wait") for _ in range(2)]
    stop_all()
    assert not any(is_alive(solver.pid) for solver in solvers)


@pytest.mark.parametrize("end", ["sys.exit()", "os.kill(os.getpid(), 9)"])
def test_no_orphan_whatever_way_blender_ends(tmp_path, end):
    root = Path(__file__).resolve().parents[2]
    program = f"""
import os, sys
from pathlib import Path
sys.path.insert(0, {str(root)!r})
from scripts.load_extension import load_extension
name = load_extension()
from importlib import import_module
SolverProcess = import_module(name + ".addon.runtime.process").SolverProcess
solver = SolverProcess([sys.executable, "-s", {str(SPEAKER)!r}, "wait"], Path({str(tmp_path)!r}))
while not solver.pump(): pass
print("pid", solver.pid, flush=True)
{end}
"""
    environment = os.environ | {"BLENDER_USER_RESOURCES": str(tmp_path)}
    blender = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=environment, timeout=PATIENCE
    )
    pid = int(blender.stdout.split("pid ")[1].split()[0])
    wait_until_dead(pid)
