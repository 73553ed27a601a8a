import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.job.cycle import Cycle

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
