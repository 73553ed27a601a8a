"""Soft modes: directions with the largest difference of an optimal motion for the least cost."""

import numpy as np
import scipy.linalg
import scipy.sparse
import scipy.sparse.linalg

from ..arrays import Array
from ..optimise.solution import Solution
from ..problem.rows.component import Pattern
from ..problem.rows.distances import Distances

ROUNDS = 8  # of subspace iteration; starts need no accuracy
TOUCHED, NEAR = 1e-2, 1e-4  # multiplier and slack of an active row
ROUNDING = 1e-12
SOFT, HARD = 1e-6, 1e8  # limits of the stiffness of a bound


def soft_modes(solution: Solution, itself: Distances, count: int, generator: np.random.Generator) -> Array:
    """(count, size) directions v that maximize d^2(v) = v'Gv / 2 for v'Wv = 1 within the active rows.

    G is the second derivative of the distance at the motion itself, W that of the Lagrangian, with the stiffness of
    bounds. v costs v'Wv / 2 to second order. Subspace iteration uses the inverse of the optimality system, which is
    factorized once.

    Args:
        solution: an optimum, with its multipliers.
        itself: the distance from its own motion.
        count: number of directions, the softest first.
        generator: of the initial directions.
    """
    problem, x, found = solution.problem, solution.x, solution.multipliers
    assert found is not None
    n = problem.size
    bend = _symmetric(problem.hessian(x, found.rows, 1.0), problem.hessian_pattern, n)
    state = problem.state(x)
    every = np.ones(len(itself.values(state)))
    apart = _symmetric(itself.hessian(state, every), itself.hessian_pattern, n)
    stiff = found.lower / np.maximum(x - problem.lower, SOFT) + found.upper / np.maximum(
        problem.upper - x, SOFT
    )
    bend = bend + scipy.sparse.diags_array(np.clip(np.abs(stiff), SOFT, HARD))
    g = problem.constraints(x)
    slack = np.minimum(g - problem.g_lower, problem.g_upper - g)
    holds = (problem.g_lower == problem.g_upper) | ((np.abs(found.rows) > TOUCHED) & (slack < NEAR))
    slopes = scipy.sparse.csr_array((problem.jacobian(x), problem.jacobian_pattern), shape=(len(g), n))[
        np.flatnonzero(holds)
    ]
    rounding = scipy.sparse.diags_array(np.full(slopes.shape[0], -1e-9))
    system = scipy.sparse.block_array([[bend, slopes.T], [slopes, rounding]], format="csc")
    factored = scipy.sparse.linalg.splu(system)
    ways = generator.normal(size=(n, 2 * count))
    for _ in range(ROUNDS):
        pulled = np.vstack([apart @ ways, np.zeros((slopes.shape[0], ways.shape[1]))])
        ways = factored.solve(pulled)[:n]
        ways /= np.abs(ways).max(0)
        cost, worth = ways.T @ (bend @ ways), ways.T @ (apart @ ways)
        worth += ROUNDING * np.trace(worth) * np.eye(len(worth))
        stiffness, mixed = scipy.linalg.eigh(cost, worth)
        softest = np.argsort(np.abs(stiffness))  # negative values are rounding errors and count as soft
        ways = ways @ (mixed / np.sqrt(np.maximum(np.abs(stiffness), SOFT)))[:, softest]
    return np.asarray(ways[:, :count].T)


def _symmetric(values: Array, pattern: Pattern, n: int) -> scipy.sparse.csr_array:
    lower = scipy.sparse.csr_array((values, pattern), shape=(n, n))
    return scipy.sparse.csr_array(lower + lower.T - scipy.sparse.diags_array(lower.diagonal()))
