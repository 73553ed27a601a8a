"""Linear least squares with upper bounds; importing scipy.optimize would take longer than solving."""

import numpy as np

from ...arrays import Array

PATIENCE = 3  # block exchanges without progress before single exchanges
EXCHANGES = 10  # per unknown, at most
ROUNDING = 1e-10  # relative


def capped_least_squares(matrix: Array, right: Array, ceiling: Array) -> Array:
    """(n,) x <= ceiling that minimizes |matrix x - right|^2, by block principal pivoting.

    Portugal, Judice & Vicente 1994, "A comparison of block pivoting and interior-point algorithms for linear least
    squares problems with nonnegative variables", Mathematics of Computation 63: unknowns are free or at their bounds,
    and all those that violate a bound, or whose multiplier has the wrong sign, are exchanged at once.

    Args:
        matrix: (m, n) of full column rank.
        right: (m,).
        ceiling: (n,), infinite for no bound.
    """
    held = np.zeros(len(ceiling), bool)
    above = ROUNDING * (1.0 + np.where(np.isfinite(ceiling), np.abs(ceiling), 0.0))
    steep = ROUNDING * np.abs(matrix.T) @ np.abs(right)
    fewest, patience = len(ceiling) + 1, PATIENCE
    x = np.zeros(len(ceiling))
    for _ in range(EXCHANGES * len(ceiling)):
        x[held] = ceiling[held]
        rest = right - matrix[:, held] @ x[held]
        x[~held] = np.linalg.lstsq(matrix[:, ~held], rest, rcond=None)[0]
        slope = matrix.T @ (matrix @ x - right)
        wrong = np.flatnonzero(np.where(held, slope > steep, x > ceiling + above))
        if not len(wrong):
            break
        is_fewer = len(wrong) < fewest
        fewest, patience = (len(wrong), PATIENCE) if is_fewer else (fewest, patience - 1)
        held[wrong if patience >= 0 else wrong[-1:]] ^= True
    return np.minimum(x, ceiling)
