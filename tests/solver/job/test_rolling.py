"""What rolls, as it is drawn: points of a body take over from one another, and the motion is physical."""

from dataclasses import replace

import numpy as np
import pytest

from solver.analysis.contact_guess.guess import guess_contacts
from solver.animate import animate
from solver.character import BodyJoint, Character, ContactJoint, RigidBody
from solver.job.constraints.clearance import Clearance
from solver.job.drawn_contacts import deepest, standing_frames, with_standing_contacts
from solver.job.drawn_motion import DrawnMotion
from solver.job.job import AnimationTiming, ContactTiming, Job
from solver.job.sketch import follow
from solver.mechanics.euler import turn_about
from solver.problem.constraints.clearance import ClearanceRows
from solver.problem.transcription import transcribe
from solver.rotations import angle_between
from tests.solver.physical import assert_physical
from tests.support.guessed_frames import frames_of

RADIUS, LENGTH, TURN = 0.15, 1.6, 4.0  # m, m, rad
SECONDS, FPS = 1.5, 24
SOFT = 0.03  # m


@pytest.fixture(scope="module")
def rolling():
    """A barrel that rolls along X by TURN, driven by a wheel in it: character, centres and turns."""
    middle = (0.0, 0.0, RADIUS)
    barrel = RigidBody("barrel", 40.0, (2 * RADIUS, LENGTH, 2 * RADIUS), middle)
    wheel = RigidBody("wheel", 20.0, (2 * RADIUS,) * 3, middle)
    axle = BodyJoint(
        "axle", "barrel", "wheel", middle, axes="Y", limits=((-100.0, 100.0),), torque_limits=(100.0,)
    )
    share = np.linspace(0, 1, round(SECONDS * FPS) + 1)
    angle = TURN * share
    place = np.stack([RADIUS * angle, np.zeros_like(angle), np.full_like(angle, RADIUS)], axis=1)
    position = np.stack([place, place], axis=1)
    turn = np.stack([turn_about("Y", angle)] * 2, axis=1)
    return Character("barrel", (barrel, wheel), (axle,)), position, turn


@pytest.fixture(scope="module")
def guessed(rolling):
    character, position, turn = rolling
    return guess_contacts(character, position, turn, 1 / FPS)


def test_points_of_what_rolls_take_over_from_one_another_and_rest_meanwhile(rolling, guessed):
    character, position, turn = rolling
    assert len(guessed.proposed) > 4
    touches = np.array([frames_of(contact, len(position)) for contact in guessed.proposed])
    assert touches.any(0).all()
    assert (touches[:, 1:] & touches[:, :-1]).any(0).all()  # something carries it in every step
    for contact, when in zip(guessed.proposed, touches, strict=True):
        arm = np.array(contact.point) - character.bodies[0].position
        places = position[when, 0] + turn[when, 0] @ arm
        assert np.ptp(places[:, 2]) < 0.05
        assert np.ptp(places[:, 0]) < 0.1  # of 0.6 m that the barrel rolls


def test_a_body_that_is_thinner_than_what_rolls_touches_all_the_same(rolling):
    """Flesh is no ellipsoid: at 5 rad/s, with 13 cm more around it, the lowest point of a body goes 0.65 m/s."""
    character, _, _ = rolling
    angle = np.arange(31) * 5.0 / FPS
    place = np.stack([0.28 * angle, np.zeros(31), np.full(31, 0.28)], axis=1)
    position, turn = np.stack([place, place], axis=1), np.stack([turn_about("Y", angle)] * 2, axis=1)
    found = guess_contacts(character, position, turn, 1 / FPS)
    assert np.array([frames_of(contact, 31) for contact in found.proposed]).any(0).all()


def test_how_deep_a_point_is_drawn(rolling):
    """Flesh that is 5 cm outside of the barrel comes down to 5 cm under the floor, and what is inside stays above."""
    character, position, turn = rolling
    points = (
        ("out", (RADIUS + 0.05, 0.0, RADIUS)),
        ("in", (RADIUS - 0.02, 0.0, RADIUS)),
    )  # a quarter turn ahead
    contacts = tuple(ContactJoint(name, "barrel", point) for name, point in points)
    deep = deepest(replace(character, contacts=contacts), DrawnMotion(1 / FPS, position, turn), 0.0)
    assert deep == pytest.approx([0.05, -0.02], abs=0.001)


@pytest.fixture(scope="module")
def job(rolling, guessed):
    """To roll as it is drawn, on the points that were guessed."""
    character, position, turn = rolling
    contacts = tuple(ContactJoint(f"c{i}", each.body, each.point) for i, each in enumerate(guessed.proposed))
    timings = tuple(
        ContactTiming(contact.name, tuple((phase.start, phase.duration) for phase in each.phases))
        for contact, each in zip(contacts, guessed.proposed, strict=True)
    )
    character, drawn = replace(character, contacts=contacts), DrawnMotion(1 / FPS, position, turn)
    stands = standing_frames(character, timings, len(position))
    found = follow(with_standing_contacts(character, drawn, stands, 0.0), drawn)
    return Job(
        "roll",
        found.character,
        AnimationTiming(SECONDS, FPS),
        contact_timings=timings,
        constraints=(*found.constraints, *(Clearance(each.name, -SOFT) for each in contacts)),
        objectives=(found.closeness,),
    )


def test_what_rolls_is_made_physical_and_still_rolls(rolling, job, judge):
    _, position, turn = rolling
    clip = animate(job)
    assert clip.provenance.solved
    assert_physical(clip)
    away = np.linalg.norm(clip.motion.position[:, 0] - position[:, 0], axis=-1)
    assert away.mean() < 0.02
    assert away.max() < 0.06  # of 0.6 m
    assert angle_between(clip.motion.rotation[:, 0], turn[:, 0]).mean() < 0.15  # of 4 rad
    height = clip.motion.contact_points[..., 2]
    assert height.min() > -SOFT - 1e-6


def test_a_clearance_below_zero_is_the_same_all_along_a_swing(job):
    transcription = transcribe(job)
    rows = ClearanceRows(transcription)
    assert len(rows.lower) == (~transcription.timeline.active).sum()
    assert rows.lower == pytest.approx(-SOFT)
