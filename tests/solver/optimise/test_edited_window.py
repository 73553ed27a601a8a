"""An edit of a few frames moves those around it at first: a valid motion soon, however long the clip."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from solver.animate import make_clip
from solver.job.constraints.pin import Pin
from solver.job.job import AnimationTiming, Job
from solver.messages import Iterate, Message, Status
from solver.optimise.edited_window import REACH, edited_window
from solver.optimise.live import FOLLOWING_BESIDE, LiveMotion
from solver.optimise.solution import Solution
from solver.optimise.window import Window
from solver.problem.formulate import formulate

Make = Callable[..., Job]
N_FRAMES, STEP, FRAME = 101, 0.05, 50
SIDE = round(REACH / STEP)
SEEN = 1e-3  # m; previews are rounded


@pytest.fixture
def passing(flight: Make) -> Callable[[float], Job]:
    """Makes a long flight of the particle that is at a height in its middle."""

    def make(height: float) -> Job:
        job = flight()
        pin = Pin("root.tz", FRAME, FRAME, height, height)
        timing = AnimationTiming((N_FRAMES - 1) * STEP, 1 / STEP)
        return replace(job, timing=timing, constraints=(*job.constraints, pin))

    return make


def follow(live: LiveMotion, job: Job) -> tuple[Solution, list[Message]]:
    told: list[Message] = []
    return live.follow(job, send=told.append, cancelled=lambda: False), told


def test_an_edit_moves_the_frames_around_it_and_then_all(passing: Callable[[float], Job]) -> None:
    live = LiveMotion()
    before, _ = follow(live, passing(2.0))
    found, told = follow(live, passing(2.1))
    assert found.solved
    assert make_clip(found).provenance.solved
    beside = [k for k, m in enumerate(told) if isinstance(m, Status) and m.text == FOLLOWING_BESIDE]
    within = np.array([m for m in told[: beside[0]] if isinstance(m, Iterate)][-1].q)
    old = before.x[before.problem.transcription.variables.q]
    moved = np.flatnonzero(np.abs(within - old).max(axis=1) > SEEN)
    assert FRAME - SIDE <= moved[0] < FRAME < moved[-1] <= FRAME + SIDE
    height = found.problem.transcription.tree.names.index("root.tz")
    assert within[FRAME, height] == pytest.approx(2.1, abs=SEEN)
    fresh, _ = follow(LiveMotion(), passing(2.1))
    assert found.problem.value(found.x) == pytest.approx(fresh.problem.value(fresh.x), rel=1e-4)


def test_the_window_is_where_problems_differ(passing: Callable[[float], Job]) -> None:
    job = passing(2.0)
    old = formulate(job)
    x = np.zeros(old.size)
    assert edited_window(old, formulate(passing(2.1)), x) == Window(FRAME - SIDE, FRAME + SIDE)
    assert edited_window(old, formulate(passing(2.0)), x) is None
    lighter = replace(job, gravity=(0.0, 0.0, -3.7))
    assert edited_window(old, formulate(lighter), x) is None
    *others, end, middle = job.constraints
    farther = replace(job, constraints=(*others, replace(end, lower=3.0, upper=3.0), middle))
    window = edited_window(old, formulate(farther), x)
    assert window is not None
    assert window.last == N_FRAMES - 1


def test_an_edit_of_a_short_clip_is_about_all_of_it(walk: Make) -> None:
    job = walk()
    pinned = replace(job, constraints=(Pin("root.tz", 3, 3, -0.1, 0.1),))
    lower = replace(job, constraints=(Pin("root.tz", 3, 3, -0.1, 0.05),))
    old = formulate(pinned)
    assert edited_window(old, formulate(lower), np.zeros(old.size)) is None
