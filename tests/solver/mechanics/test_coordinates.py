"""Coordinates read back from poses."""

import numpy as np
import pytest

from solver.fitting.presets.arm import spatial_arm
from solver.fitting.presets.chip import chip
from solver.fitting.presets.human import human
from solver.fitting.presets.quadruped import quadruped
from solver.mechanics.inverse_kinematics import coordinates
from solver.mechanics.kinematics import Kinematics
from solver.rotations import matrix_from_quaternion


def world(kinematics, q):
    position, orientation = kinematics.poses(q)
    rest = matrix_from_quaternion([body.orientation for body in kinematics.character.bodies])
    return position, matrix_from_quaternion(orientation) @ np.swapaxes(rest, -1, -2)


@pytest.mark.parametrize("preset", [human, chip, quadruped, spatial_arm])
def test_a_pose_gives_its_coordinates_back(preset):
    kinematics = Kinematics(preset())
    tree, rng = kinematics.tree, np.random.default_rng(1)
    low, high = (np.clip(ends, -1.2, 1.2) for ends in (tree.lower, tree.upper))
    phase = np.linspace(0, 1, 9)[:, None]
    wave = 0.5 + 0.5 * np.sin(2 * np.pi * phase + rng.uniform(0, 6, tree.n))
    q = low + (high - low) * wave
    assert coordinates(tree, *world(kinematics, q)) == pytest.approx(q, abs=1e-9)


def test_a_somersault_is_counted_on_and_on():
    kinematics = Kinematics(human())
    q = np.zeros((41, kinematics.tree.n))
    flip = kinematics.tree.names.index("root.rx")
    q[:, flip] = np.linspace(0, 4 * np.pi, 41)
    assert coordinates(kinematics.tree, *world(kinematics, q))[:, flip] == pytest.approx(q[:, flip], abs=1e-9)


def test_a_knee_bent_sideways_takes_the_nearest_bend():
    kinematics = Kinematics(human())
    tree = kinematics.tree
    position, turn = world(kinematics, np.zeros((1, tree.n)))
    knee = tree.names.index("shin.L.rx")
    shin, foot = tree.body[knee], kinematics.character.body_index("foot.L")
    aside = np.array([[0.995, 0.0998, 0.0], [-0.0998, 0.995, 0.0], [0.0, 0.0, 1.0]])
    turn[0, shin] = aside @ turn[0, shin]
    turn[0, foot] = turn[0, shin]
    assert abs(coordinates(tree, position, turn)[0, knee]) < 0.02
