"""A command that is ended, killed or stopped for a while leaves nothing by half, and goes on where it can."""

import json
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from solver import api
from solver.clip.clip import Clip
from solver.commands.request import SolveRequest
from solver.commands.serve import Order, Perform
from solver.fitting.presets.chip import chip
from solver.job.job import Job, SolverOptions
from solver.messages import (
    EXIT_CANCELLED,
    EXIT_SOLVED,
    Done,
    Message,
    Progress,
    Tally,
    addressed,
    decode,
)
from solver.space import Formula, ParameterSpace, Range
from solver.space.generate import generate
from solver.store.clip_store import ClipStore
from tests.support.command import COMMAND, LIMIT, ROOT, run

PAUSE = float(os.environ.get("PAUSE_SECONDS", "4"))  # s


@pytest.fixture
def job() -> Job:
    """A walk that takes a second or two."""
    steps = (api.ContactTiming("L_foot", ((0.0, 0.6),)), api.ContactTiming("R_foot", ((0.5, 0.6),)))
    return api.Job("walk", chip(), api.AnimationTiming(1.0, 60.0), api.Cycle((1.3, 0.0, 0.0)), steps)


@pytest.fixture
def endless(job: Job) -> Job:
    """One that is not solved before it is stopped."""
    return replace(job, timing=api.AnimationTiming(1.0, 400.0), options=SolverOptions(max_iterations=100_000))


@pytest.fixture
def space(job: Job) -> ParameterSpace:
    return (
        ParameterSpace("walk")
        .add_dimension([job.character], "character")
        .add_dimension([api.AnimationTiming(1.0, 10.0)], "timing")
        .add_dimension([job.contact_timings], "contacts")
        .add_dimension(Range(0.8, 1.6, 0.1), "speed", always=Formula("cycle.translation[0]", "speed"))
    )


@contextmanager
def running(*arguments: str | Path) -> Iterator[subprocess.Popen[str]]:
    """A command and its workers, in a group of their own."""
    process = subprocess.Popen(
        [*COMMAND, *map(str, arguments)], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        start_new_session=True,
    )  # fmt: skip
    with process:
        try:
            yield process
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)


def said(process: subprocess.Popen[str], kind: type[Message]) -> Message:
    """The first message of a kind."""
    assert process.stdout is not None
    return next(message for message in map(decode, process.stdout) if isinstance(message, kind))


def pause(process: subprocess.Popen[str]) -> None:
    """Stops all of it for a while, as a laptop that sleeps."""
    os.killpg(process.pid, signal.SIGSTOP)
    time.sleep(PAUSE)
    os.killpg(process.pid, signal.SIGCONT)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_solve_that_is_ended_leaves_the_best_motion_so_far(
    endless: Job, tmp_path: Path, number: signal.Signals
) -> None:
    endless.save(tmp_path / "job.json")
    with running("solve", tmp_path / "job.json", "--out", tmp_path / "out") as process:
        said(process, Progress)
        process.send_signal(number)
        assert said(process, Done) == Done(EXIT_CANCELLED, str(tmp_path / "out" / "clip.npz"))
        assert process.wait(LIMIT) == EXIT_CANCELLED
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["clip.npz"]
    found = Clip.load(tmp_path / "out" / "clip.npz").provenance
    assert (found.solved, found.status) == (False, "The search was stopped.")


def test_a_solve_that_is_killed_leaves_nothing_and_can_be_repeated(
    job: Job, endless: Job, tmp_path: Path
) -> None:
    endless.save(tmp_path / "job.json")
    with running("solve", tmp_path / "job.json", "--out", tmp_path / "out") as process:
        said(process, Progress)
        process.kill()
        assert process.wait(LIMIT) == -signal.SIGKILL
    assert not list((tmp_path / "out").iterdir())
    replace(job, timing=api.AnimationTiming(1.0, 20.0)).save(tmp_path / "job.json")
    code, _ = run("solve", tmp_path / "job.json", "--out", tmp_path / "out")
    assert code == EXIT_SOLVED


def test_a_solve_goes_on_after_a_pause(job: Job, tmp_path: Path) -> None:
    job.save(tmp_path / "job.json")
    with running("solve", tmp_path / "job.json", "--out", tmp_path / "out") as process:
        said(process, Progress)
        pause(process)
        assert said(process, Done) == Done(EXIT_SOLVED, str(tmp_path / "out" / "clip.npz"))


def test_a_space_goes_on_after_a_pause(space: ParameterSpace, tmp_path: Path) -> None:
    space.save(tmp_path / "space.json")
    store = tmp_path / "clips.sqlite"
    with running("generate", tmp_path / "space.json", "--store", store, "--workers", "2") as process:
        said(process, Tally)
        pause(process)
        assert said(process, Done) == Done(EXIT_SOLVED, str(store))
    with ClipStore(store, create=False) as opened:
        assert len(opened.names()) == len(space.points())


def test_an_interrupted_space_is_resumed(space: ParameterSpace, tmp_path: Path) -> None:
    space.save(tmp_path / "space.json")
    store = tmp_path / "clips.sqlite"
    with running("generate", tmp_path / "space.json", "--store", store, "--workers", "2") as process:
        said(process, Tally)
        os.killpg(process.pid, signal.SIGKILL)
    assert generate(space, store, resume=True).solved == len(space.points())


def test_a_resident_solver_goes_on_after_a_pause(job: Job, tmp_path: Path) -> None:
    job.save(tmp_path / "job.json")
    with running("serve") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for id in ("1", "2"):
            order = Perform(id, str(tmp_path), SolveRequest("job.json", id))
            process.stdin.write(json.dumps(Order(order).to_json()) + "\n")
        process.stdin.flush()
        messages = map(addressed, process.stdout)
        next(message for _, message in messages if isinstance(message, Progress))
        pause(process)
        ends = [next(each for each in messages if isinstance(each[1], Done)) for _ in range(2)]
        assert [(id, done.exit_code) for id, done in ends if isinstance(done, Done)] == [("1", 0), ("2", 0)]
