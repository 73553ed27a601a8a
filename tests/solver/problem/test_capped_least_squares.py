"""Least squares with upper bounds against SciPy's, and the conditions of an optimum."""

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


def test_is_the_plain_one_where_no_bound_is_met():
    matrix, right = np.diag([1.0, 2.0, 4.0]), np.array([1.0, 1.0, 1.0])
    ceiling = np.array([5.0, np.inf, 0.25])  # the last is met exactly
    assert capped_least_squares(matrix, right, ceiling) == pytest.approx([1.0, 0.5, 0.25])
