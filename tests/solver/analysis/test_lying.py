"""Contacts of bodies that lie, kneel or roll: which points hold them."""

import numpy as np

from solver.analysis.contact_guess.guess import guess_contacts
from solver.analysis.contact_guess.points import CandidatePoints
from solver.analysis.contact_guess.resting import stillest
from solver.analysis.contact_guess.turns import in_turn
from solver.character import BodyJoint, Character, RigidBody
from solver.mechanics.euler import turn_about
from tests.support.guessed_frames import frames_of

STEP = 1 / 30


def test_a_body_that_lies_on_its_arm_lies_on_shoulder_and_elbow():
    """They are joined and near to each other, but above the shoulder alone, the surer of them, it would topple."""
    count = 25
    character = two_balls_under_a_trunk(elbow=(0.2, 0, 0.11), trunk=(0.2, 0, 0.4))
    position = np.tile([body.position for body in character.bodies], (count, 1, 1))
    turn = np.broadcast_to(np.eye(3), (count, 3, 3, 3))
    found = guess_contacts(character, position, turn, STEP)
    assert {contact.body for contact in found.proposed} == {"shoulder", "elbow"}
    assert all(frames_of(contact, count).all() for contact in found.proposed)
    character = two_balls_under_a_trunk(elbow=(0.2, 0, 0.11), trunk=(0.0, 0, 0.4))
    position = np.tile([body.position for body in character.bodies], (count, 1, 1))
    (alone,) = guess_contacts(character, position, turn, STEP).proposed
    assert alone.body == "shoulder"  # with the trunk above it


def test_what_rolls_off_the_ground_keeps_the_point_it_stood_on():
    """An elbow rolls by 8 cm in its last three frames, while a shoulder carries the body."""
    count, stood = 25, 18
    character = two_balls_under_a_trunk(elbow=(0.5, 0, 0.1), trunk=(0.0, 0, 0.4))
    rolled = np.clip(np.arange(count) - stood, 0, 3) * 0.3
    position = np.tile([body.position for body in character.bodies], (count, 1, 1))
    position[:, 2, 0] += 0.1 * rolled
    position[stood + 3 :, 2, 2] += 0.3
    turn = np.broadcast_to(np.eye(3), (count, 3, 3, 3)).copy()
    turn[:, 2] = turn_about("Y", rolled)
    found = guess_contacts(character, position, turn, STEP)
    (elbow,) = (contact for contact in found.proposed if contact.body == "elbow")
    assert frames_of(elbow, count)[:stood].all()


def two_balls_under_a_trunk(elbow: tuple[float, ...], trunk: tuple[float, ...]) -> Character:
    """Build a trunk that hangs on a ball at the origin, to which another one is joined."""
    above = RigidBody("trunk", 60.0, (0.2, 0.2, 0.2), trunk)
    shoulder = RigidBody("shoulder", 0.5, (0.2, 0.2, 0.2), (0, 0, 0.1))
    beside = RigidBody("elbow", 0.5, (0.2, 0.2, 0.2), elbow)
    free = {"axes": "Y", "limits": ((-3.0, 3.0),), "torque_limits": (9.0,)}
    joints = (
        BodyJoint("shoulder", "trunk", "shoulder", (0, 0, 0.2), **free),
        BodyJoint("elbow", "shoulder", "elbow", (elbow[0] / 2, 0, 0.1), **free),
    )
    return Character("on two balls", (above, shoulder, beside), joints)


def test_a_trunk_ends_in_a_low_pelvis_and_not_in_the_ground():
    """Its ellipsoid goes on beyond the waist, down to the ground under a pelvis that is 20 cm above it."""
    bodies = (
        RigidBody("pelvis", 10.0, (0.2, 0.2, 0.2), (0, 0, 0.3)),
        RigidBody("trunk", 40.0, (0.3, 0.2, 1.1), (0, 0, 0.55)),
        RigidBody("foot", 5.0, (0.2, 0.2, 0.2), (0, 0.2, 0.1)),
    )
    free = {"axes": "Y", "limits": ((-3.0, 3.0),), "torque_limits": (9.0,)}
    joints = (
        BodyJoint("waist", "pelvis", "trunk", (0, 0, 0.35), **free),
        BodyJoint("leg", "pelvis", "foot", (0, 0.1, 0.2), **free),
    )
    character = Character("squat", bodies, joints)
    position = np.tile([body.position for body in bodies], (25, 1, 1))
    found = guess_contacts(character, position, np.broadcast_to(np.eye(3), (25, 3, 3, 3)), STEP)
    assert {contact.body for contact in found.proposed} == {"foot"}


def test_an_edge_takes_over_while_the_block_is_flat():
    """A block tips from one edge to the other; at any other frame both are on the ground only if it is tilted."""
    angle, half = 0.05 * np.arange(-10, 11), 0.2
    edge = np.where(angle < 0, -half, half)  # on which it tips
    turn = turn_about("Y", angle)
    arm = np.stack([edge, 0 * edge, 0 * edge], axis=1)
    centre = arm - np.einsum("tij,tj->ti", turn, arm)
    along = np.ones((21, 1), bool)
    points = CandidatePoints(
        body=np.array([0]),
        known=np.array([False]),
        arms=arm[:, None],
        places=arm[:, None],
        speed=np.zeros((21, 1)),
        doubt=np.zeros((21, 1)),
        counts=along,
    )
    (_, before), (_, after) = in_turn(points, 0, turn, along, centre + np.array([0, 0, 0.1]), 10.0)
    assert np.flatnonzero(before & after).tolist() == [np.flatnonzero(angle >= 0)[0]]


def test_a_seat_that_turns_under_a_hip_rests_on_the_ground_and_not_in_the_joint():
    """The joint in its middle, 10 cm above the ground, is what moves least."""
    turn, middle = turn_about("Y", np.linspace(-0.3, 0.3, 12)), np.array([0, 0, 0.1])
    arms = -0.1 * turn[:, 2]  # the lowest of a ball
    found = stillest(arms, np.tile(middle, (12, 1)), turn)
    assert (0.1 + turn[:, 2] @ found).max() < 0.04
