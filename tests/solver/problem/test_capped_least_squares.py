"""Least squares with upper bounds against SciPy's own for bounds, and the conditions of an optimum."""

import numpy as np
import pytest
from scipy.optimize import lsq_linear

from solver.problem.guess.capped_least_squares import capped_least_squares


@pytest.mark.parametrize("seed", range(8))
def test_is_the_optimum(seed):
    generator = np.random.default_rng(seed)
    n = 40
    matrix = np.concatenate([generator.normal(size=(n, n)), 0.1 * np.eye(n)])
    right = generator.normal(size=2 * n)
    ceiling = np.where(generator.random(n) < 0.7, generator.normal(size=n), np.inf)
    x = capped_least_squares(matrix, right, ceiling)
    slope = matrix.T @ (matrix @ x - right)
    is_held = x == ceiling
    assert is_held.any()
    assert (x <= ceiling).all()
    assert (slope[is_held] < 1e-9).all()
    assert slope[~is_held] == pytest.approx(0.0, abs=1e-9)
    other = lsq_linear(matrix, right, bounds=(-np.inf, ceiling), method="bvls", tol=1e-14).x
    assert x == pytest.approx(other, abs=1e-6)


def test_a_smooth_trajectory_ends_at_its_optimum():
    """Of a jump: no higher than 1 on the ground, in free fall in the air; block exchanges make no progress there."""
    n = 120
    in_air = (np.arange(n) > 50) & (np.arange(n) < 70)
    bend = np.diff(np.eye(n), 2, axis=0) * np.where(in_air[1:-1], 30.0, 1.0)[:, None]
    matrix = np.concatenate([bend, 1e-3 * np.eye(n), 1e3 * np.eye(n)[[0, -1]]])
    right = np.concatenate([np.where(in_air[1:-1], -0.6, 0.0), np.full(n, 1e-3), np.full(2, 980.0)])
    ceiling = np.where(in_air, np.inf, 1.0)
    x = capped_least_squares(matrix, right, ceiling)
    slope, is_held = matrix.T @ (matrix @ x - right), x == ceiling
    assert (x <= ceiling).all()
    assert x.max() > 1.5
    assert is_held.any()
    assert (slope[is_held] < 0).all()
    assert slope[~is_held] == pytest.approx(0.0, abs=1e-6)


def test_is_the_plain_one_where_no_bound_is_met():
    matrix, right = np.diag([1.0, 2.0, 4.0]), np.array([1.0, 1.0, 1.0])
    ceiling = np.array([5.0, np.inf, 0.25])  # the last is met exactly
    assert capped_least_squares(matrix, right, ceiling) == pytest.approx([1.0, 0.5, 0.25])
