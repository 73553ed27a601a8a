"""The factor by which an ellipsoid and a box can grow until they touch."""

import numpy as np
import pytest

from solver.mechanics.box_gap import N_VARIABLES, ROUNDING, box_gap

COUNT, STEP = 60, 1e-7


def arguments() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Ellipsoids around and in boxes, thin ones too."""
    rng = np.random.default_rng(4)
    axes = np.linalg.qr(rng.normal(size=(2 * COUNT, 3, 3)))[0].reshape(COUNT, 18)
    z = np.concatenate([0.5 * rng.normal(size=(COUNT, 3)), axes], axis=1)
    return z, rng.uniform(0.03, 0.2, (COUNT, 3)), rng.uniform(0.02, 0.6, (COUNT, 3))


@pytest.mark.parametrize(("way", "half"), [((1, 0, 0), 0.5), ((0, 0, -1), 0.2)], ids=str)
def test_a_ball_before_a_face_is_as_far_as_it_is(way: tuple[int, int, int], half: float) -> None:
    """A ball of 0.1 m and a box: both grow by d / (half + 0.1), up to the rounding."""
    distance = 0.9
    z = np.concatenate([distance * np.array(way), *np.eye(3), *np.eye(3)])[None]
    gap = box_gap(z, np.full((1, 3), 0.1), np.array([[0.5, 0.4, 0.2]]))
    exact = distance / (half + 0.1) - 1
    assert exact * (1 - 0.02) - 4 * ROUNDING < gap.value[0] < exact
    assert gap.direction[0] / np.linalg.norm(gap.direction[0]) == pytest.approx(way, abs=0.01)


def test_grown_by_it_they_touch() -> None:
    """Points of the ellipsoid, grown by the factor, are not in the box grown by it, and soon are in a larger one."""
    z, radii, half = arguments()
    growth = box_gap(z, radii, half).value + 1
    rng = np.random.default_rng(5)
    ball = rng.normal(size=(40_000, 3))
    ball /= np.linalg.norm(ball, axis=1)[:, None]
    for k in range(COUNT):
        points = z[k, :3] + growth[k] * (ball * radii[k]) @ z[k, 3:12].reshape(3, 3)
        beyond = (np.abs(points @ z[k, 12:].reshape(3, 3).T) - growth[k] * half[k]).max(1).min()
        assert -1e-9 < beyond < 0.03 * growth[k]


def test_derivatives() -> None:
    z, radii, half = arguments()
    gap, along = box_gap(z, radii, half), np.random.default_rng(6).normal(size=(COUNT, N_VARIABLES))
    up, down = (box_gap(z + sign * STEP * along, radii, half) for sign in (1, -1))
    slope, bend = (gap.gradient() * along).sum(1), (gap.bend() @ along[..., None])[..., 0]
    scale = np.abs(bend).max(1)[:, None] + 1
    assert slope == pytest.approx((up.value - down.value) / (2 * STEP), rel=1e-5, abs=1e-5)
    assert bend / scale == pytest.approx((up.gradient() - down.gradient()) / (2 * STEP) / scale, abs=1e-5)
    assert gap.gradient(3) == pytest.approx(gap.gradient()[:, :12])
    assert gap.bend(3) == pytest.approx(gap.bend()[:, :12, :12])


def test_a_start_changes_nothing() -> None:
    z, radii, half = arguments()
    gap = box_gap(z, radii, half)
    from_elsewhere = np.random.default_rng(7).permutation(gap.direction)
    for start in (gap.direction, from_elsewhere, -gap.direction):
        again = box_gap(z, radii, half, start)
        assert again.value == pytest.approx(gap.value, abs=1e-10)
        assert again.direction == pytest.approx(gap.direction, rel=1e-6, abs=1e-6)
