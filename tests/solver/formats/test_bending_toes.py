"""Toes lie on the floor while the foot rolls over its ball, and stay straight wherever the floor leaves them alone."""

from dataclasses import replace

import numpy as np
import pytest

from solver.fitting.rest_bone import RestBone
from solver.formats.bending_toes import bends, bent, toes_of_bone
from solver.formats.pose_channels import RigidMotion
from solver.job.surfaces import Box
from solver.rotations import matrix_from_quaternion, rotation_about

HEAD, TAIL = np.array([0.1, -0.12, 0.02]), np.array([0.1, -0.18, 0.01])
BALL = np.array([0.1, -0.12, 0.0])  # of the sole, below the joint
TOES = toes_of_bone(RestBone("toe.L", HEAD, TAIL, np.eye(3)), "foot.L", sole=0.0, ground=0.0)
ROLLS = np.radians(np.linspace(0.0, 55.0, 56))


def rolled(angles, *, yaw=0.0, lift=0.0):
    """A foot that has turned about its ball, heel up, and about the world's Z, somewhere else."""
    angles = np.asarray(angles, float)
    turn = matrix_from_quaternion(rotation_about([0.0, 0.0, 1.0], np.full(angles.shape, yaw))) @ (
        matrix_from_quaternion(rotation_about([1.0, 0.0, 0.0], angles))
    )
    there = np.array([0.7, 0.4, lift])
    return RigidMotion(turn, there - turn @ BALL)


def tips(toes, foot):
    motion = bent(toes, foot)
    return motion.shift + motion.turn @ toes.tip


@pytest.mark.parametrize("yaw", [0.0, 2.1])
def test_the_tip_lies_on_the_floor_while_the_heel_lifts(yaw):
    foot = rolled(ROLLS, yaw=yaw)
    assert tips(TOES, foot)[:, 2] == pytest.approx(0.0, abs=1e-12)
    assert bends(TOES, foot)[0] == 0.0
    assert (np.diff(bends(TOES, foot)) > 0).all()


def test_the_foot_carries_the_joint():
    foot = rolled(ROLLS)
    motion = bent(TOES, foot)
    assert motion.shift + motion.turn @ TOES.joint == pytest.approx(foot.shift + foot.turn @ TOES.joint)


def test_toes_in_the_air_and_on_a_lifted_forefoot_are_straight():
    assert (bends(TOES, rolled(ROLLS, lift=0.3)) == 0.0).all()
    assert (bends(TOES, rolled(-ROLLS)) == 0.0).all()


def test_toes_let_go_of_the_floor_without_a_jump():
    lifts = np.linspace(0.0, 0.1, 400)
    angles = np.concatenate([bends(TOES, rolled([0.6], lift=lift)) for lift in lifts])
    assert angles[0] > 0.5
    assert angles[-1] == 0.0
    assert np.abs(np.diff(angles)).max() < 0.02


def test_a_box_is_a_floor_for_whoever_stands_on_it():
    stands = replace(TOES, boxes=(Box("step", (0.7, 0.4, 0.15), (1.0, 1.0, 0.3), 0.4),))
    assert tips(stands, rolled(ROLLS, lift=0.3))[:, 2] == pytest.approx(0.3)
    beside = replace(TOES, boxes=(Box("step", (3.7, 0.4, 0.15), (1.0, 1.0, 0.3), 0.4),))
    assert (bends(beside, rolled(ROLLS, lift=0.3)) == 0.0).all()
