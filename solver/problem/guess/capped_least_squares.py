"""Linear least squares with upper bounds, in most cases without scipy.optimize, which takes longer to load."""

import numpy as np

from ...arrays import Array

PATIENCE = 3  # exchanges without progress
ROUNDING = 1e-10  # relative
ITERATIONS = 10  # of SciPy per unknown, at most


def capped_least_squares(matrix: Array, right: Array, ceiling: Array) -> Array:
    """(n,) x that minimizes |matrix x - right|^2 subject to x <= ceiling.

    Portugal, Judice & Vicente 1994, "A comparison of block pivoting and interior-point algorithms for linear least
    squares problems with nonnegative variables", Mathematics of Computation 63: unknowns are free or at their bounds,
    and all those that violate a bound, or whose multiplier has the wrong sign, are exchanged at once. Where that makes
    no progress, SciPy solves the problem.

    Args:
        matrix: (m, n) of full column rank.
        right: (m,).
        ceiling: (n,), infinite for no bound.
    """
    held = np.isfinite(ceiling)
    above = ROUNDING * (1.0 + np.where(held, np.abs(ceiling), 0.0))
    steep = ROUNDING * np.abs(matrix.T) @ np.abs(right)
    fewest, patience = len(ceiling) + 1, PATIENCE
    while patience:
        x = np.where(held, ceiling, 0.0)
        x[~held] = np.linalg.lstsq(matrix[:, ~held], right - matrix[:, held] @ x[held], rcond=None)[0]
        wrong = np.where(held, matrix.T @ (matrix @ x - right) > steep, x > ceiling + above)
        n_wrong = np.count_nonzero(wrong)
        if not n_wrong:
            return np.minimum(x, ceiling)
        fewest, patience = (n_wrong, PATIENCE) if n_wrong < fewest else (fewest, patience - 1)
        held ^= wrong
    return _by_nonnegative_distances(matrix, right, ceiling)


def _by_nonnegative_distances(matrix: Array, right: Array, ceiling: Array) -> Array:
    """The same by SciPy's least squares for nonnegative unknowns: the distances from the bounds.

    Their columns are projected to where the free unknowns do not reach.
    """
    from scipy.optimize import nnls

    is_capped = np.isfinite(ceiling)
    bounded, free = matrix[:, is_capped], matrix[:, ~is_capped]
    reached = np.linalg.qr(free)[0]
    x, excess = ceiling.copy(), bounded @ ceiling[is_capped] - right
    columns, target = (each - reached @ (reached.T @ each) for each in (bounded, excess))
    x[is_capped] -= nnls(columns, target, maxiter=ITERATIONS * len(x))[0]
    x[~is_capped] = np.linalg.lstsq(free, right - bounded @ x[is_capped], rcond=None)[0]
    return x
