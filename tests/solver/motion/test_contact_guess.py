"""Contacts guessed from motion: of clips whose contacts are known, and of what people draw."""

import numpy as np
import pytest

from solver.analysis.contact_guess import phases, touching
from solver.fitting.presets.chip import chip
from solver.job.cycle import Cycle
from solver.job.job import AnimationTiming, ContactTiming, Job
from solver.mechanics.tree import Tree
from solver.problem.timeline import make_timeline

STEP = 1 / 30
LEG = 0.9  # m
LEVEL = np.full(60, 1.0)  # height of the centre of mass [m]


@pytest.fixture
def strides():
    """Two seconds of a foot that stands and swings twice beside one that stays; the first one's schedule."""
    stands = np.zeros(60, bool)
    stands[0:20] = stands[30:50] = True
    point = np.zeros((60, 2, 3))
    for first, last in ((20, 30), (50, 60)):
        share = (np.arange(first, last) - first + 1) / (last - first + 1)
        point[first:last, 0, 2] = 0.15 * np.sin(np.pi * share)
        point[first:, 0, 0] += np.interp(np.arange(first, 60), [first - 1, last], [0, 0.8])
    return point, stands


def test_a_foot_that_is_low_and_still_stands(strides):
    point, stands = strides
    found = touching(point, LEVEL, STEP, size=LEG).flags[:, 0]
    assert np.flatnonzero(found != stands).size <= 4  # a frame on either side of touchdown and lift-off
    assert abs(np.abs(np.diff(found.astype(int))).sum() - 3) == 0


def test_an_animation_drawn_above_the_ground_is_understood(strides):
    point, _ = strides
    assert np.array_equal(
        touching(point + np.array([0, 0, 0.3]), LEVEL, STEP, size=LEG).flags,
        touching(point, LEVEL, STEP, size=LEG).flags,
    )


def test_a_sliding_and_a_jittering_foot(strides):
    point, _ = strides
    slides = point.copy()
    slides[..., 1] = np.arange(60)[:, None] * STEP * 2.0  # 2 m/s
    assert not touching(slides, LEVEL, STEP, size=LEG).flags.any()
    lifts = point.copy()
    lifts[10, 0, 2] = 0.2  # one frame
    assert touching(lifts, LEVEL, STEP, size=LEG).flags[5:15].all()


def test_a_flight_lasts_as_long_as_its_rise():
    """Drawn 0.7 s in the air for a rise of 30 cm, which lasts 0.49 s; the way up was drawn too soon."""
    time = np.arange(40) * STEP
    point, height = np.zeros((40, 1, 3)), np.full(40, 1.0)
    air = (time > 0.3) & (time < 1.0)
    point[air, 0, 2] = 0.5 * np.sin(np.pi * (time[air] - 0.3) / 0.7) ** 2
    height[air] += 0.3 * np.sin(np.pi * (time[air] - 0.3) / 0.7)
    flies = ~touching(point, height, STEP, size=LEG).flags[:, 0]
    assert flies.sum() * STEP == pytest.approx(np.sqrt(8 * 0.3 / 9.81), rel=0.2)
    assert flies[20]


@pytest.mark.parametrize("cycle", [None, Cycle((1.0, 0.0, 0.0))])
def test_phases_mean_the_frames_they_were_made_of(cycle):
    character, n_frames = chip(), 24
    flags = np.zeros((n_frames, 2), bool)
    flags[3:9, 0] = flags[12:15, 0] = flags[20:, 1] = flags[:5, 1] = True
    timings = tuple(
        ContactTiming(contact.name, each)
        for contact, each in zip(character.contacts, phases(flags, closed=cycle is not None), strict=True)
    )
    steps = n_frames if cycle else n_frames - 1
    job = Job("phases", character, AnimationTiming(steps / 24, 24), cycle, timings)
    assert np.array_equal(make_timeline(job, Tree(character)).active, flags)


@pytest.mark.parametrize("rate", [24, 30, 60, 120, 240])
def test_noise_does_not_break_a_stance_at_any_rate(rate):
    """Two feet stand for 2 s under 5 mm of noise; one of them is lifted for 0.3 s in between."""
    rng, count = np.random.default_rng(3), 2 * rate + 1
    time = np.arange(count) / rate
    wobble = np.interp(time, np.arange(0, 2.05, 1 / 30), rng.normal(0, 0.005, 62))
    point = np.zeros((count, 2, 3)) + wobble[:, None, None]
    lifted = (time > 0.8) & (time < 1.1)
    point[lifted, 1, 2] += 0.12 * np.sin(np.pi * (time[lifted] - 0.8) / 0.3)
    flags = touching(point, np.full(count, 1.0), 1 / rate, size=LEG).flags
    assert flags[:, 0].all()
    assert len(phases(flags)[1]) == 2
    assert (~flags[:, 1]).sum() / rate == pytest.approx(0.3, abs=0.11)


def test_the_ground_is_where_feet_stand_most_not_where_one_dips():
    point = np.zeros((90, 2, 3))
    point[:, 1, 2] = 0.06  # a heel that a capture has too high
    point[40:43, 0, 2] = -0.05
    found = touching(point, np.full(90, 1.0), STEP, size=LEG)
    assert found.flags.all()
    assert found.evidence.max() == 1.0
