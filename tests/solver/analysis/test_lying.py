"""Contacts of bodies that lie, kneel or roll: which points hold them."""

import numpy as np

from solver.analysis.contact_guess.guess import guess_contacts
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
