"""Ellipsoids apart, touching and overlapping."""

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.spatial.transform import Rotation

from solver.mechanics.ellipsoid_gap import N_VARIABLES, SIGNS, ellipsoid_gap

A, B = np.array([0.3, 0.1, 0.2]), np.array([0.05, 0.25, 0.15])


def pairs(n: int, seed: int = 0) -> np.ndarray:
    rng = np.random.default_rng(seed)
    turns = Rotation.random(2 * n, random_state=seed).as_matrix().swapaxes(1, 2).reshape(2, n, 9)
    return np.concatenate([rng.normal(0, 0.3, (n, 3)), turns[0], turns[1]], axis=1)


def test_spheres_touch_where_their_radii_meet() -> None:
    eye = np.eye(3).ravel()
    for distance, expected in ((0.5, 0.0), (1.0, 3.0), (0.25, -0.75)):
        z = np.concatenate([[0.0, distance, 0.0], eye, eye])[None]
        gap = ellipsoid_gap(z, np.full(3, 0.2), np.full(3, 0.3))
        assert gap.value[0] == pytest.approx(expected, abs=1e-9)  # (distance / sum of radii)^2 - 1


def test_sign_says_whether_they_overlap() -> None:
    """Against the smallest distance between their surfaces, found by another route."""
    z = pairs(40, seed=3)
    values = ellipsoid_gap(z, A, B).value
    assert 5 < (values < 0).sum() < 35
    for i in range(len(z)):
        r, ea, eb = z[i, :3], z[i, 3:12].reshape(3, 3), z[i, 12:].reshape(3, 3)

        def inside_b(p: np.ndarray, r: np.ndarray = r, eb: np.ndarray = eb) -> float:
            return float((((eb @ (p - r)) / B) ** 2).sum())

        best = min(
            minimize(
                inside_b,
                start,
                constraints={"type": "ineq", "fun": lambda p, ea=ea: 1 - (((ea @ p) / A) ** 2).sum()},
            ).fun
            for start in (np.zeros(3), r / 2)
        )
        if abs(best - 1) > 1e-3:
            assert (best < 1) == (values[i] < 0)


def test_growing_both_by_the_root_makes_them_touch() -> None:
    z = pairs(10, seed=5)
    factor = np.sqrt(ellipsoid_gap(z, A, B).value + 1)
    for i in range(10):
        assert ellipsoid_gap(z[i : i + 1], factor[i] * A, factor[i] * B).value[0] == pytest.approx(
            0, abs=1e-9
        )


def test_derivatives() -> None:
    z, step = pairs(6, seed=1), 1e-6
    z[:, 3:] += np.random.default_rng(2).normal(0, 0.05, z[:, 3:].shape)  # the axes need not be unit vectors
    gap = ellipsoid_gap(z, A, B)
    slopes = gap.slopes()
    hessian = (slopes * SIGNS[:, None]).swapaxes(1, 2) @ slopes
    for k in range(N_VARIABLES):
        shift = np.zeros(N_VARIABLES)
        shift[k] = step
        up, down = ellipsoid_gap(z + shift, A, B), ellipsoid_gap(z - shift, A, B)
        scale = np.abs(gap.gradient).max(1)
        assert (np.abs((up.value - down.value) / (2 * step) - gap.gradient[:, k]) < 1e-6 * scale).all()
        slope = (up.gradient - down.gradient) / (2 * step)
        assert (np.abs(slope - hessian[:, k]) < 1e-6 * np.abs(hessian).max((1, 2))[:, None]).all()
