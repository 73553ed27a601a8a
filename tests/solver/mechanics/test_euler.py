"""Successive turns against scipy's, and back."""

from itertools import permutations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from solver.mechanics.euler import angles_from_matrix, matrix_from_angles, other_angles

ORDERS = ["".join(p) for p in permutations("XYZ")]


@pytest.mark.parametrize("axes", [*ORDERS, "X", "ZY", "ZXZ"])
def test_turns_are_about_the_turned_axes(axes: str) -> None:
    angles = np.random.default_rng(0).uniform(-4, 4, (50, len(axes)))
    expected = Rotation.from_euler(axes, angles).as_matrix()  # upper case: about the turned axes
    assert matrix_from_angles(angles, axes) == pytest.approx(expected, abs=1e-14)


@pytest.mark.parametrize("axes", ORDERS)
def test_angles_make_the_rotation_again(axes: str) -> None:
    matrix = Rotation.random(200, random_state=1).as_matrix()
    angles = angles_from_matrix(matrix, axes)
    assert np.abs(angles[:, 1]).max() <= np.pi / 2
    assert matrix_from_angles(angles, axes) == pytest.approx(matrix, abs=1e-14)
    assert matrix_from_angles(other_angles(angles), axes) == pytest.approx(matrix, abs=1e-14)


@pytest.mark.parametrize("axes", ORDERS)
@pytest.mark.parametrize("pole", [np.pi / 2, -np.pi / 2])
@pytest.mark.parametrize("near", [0.0, 1e-12, 1e-8, 1e-5])
def test_angles_at_the_poles_make_the_rotation_too(axes: str, pole: float, near: float) -> None:
    matrix = matrix_from_angles(np.array([[0.7, pole - near, -1.1], [3.0, pole + near, 0.2]]), axes)
    assert matrix_from_angles(angles_from_matrix(matrix, axes), axes) == pytest.approx(matrix, abs=2e-9)
