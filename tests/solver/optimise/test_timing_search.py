"""Timings found around the optimiser, where the best ones are known or can be counted out."""

from collections.abc import Callable
from dataclasses import replace
from types import ModuleType

import numpy as np
import pytest

from solver.animate import animate
from solver.clip.clip import Clip
from solver.fitting.presets.hopper import hopper
from solver.fitting.presets.particle import particle
from solver.formats.motion_json import to_motion_json
from solver.job.constraints.pin import Pin
from solver.job.cycle import Cycle
from solver.job.job import AnimationTiming, ContactTiming, Job
from solver.job.objectives.effort import Effort
from solver.job.timings import CmaEs, FreeLength, FreePhases
from solver.messages import Generation, Iterate, Message
from solver.optimise.timing_search import find_timings
from solver.optimise.trial import IMPOSSIBLE, SOLVED, UNSOLVED, Trial, attempt
from solver.verify.violation import Kind

G = 9.81


@pytest.fixture(scope="module")
def fall() -> Job:
    """From rest down by g / 2 in a second or so; how long it takes is free."""
    pins = (Pin("root.tz", 0, 1, 0.0, 0.0), Pin("root.tz", -1, -1, -G / 2, -G / 2))
    timing = AnimationTiming(1.6, 20.0, FreeLength(0.4, 2.0))
    search = CmaEs(population=6, generations=9)
    return Job(
        "fall", particle(100.0), timing, constraints=pins, objectives=(Effort(),), timing_search=search
    )


@pytest.fixture(scope="module")
def hop() -> Job:
    """A lamp hops on the spot; how long it stands is free."""
    timings = (
        ContactTiming("heel", ((0.0, 0.75),), free=FreePhases(duration=(0.4, 0.8))),
        ContactTiming("toe", ((0.0, 0.75),), free=FreePhases(follows="heel", offset=0.0)),
    )
    return Job(
        "hop", hopper(), AnimationTiming(0.6, 20.0), Cycle(), timings,
        timing_search=CmaEs(population=6, generations=8, restarts=2),
    )  # fmt: skip


def test_a_fall_takes_as_long_as_gravity_says(fall: Job) -> None:
    """Without a jet z_n = -g h^2 n (n - 1) / 2: with 21 steps the length is 1 / sqrt(1 - 1 / 21) s."""
    clip = animate(fall)
    assert clip.provenance.solved
    assert clip.job.timing.length == pytest.approx((1 - 1 / 21) ** -0.5, rel=5e-3)
    assert clip.job.timing.length * clip.job.timing.fps == pytest.approx(21)
    history = clip.provenance.timings
    assert history is not None
    assert history.first is not None
    assert history.best is not None
    assert history.best < 1e-3 * history.first
    assert clip.provenance.objective <= history.best + 1e-6  # the last solve may only polish
    best = [g.best for g in history.generations]
    assert best == sorted(best, reverse=True)  # type: ignore[type-var]
    assert Clip.from_bytes(clip.to_bytes()).provenance.timings == history


def test_the_best_motion_so_far_is_shown_while_the_search_goes_on(fall: Job) -> None:
    told: list[Message] = []
    found = find_timings(fall, send=told.append)
    shown = [m for m in told if isinstance(m, Iterate)]
    numbers = [m.iteration for m in shown]
    assert numbers[0] == 0
    assert numbers == sorted(set(numbers))
    best = [found.history.first, *(g.best for g in found.history.generations)]
    assert numbers[1:] == [n for n in range(1, len(best)) if best[n] != best[n - 1]]
    assert found.start is not None
    q = found.start.x[found.start.transcription.variables.q]
    np.testing.assert_allclose(shown[-1].q, q, atol=1e-4)


def test_the_best_stance_is_that_of_a_count(hop: Job) -> None:
    found = find_timings(hop)
    merits = []
    for frames in range(5, 11):
        phases = ((0.0, frames / 12),)
        timings = tuple(ContactTiming(name, phases) for name in ("heel", "toe"))
        outcome = attempt(Trial(replace(hop, contact_timings=timings), None, 200))
        merits.append(outcome.merit or np.inf)
    assert found.history.best == pytest.approx(min(merits), rel=0.01)
    assert found.history.best < 0.9 * found.history.first  # type: ignore[operator]
    assert found.job.contact_timings[0].phases == found.job.contact_timings[1].phases
    assert len(found.history.generations) > 8  # it has begun again
    assert found.history.solves <= len(merits)  # equal frames are solved once


def test_a_walk_from_bad_timings_gets_better_and_stays_physical(
    walk: Callable[..., Job], judge: ModuleType
) -> None:
    bad = walk(length=1.4, n_frames=14, duty=0.8)
    bad = replace(
        bad,
        cycle=replace(bad.cycle, mirrored=True),
        timing=replace(bad.timing, free=FreeLength(0.6, 1.4)),
        contact_timings=tuple(replace(t, free=FreePhases(duration=(0.3, 0.8))) for t in bad.contact_timings),
        timing_search=CmaEs(population=6, generations=3),
    )
    told: list[Message] = []
    clip = animate(bad, send=told.append)
    history = clip.provenance.timings
    assert clip.provenance.solved
    assert history is not None
    assert history.best < 0.8 * history.first  # type: ignore[operator]
    assert tuple(m for m in told if isinstance(m, Generation)) == history.generations
    assert clip.job.cycle.translation[0] / clip.job.timing.length == pytest.approx(1.3)  # type: ignore[union-attr]
    verdict = judge.judge(to_motion_json(clip))
    assert verdict["lin_res"]["rms_bw"] <= 1e-5
    assert verdict["ang_res"]["rms_bw"] <= 1e-3


def test_cancel_keeps_the_best(fall: Job) -> None:
    told: list[Message] = []

    def cancelled() -> bool:
        return sum(isinstance(m, Generation) for m in told) >= 2

    clip = animate(fall, send=told.append, cancelled=cancelled)
    assert clip.provenance.solved
    assert clip.provenance.timings is not None
    assert len(clip.provenance.timings.generations) == 2
    assert clip.job.timing.length == clip.provenance.timings.generations[-1].timings[0]
    assert clip.provenance.objective <= clip.provenance.timings.best  # type: ignore[operator]


def test_ranks_put_what_cannot_be_last(walk: Callable[..., Job]) -> None:
    good = attempt(Trial(walk(), None, 100))
    unfinished = attempt(Trial(walk(), None, 3))
    too_fast = attempt(Trial(walk(speed=6.0), None, 100))
    worse = attempt(Trial(walk(), None, 100, merit_limit=0.5 * good.merit))  # type: ignore[operator]
    assert [o.rank[0] for o in (good, unfinished, too_fast)] == [SOLVED, UNSOLVED, IMPOSSIBLE]
    assert good.rank < unfinished.rank < too_fast.rank
    assert not worse.is_solved
    assert worse.iterations < good.iterations
    assert good.merit is not None
    assert unfinished.merit is None


def test_with_impossible_timings_only_the_reason_is_told(walk: Callable[..., Job]) -> None:
    stances = [(timing.contact, timing.phases[0][0]) for timing in walk().contact_timings]
    stuck = replace(
        walk(speed=6.0),
        contact_timings=tuple(
            ContactTiming(contact, ((start, 0.6),), free=FreePhases((start, start), (0.6, 0.7)))
            for contact, start in stances
        ),
        timing_search=CmaEs(population=4, generations=2),
    )
    clip = animate(stuck)
    assert not clip.provenance.solved
    assert clip.provenance.violations[0].kind is Kind.TOO_FAST
    assert clip.provenance.timings is not None
    assert clip.provenance.timings.best is None
