import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.job.cycle import Cycle
from solver.rotations import matrix_from_quaternion

angles = st.floats(-6.0, 6.0)
metres = st.floats(-5.0, 5.0)


@given(x=metres, y=metres, length=st.floats(0.1, 5.0), heading=angles, turn=angles)
def test_an_arc_begins_along_its_heading_and_has_its_length(x, y, length, heading, turn) -> None:
    cycle = Cycle.along_arc((x, y), length, heading=heading, turn=turn)
    shares = np.linspace(0.0, 1.0, 1001)
    rotations, shifts = cycle.part(shares)
    way = (rotations @ np.array([x, y, 0.0]) + shifts)[:, :2]
    steps = np.diff(way, axis=0)
    assert np.linalg.norm(steps, axis=1).sum() == pytest.approx(length, rel=1e-4)
    first = heading + turn / 2000  # of the chord of the first step
    np.testing.assert_allclose(steps[0] / np.linalg.norm(steps[0]), [np.cos(first), np.sin(first)], atol=1e-5)


def test_straight_ahead_is_the_limit_of_arcs() -> None:
    straight = Cycle.along_arc((0.3, -0.2), 1.3, heading=0.4)
    nearly = Cycle.along_arc((0.3, -0.2), 1.3, heading=0.4, turn=1e-8)
    np.testing.assert_allclose(straight.translation, nearly.translation, atol=1e-7)
    assert straight.centre is None


@given(x=metres, y=metres, z=metres, yaw=angles, later=angles)
def test_the_algebra_is_that_of_matrices(x, y, z, yaw, later) -> None:
    first, after = Cycle((x, y, z), yaw), Cycle((y, z, x), later)
    points = np.array([[0.3, -1.2, 0.7], [2.0, 0.1, -0.4]])
    moved = points @ first.turn.T + first.translation
    np.testing.assert_allclose(first.move_points(points), moved, atol=1e-12)
    np.testing.assert_allclose(first.inverse.move_points(moved), points, atol=1e-12)
    np.testing.assert_allclose(
        first.then(after).move_points(points), moved @ after.turn.T + after.translation, atol=1e-12
    )
    turned = np.array([[0.5, -0.1, 0.7, 0.5]]) / np.linalg.norm([0.5, -0.1, 0.7, 0.5])
    np.testing.assert_allclose(
        matrix_from_quaternion(first.move_orientations(turned)),
        first.turn @ matrix_from_quaternion(turned),
        atol=1e-12,
    )
    if first.centre is not None:
        over = first.centre
        still = first.move_points(over) - over
        assert np.hypot(*still[:2]) < 1e-9 * (1 + np.hypot(*over[:2]))
