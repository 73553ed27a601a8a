"""Linear least squares with upper bounds; importing scipy.optimize would take longer than solving."""

import numpy as np

from ...arrays import Array, Flags

PATIENCE = 3  # block exchanges without progress before single exchanges
EXCHANGES = 10  # single ones per unknown, at most
ROUNDING = 1e-10  # relative


def capped_least_squares(matrix: Array, right: Array, ceiling: Array) -> Array:
    """(n,) x <= ceiling that minimizes |matrix x - right|^2, by block principal pivoting.

    Portugal, Judice & Vicente 1994, "A comparison of block pivoting and interior-point algorithms for linear least
    squares problems with nonnegative variables", Mathematics of Computation 63: unknowns are free or at their bounds,
    and all those that violate a bound, or whose multiplier has the wrong sign, are exchanged at once. Where that makes
    no progress, the search goes on from its best feasible point by single exchanges, each of which does.

    Args:
        matrix: (m, n) of full column rank.
        right: (m,).
        ceiling: (n,), infinite for no bound.
    """
    held = np.isfinite(ceiling)
    above, steep = _tolerances(matrix, right, ceiling)
    fewest, patience = len(ceiling) + 1, PATIENCE
    while patience:
        x = _optimum(matrix, right, ceiling, held)
        slope = matrix.T @ (matrix @ x - right)
        wrong = np.where(held, slope > steep, x > ceiling + above)
        n_wrong = np.count_nonzero(wrong)
        if not n_wrong:
            return np.minimum(x, ceiling)
        fewest, patience = (n_wrong, PATIENCE) if n_wrong < fewest else (fewest, patience - 1)
        held ^= wrong
    return _by_single_exchanges(matrix, right, ceiling, np.minimum(x, ceiling))


def _by_single_exchanges(matrix: Array, right: Array, ceiling: Array, x: Array) -> Array:
    """The same from a feasible x: (n,), by the active set method of Stark & Parker 1995.

    "Bounded-variable least-squares: an algorithm and applications", Computational Statistics 10. The sum of squares
    falls at each step, to a bound on the way to the optimum of the free unknowns or to the optimum itself, where the
    unknown that gains most by it leaves its bound.
    """
    above, steep = _tolerances(matrix, right, ceiling)
    held = x >= ceiling
    for _ in range(EXCHANGES * len(ceiling)):
        goal = _optimum(matrix, right, ceiling, held)
        beyond = ~held & (goal > ceiling + above)
        if beyond.any():
            reach = np.full(len(x), np.inf)
            reach[beyond] = (ceiling - x)[beyond] / (goal - x)[beyond]
            first = int(np.argmin(reach))
            x = x + reach[first] * (goal - x)
            x[first], held[first] = ceiling[first], True
            continue
        x, slope = goal, matrix.T @ (matrix @ goal - right)
        gain = np.where(held & (slope > steep), slope, 0.0)
        if not gain.any():
            break
        held[int(np.argmax(gain))] = False
    return np.minimum(x, ceiling)


def _tolerances(matrix: Array, right: Array, ceiling: Array) -> tuple[Array, Array]:
    """(n,) by which unknowns may exceed their bounds and multipliers zero."""
    above = ROUNDING * (1.0 + np.where(np.isfinite(ceiling), np.abs(ceiling), 0.0))
    return above, ROUNDING * np.abs(matrix.T) @ np.abs(right)


def _optimum(matrix: Array, right: Array, ceiling: Array, held: Flags) -> Array:
    """(n,) x that minimizes the sum of squares with the held unknowns at their bounds."""
    x = np.where(held, ceiling, 0.0)
    x[~held] = np.linalg.lstsq(matrix[:, ~held], right - matrix[:, held] @ x[held], rcond=None)[0]
    return x
