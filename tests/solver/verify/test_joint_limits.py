"""Angles beyond limits, in every order of axes and at the poles where angles are not unique."""

from itertools import permutations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from solver.mechanics.euler import matrix_from_angles
from solver.verify.joint_limits import excess

ORDERS = ["".join(p) for n in range(4) for p in permutations("XYZ", n)]


@pytest.mark.parametrize("axes", ORDERS)
def test_inside_is_inside(axes: str) -> None:
    rng = np.random.default_rng(len(axes))
    limits = tuple((-low, high) for low, high in rng.uniform(0.2, 3.0, (len(axes), 2)))
    angles = np.array([rng.uniform(low, high, 500) for low, high in limits]).reshape(len(axes), 500).T
    assert excess(matrix_from_angles(angles, axes), axes, limits).max() < 1e-9


@pytest.mark.parametrize("axes", [a for a in ORDERS if a])
def test_beyond_is_measured_on_each_axis(axes: str) -> None:
    limits = ((-0.4, 0.3),) * len(axes)
    for k in range(len(axes)):
        angles = np.full((2, len(axes)), 0.1)
        angles[:, k] = -0.6, 0.4
        assert excess(matrix_from_angles(angles, axes), axes, limits) == pytest.approx([0.2, 0.1])


@pytest.mark.parametrize("axes", ["", "X", "ZY", "YX"])
def test_axes_that_are_missing_may_not_turn(axes: str) -> None:
    lacking = next(letter for letter in "XYZ" if letter not in axes)
    turn = Rotation.from_euler(lacking, [[0.25]]).as_matrix()
    assert excess(turn, axes, ((-3.0, 3.0),) * len(axes)) == pytest.approx([0.25])


@pytest.mark.parametrize("axes", ["ZXY", "XYZ", "YXZ", "XZ"])
@pytest.mark.parametrize("pole", [np.pi / 2, -np.pi / 2])
@pytest.mark.parametrize("near", [0.0, 1e-12, 1e-7, 1e-5])
def test_right_middle_angle_gets_the_benefit_of_the_doubt(axes: str, pole: float, near: float) -> None:
    limits = ((-0.5, 1.0), (-2.0, 2.0), (-0.2, 1.4))[: len(axes)]
    angles = np.array([[-0.3, pole - near, 1.2], [0.9, pole + near, 0.4], [0.7, pole, -0.1]])[:, : len(axes)]
    assert excess(matrix_from_angles(angles, axes), axes, limits).max() < 3e-6


def test_limits_beyond_half_a_turn() -> None:
    turn = matrix_from_angles(np.array([[3.6], [2.4]]), "X")
    assert excess(turn, "X", ((2.5, 4.5),)) == pytest.approx([0.0, 0.1])
    assert excess(turn, "X", ((-np.inf, np.inf),)) == pytest.approx([0.0, 0.0])
