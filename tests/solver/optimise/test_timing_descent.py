"""Timings by gradient: phases as unknowns, on the frames again, and what the user fixes stays."""

from collections.abc import Callable
from dataclasses import replace
from types import ModuleType

import numpy as np
import pytest

from solver.animate import animate
from solver.errors import InputError
from solver.fitting.presets.particle import particle
from solver.formats.motion_json import to_motion_json
from solver.job.constraints.pin import Pin
from solver.job.cycle import Cycle
from solver.job.job import AnimationTiming, ContactTiming, Job
from solver.job.objectives.effort import Effort
from solver.job.objectives.pose_closeness import DrawnBody, PoseCloseness
from solver.job.timings import CmaEs, FreeLength, FreePhases, Gradient
from solver.mechanics.tree import Tree
from solver.optimise.resample import resample
from solver.optimise.start import Start
from solver.optimise.timing_search import find_timings
from solver.problem.formulate import formulate
from solver.problem.timeline import make_timeline
from solver.problem.timing.free_timings import FreeTimings, free_timings
from solver.problem.timing.phases import Phases, snapped
from solver.problem.transcription import transcribe
from solver.verify.violation import Kind

G = 9.81


@pytest.fixture(scope="module")
def free_walk(walk: Callable[..., Job]) -> Job:
    """Chip walks; how long a stride and a stance last is free."""
    job = walk(14, duty=0.65)
    timings = tuple(replace(timing, free=FreePhases()) for timing in job.contact_timings)
    return replace(
        job,
        timing=replace(job.timing, free=FreeLength(0.5, 2.0)),
        cycle=replace(job.cycle or Cycle(), mirrored=True),
        contact_timings=timings,
        timing_search=Gradient(),
    )


def phases_of(free: FreeTimings, values: np.ndarray) -> Phases:
    return Phases(free, values, make_timeline(free.job_at(values), Tree(free.job.character)))


def test_a_walk_finds_its_stride(free_walk: Job, judge: ModuleType) -> None:
    clip = animate(free_walk)
    history = clip.provenance.timings
    assert clip.provenance.solved
    assert history is not None
    assert history.first is not None
    assert history.best is not None
    assert history.best < 0.95 * history.first
    verdict = judge.judge(to_motion_json(clip))
    assert verdict["lin_res"]["rms_bw"] < 1e-5
    assert verdict["ang_res"]["rms_bw"] < 1e-3


def test_what_is_given_stays(free_walk: Job) -> None:
    given = tuple(replace(timing, free=None) for timing in free_walk.contact_timings)
    found = find_timings(replace(free_walk, contact_timings=given))
    assert [t.phases for t in found.job.contact_timings] == [t.phases for t in given]
    assert found.job.timing.length != free_walk.timing.length


def test_a_fall_takes_as_long_as_gravity_says() -> None:
    """As in the test of CMA-ES: the only steps without a jet make 1 / sqrt(1 - 1 / n) s of n steps."""
    pins = (Pin("root.tz", 0, 1, 0.0, 0.0), Pin("root.tz", -1, -1, -G / 2, -G / 2))
    timing = AnimationTiming(1.6, 20.0, FreeLength(0.4, 2.0))
    job = Job(
        "fall", particle(100.0), timing, constraints=pins, objectives=(Effort(),), timing_search=Gradient()
    )
    found = find_timings(job)
    n = round(found.job.timing.length * found.job.timing.fps)
    assert found.job.timing.length == pytest.approx((1 - 1 / n) ** -0.5, rel=1e-3)


def test_evolution_may_come_first(free_walk: Job) -> None:
    first = CmaEs(population=4, generations=1)
    history = find_timings(replace(free_walk, timing_search=Gradient(first))).history
    (evolved,) = history.generations
    assert evolved.best is not None
    assert history.best is not None
    assert history.best < evolved.best


def test_even_phases_are_the_timings_they_are_of(free_walk: Job) -> None:
    free = free_timings(free_walk, Tree(free_walk.character))
    values = snapped(free, free.guess)
    phases = phases_of(free, values)
    assert phases.shares.sum(1) == pytest.approx(1.0)
    assert phases.values(np.ones(len(phases.shares)), 1.0) == pytest.approx(values)
    both_feet, one_foot = 1.2, 1.0
    longer = phases.values(phases.shares @ [both_feet, one_foot], 1.1)
    assert longer[0] == pytest.approx(1.1 * values[0])
    assert longer[2] > values[2]


def test_a_motion_at_uneven_times_is_carried_to_even_ones(walk: Callable[..., Job]) -> None:
    transcription = transcribe(walk(speed=1.3, length=1.0))
    even = np.arange(transcription.timeline.n_frames) / transcription.timeline.n_frames
    times = even + 0.02 * np.sin(2 * np.pi * even)

    def motion(phase: np.ndarray) -> np.ndarray:
        q = 0.3 * np.sin(2 * np.pi * phase[:, None] + np.arange(transcription.tree.n))
        q[:, transcription.tree.names.index("root.tx")] += 1.3 * phase
        return np.asarray(q)

    x = np.zeros(transcription.variables.size)
    x[transcription.variables.q] = motion(times)
    carried = resample(Start(transcription, x, times=times), transcription)
    assert carried[transcription.variables.q] == pytest.approx(motion(even), abs=1e-3)


def test_bounds_and_given_contacts_hold_the_steps(walk: Callable[..., Job]) -> None:
    timings = (
        ContactTiming("L_foot", ((0.0, 0.6),)),
        ContactTiming("R_foot", ((0.5, 0.6),), free=FreePhases(duration=(0.5, 0.7))),
    )
    job = replace(walk(), contact_timings=timings)
    free = free_timings(job, Tree(job.character))
    stretches = {(s.kind, s.contact): s for s in phases_of(free, free.guess).stretches()}
    left, right = (stretches[Kind.PHASE_DURATION, name] for name in ("L_foot", "R_foot"))
    assert left.lower == left.upper == pytest.approx(0.6)
    assert (right.lower, right.upper) == (0.5, 0.7)
    for stretch in stretches.values():
        assert stretch.lower <= stretch.weights.mean() <= stretch.upper


def test_an_objective_that_does_not_know_says_so(free_walk: Job) -> None:
    drawn = DrawnBody("torso", ((0.0, 0.0, 1.2),), ((1.0, 0.0, 0.0, 0.0),))
    assert free_walk.cycle is not None
    whole = replace(free_walk.cycle, mirrored=False)
    job = replace(free_walk, cycle=whole, objectives=(Effort(), PoseCloseness((drawn,), length=1.0)))
    with pytest.raises(InputError, match=r"job.objectives\[1\].*'pose'"):
        formulate(job, free_steps=())
