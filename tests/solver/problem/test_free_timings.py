"""What is free in a job, and the job with other timings."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from solver.errors import InputError
from solver.fitting.presets.chip import chip
from solver.job.constraints.pin import Pin
from solver.job.cycle import Cycle
from solver.job.job import AnimationTiming, ContactTiming, Job
from solver.job.timings import CmaEs, FreeLength, FreePhases, Gradient
from solver.mechanics.tree import Tree
from solver.problem.formulate import formulate
from solver.problem.timing.free_timings import FreeTimings, free_timings, is_free, merit, with_omitted_free


def freed(job: Job, *contacts: str, free: FreePhases | None = None, length: FreeLength | None = None) -> Job:
    timings = tuple(
        replace(t, free=free or FreePhases()) if t.contact in contacts else t for t in job.contact_timings
    )
    return replace(job, contact_timings=timings, timing=replace(job.timing, free=length))


def unknowns(job: Job) -> FreeTimings:
    return free_timings(job, Tree(job.character))


def test_what_is_fixed_stays(walk: Callable[..., Job]) -> None:
    job = freed(walk(), "L_foot")
    free = unknowns(job)
    assert free.names == ("L_foot start", "L_foot duration")
    found = free.job_at(np.array([0.1, 0.4]))
    assert found.contact_timings[0].phases == ((0.1, 0.4),)
    assert found.contact_timings[1] == walk().contact_timings[1]
    assert found.timing == walk().timing
    assert not is_free(found)


def test_the_job_at_its_own_timings_is_the_job(walk: Callable[..., Job]) -> None:
    job = freed(walk(), "L_foot", "R_foot", length=FreeLength())
    free = unknowns(job)
    assert free.names[0] == "length"
    assert free.lower[0] == pytest.approx(4 / 20)
    assert free.job_at(free.guess) == walk()


def test_timings_of_another_job_are_read_where_it_has_the_same_phases(walk: Callable[..., Job]) -> None:
    free = unknowns(freed(walk(), "L_foot", length=FreeLength()))
    values = np.array([0.9, 0.1, 0.4])
    there = free.job_at(values)
    np.testing.assert_allclose(free.values_of(replace(there, gravity=(0.0, 0.0, -5.0))), values)
    assert free.values_of(replace(there, contact_timings=there.contact_timings[:1])) is None
    once = replace(there.contact_timings[0], phases=())
    assert free.values_of(replace(there, contact_timings=(once, there.contact_timings[1]))) is None


def test_a_cycle_keeps_its_speed(walk: Callable[..., Job]) -> None:
    job = freed(walk(yaw=0.3), length=FreeLength(0.5, 2.0))
    found = unknowns(job).job_at(np.array([1.62]))
    assert found.timing.length * found.timing.fps == pytest.approx(33)  # no fewer than 20 per second
    assert found.cycle is not None
    assert found.cycle.translation[0] / found.timing.length == pytest.approx(1.3)
    assert found.cycle.yaw / found.timing.length == pytest.approx(0.3)
    assert merit(found, 3.24) == pytest.approx(2.0)
    assert merit(replace(found, cycle=None), 3.24) == 3.24


def test_a_mirrored_cycle_has_half_the_unknowns(walk: Callable[..., Job]) -> None:
    job = freed(walk(), "L_foot", "R_foot", length=FreeLength())
    job = replace(job, cycle=Cycle((1.3, 0.0, 0.0), mirrored=True))
    free = unknowns(job)
    assert free.names == ("length", "L_foot start", "L_foot duration")
    for length in np.linspace(0.4, 2.0, 33):
        found = free.job_at(np.array([length, -0.3, 0.55]))
        assert [t.phases[0][0] for t in found.contact_timings] == pytest.approx([0.7, 0.2])
        formulate(found)  # an even number of frames, and both halves alike


def test_a_gait_whose_feet_follow(walk: Callable[..., Job]) -> None:
    job = freed(walk(), "L_foot")
    follower = ContactTiming("R_foot", ((0.0, 1.0),), free=FreePhases(follows="L_foot", offset=0.25))
    job = replace(job, contact_timings=(job.contact_timings[0], follower))
    found = unknowns(job).job_at(np.array([0.9, 0.5]))
    assert found.contact_timings[1].phases[0] == pytest.approx((0.15, 0.5))


def test_a_cycle_of_free_contacts_may_begin_anywhere(walk: Callable[..., Job]) -> None:
    job = freed(walk(), "L_foot", "R_foot")
    assert (unknowns(job).lower < unknowns(job).upper).tolist() == [False, True, True, True]
    pinned = unknowns(replace(job, constraints=(Pin("root.tz", 3, 3, 1.2, 1.2),)))  # it says when
    assert (pinned.lower < pinned.upper).all()
    one = unknowns(freed(walk(), "R_foot"))  # the other foot says when
    assert (one.lower < one.upper).all()


def test_two_contacts_of_one_foot_in_one_cycle(walk: Callable[..., Job]) -> None:
    two = ContactTiming("L_foot", ((0.0, 0.2), (0.4, 0.2)), free=FreePhases())
    free = unknowns(replace(walk(), contact_timings=(two, walk().contact_timings[1])))
    assert free.names[2:] == ("L_foot[1] start", "L_foot[1] duration")
    found = free.job_at(np.array([0.1, 0.3, 0.5, 0.01]))
    assert found.contact_timings[0].phases == ((0.1, 0.3),)  # the second is shorter than a frame


def test_omitted_contacts_are_searched_from_mcintosh_first_guess() -> None:
    job = with_omitted_free(Job("walk", chip(), AnimationTiming(1.0, 20.0, FreeLength()), Cycle((1.3, 0, 0))))
    assert [t.phases for t in job.contact_timings] == [((0.0, 0.5),), ((0.5, 0.5),)]
    free = unknowns(job)
    assert free.upper.tolist() == [3.0, 0.0, 1.0, 1.0, 1.0]
    assert free.periodic.tolist() == [False, True, False, True, False]


@pytest.mark.parametrize(
    ("change", "told", "field"),
    [
        ({"timing": AnimationTiming(1.0, 20.0, FreeLength(2.0, 1.0))}, "the lower first", "job.timing.free"),
        ({"timing": AnimationTiming(1.0, 20.0, FreeLength(1.5, 2.0))}, "within 1.5 to 2 s", "job.timing.length"),
        ({"free": FreePhases(start=(0.2, 1.4))}, "0.2 to 1.4", "job.contact_timings[0].free.start"),
        ({"free": FreePhases(duration=(0.1, 0.3))}, "found 0.6", "job.contact_timings[0].phases"),
        ({"free": FreePhases(follows="R_foot")}, "found 'R_foot'", "job.contact_timings[0].free.follows"),
        ({"timing_search": CmaEs(population=3)}, "4 to 10000, found 3", "job.timing_search.population"),
        ({"timing_search": CmaEs(spread=0.0)}, "found 0", "job.timing_search.spread"),
        ({"timing_search": Gradient(CmaEs(seed=-1))}, "found -1", "job.timing_search.evolution.seed"),
        ({"cycle": Cycle((1.3, 0.0, 0.0), mirrored=True)}, "'R_foot' must be free too", "job.contact_timings[0].free"),
    ],
)  # fmt: skip
def test_refusal_names_the_culprit(
    walk: Callable[..., Job], change: dict[str, Any], told: str, field: str
) -> None:
    job = freed(walk(), "L_foot", free=change.pop("free", None))
    with pytest.raises(InputError) as caught:
        formulate(replace(job, **change))
    assert told in str(caught.value)
    assert caught.value.field == field
