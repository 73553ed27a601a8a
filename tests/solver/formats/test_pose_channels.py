"""Rotations to channels and back, in every rotation mode."""

import numpy as np
import pytest

from solver.formats.pose_channels import axis_angle_channels, quaternion_channels
from solver.mechanics.euler_angles import euler_angles
from solver.rotations import matrix_from_quaternion, rotation_about

FRAMES = 200


def somersaults(seed=0, turns=2.5):
    """Rotations (S, 3, 3) that turn over several times about a wandering axis."""
    generator = np.random.default_rng(seed)
    t = np.linspace(0, 1, FRAMES)
    waves = generator.normal(size=(3, 2)) @ np.stack([np.sin(2 * np.pi * t), np.cos(2 * np.pi * t)])
    axis = waves.T + np.array([0.5, 2.0, 0.7])
    axis /= np.linalg.norm(axis, axis=1)[:, None]
    return matrix_from_quaternion(rotation_about(axis, 2 * np.pi * turns * t))


def about(letter, angle):
    return matrix_from_quaternion(rotation_about(np.eye(3)["XYZ".index(letter)], angle))


@pytest.mark.parametrize("order", ["XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX"])
def test_euler_angles_make_the_rotation_and_do_not_flip(order):
    rotation = somersaults()
    angles = euler_angles(rotation, order)
    again = np.eye(3)
    for letter in order:  # Blender's first letter turns first
        again = about(letter, angles[:, "XYZ".index(letter)]) @ again
    assert again == pytest.approx(rotation, abs=1e-12)


@pytest.mark.parametrize("order", ["XYZ", "ZXY"])
def test_euler_angles_wind_on_past_half_a_turn(order):
    angle = np.linspace(0, 4 * np.pi, FRAMES)
    found = euler_angles(about(order[0], angle), order)
    assert found[:, "XYZ".index(order[0])] == pytest.approx(angle)


def test_quaternions_do_not_change_sides():
    channels = quaternion_channels(somersaults())
    assert channels[0, 0] >= 0
    assert (np.sum(channels[1:] * channels[:-1], axis=1) > 0).all()


def test_axis_and_angle_make_the_rotation_and_do_not_flip():
    rotation = somersaults()
    channels = axis_angle_channels(rotation)
    again = matrix_from_quaternion(rotation_about(channels[:, 1:], channels[:, 0]))
    assert again == pytest.approx(rotation, abs=1e-9)
    assert (np.sum(channels[1:, 1:] * channels[:-1, 1:], axis=1) > 0).all()
    assert np.abs(np.diff(channels[:, 0])).max() < 1.0


def test_axis_where_nothing_turns_is_the_nearest_ones():
    angle = np.maximum(np.linspace(-1, 1, 11), 0)
    channels = axis_angle_channels(about("X", angle))
    assert channels[:, 1:] == pytest.approx(np.tile([1.0, 0, 0], (11, 1)))
    assert axis_angle_channels(np.tile(np.eye(3), (4, 1, 1)))[:, 0] == pytest.approx(0)
