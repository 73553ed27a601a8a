"""Motions of other timings are compared where their contacts are as far."""

from dataclasses import replace

import numpy as np
import pytest

from examples import jump
from solver.clip.clip import Clip
from solver.explore.alignment import aligned, phase_at
from solver.explore.flight import Flight, with_flight
from solver.explore.variations import variations
from solver.job.job import ContactTiming, Job
from solver.job.schedule import contact_schedule
from tests.solver.physical import assert_physical


def test_take_off_at_take_off_and_landing_at_landing() -> None:
    short = jump.job()
    flight = Flight.of(short)
    long = with_flight(short, flight.frames + 6)
    other = Flight.of(long)
    own = phase_at(np.arange(other.n_frames) / (other.n_frames - 1), short, long) * (flight.n_frames - 1)
    assert own[0] == 0
    assert own[-1] == pytest.approx(flight.n_frames - 1)
    assert own[other.first - 1] == pytest.approx(flight.first - 1, abs=1)
    assert own[other.last + 1] == pytest.approx(flight.last + 1, abs=1)
    assert np.diff(own[other.first : other.last]) == pytest.approx(
        (flight.frames + 1) / (other.frames + 1), rel=0.05
    )


def test_a_motion_of_the_same_timing_stays_as_it_is(walked: Clip) -> None:
    assert aligned(walked, walked.job) is walked.motion


@pytest.mark.parametrize("later", [0.1, -0.1, 0.45])
def test_a_cycle_that_begins_elsewhere_is_turned_back(walked: Clip, later: float) -> None:
    job = walked.job
    timings = tuple(
        ContactTiming(each.contact, tuple(((start + later) % 1, share) for start, share in each.phases))
        for each in job.contact_timings
    )
    shifted = aligned(walked, replace(job, contact_timings=timings))
    motion, cycle = walked.motion, walked.motion.cycle
    assert cycle is not None
    n = motion.n_frames
    around, frame = np.divmod(np.arange(n) - round(later * n), n)
    moved = {-1: cycle.inverse.move_points, 0: np.asarray, 1: cycle.move_points}
    expected = np.array([moved[k](motion.position[at]) for k, at in zip(around, frame, strict=True)])
    np.testing.assert_allclose(shifted.position, expected, atol=1e-6)


def test_other_contacts_are_no_reason_to_bend_time(walked: Clip) -> None:
    job = replace(walked.job, contact_timings=walked.job.contact_timings[:1])
    phase = np.linspace(0, 1, 5)
    assert phase_at(phase, walked.job, job) is phase


def test_a_known_motion_may_have_other_frames(stride: Job, walked: Clip) -> None:
    assert len(contact_schedule(stride).touches) != walked.motion.n_frames
    [other] = variations(stride, 1, unlike=[walked])
    assert_physical(other.clip)
