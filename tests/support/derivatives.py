"""Derivatives beside central differences."""

import typing

import numpy as np

from solver.problem.problem import Problem
from solver.problem.rows.component import Component
from solver.problem.state import State
from tests.solver.odd_jobs import point

STEP = 1e-5  # of the differences
TOLERANCE = 1e-6  # relative to the largest derivative
DIRECTIONS = (
    12  # at random, along which a whole problem is tried: its components are tried along every unknown
)


def differences(
    function: typing.Callable[[np.ndarray], np.ndarray], x: np.ndarray, directions: np.ndarray | None = None
) -> np.ndarray:
    """Central differences (R, K) of a vector function along directions (K, size); along every unknown by default."""
    steps = STEP * (np.eye(len(x)) if directions is None else directions)
    slopes = [(np.asarray(function(x + s)) - np.asarray(function(x - s))) / (2 * STEP) for s in steps]
    return np.stack(slopes, -1)


def dense(pattern: tuple[np.ndarray, np.ndarray], values: np.ndarray, n_rows: int, size: int) -> np.ndarray:
    matrix = np.zeros((n_rows, size))
    np.add.at(matrix, pattern, values)
    return matrix


def weighted(
    pattern: tuple[np.ndarray, np.ndarray], values: np.ndarray, multipliers: np.ndarray, size: int
) -> np.ndarray:
    """(size,) multipliers @ dense(pattern, values)."""
    row, column = pattern
    return np.bincount(column, multipliers[row] * values, size)


def symmetric(pattern: tuple[np.ndarray, np.ndarray], values: np.ndarray, size: int) -> np.ndarray:
    assert (pattern[0] >= pattern[1]).all(), "the Hessian is told by its lower triangle"
    lower = dense(pattern, values, size, size)
    return lower + np.tril(lower, -1).T


def assert_close(found: np.ndarray, expected: np.ndarray) -> None:
    assert np.abs(found - expected).max() <= TOLERANCE * max(1.0, np.abs(expected).max())


def carried(problem: Problem, state: State, weights: np.ndarray) -> np.ndarray:
    """What the equations of motion's Hessian carries along for points."""
    none = np.zeros(len(problem.motion.lower))
    values = problem.motion.hessian_with_points(state, none, weights)
    return symmetric(problem.motion.hessian_pattern, values, problem.size)


def components_of(problem: Problem, kind: type[Component]) -> list[Component]:
    found = [c for c in problem.components if type(c) is kind]
    assert found, f"the jobs of this test give {kind.__name__} no rows: add some"
    return found


def assert_derivatives(problem: Problem, component: Component) -> None:
    x, size = point(problem), problem.size
    n_rows = len(component.lower)
    assert n_rows == len(component.upper) == len(component.values(State(problem.transcription, x)))

    pattern, state = component.jacobian_pattern, State(problem.transcription, x)
    multipliers = np.random.default_rng(6).normal(size=n_rows)

    def values_and_slope(at: np.ndarray) -> np.ndarray:
        """In one, as what a state has found out serves both."""
        state = State(problem.transcription, at)
        slope = weighted(pattern, component.jacobian(state), multipliers, size)
        return np.concatenate([component.values(state), slope])

    expected = differences(values_and_slope, x)
    assert_close(dense(pattern, component.jacobian(state), n_rows, size), expected[:n_rows])
    hessian = symmetric(component.hessian_pattern, component.hessian(state, multipliers), size)
    weights = component.point_weights(state, multipliers)
    if weights is not None:
        hessian += carried(problem, state, weights)
    assert_close(hessian, expected[n_rows:])


def assert_whole(problem: Problem) -> None:
    """Along random directions, where an entry that the patterns lack shows as well."""
    x, size, n_rows = point(problem), problem.size, len(problem.g_lower)
    random = np.random.default_rng(7)
    multipliers, factor = random.normal(size=n_rows), 0.6
    along = random.normal(size=(DIRECTIONS, size))

    def slope(at: np.ndarray) -> np.ndarray:
        values = problem.jacobian(at)
        return factor * problem.gradient(at) + weighted(problem.jacobian_pattern, values, multipliers, size)

    jacobian = dense(problem.jacobian_pattern, problem.jacobian(x), n_rows, size)
    assert_close(jacobian @ along.T, differences(problem.constraints, x, along))
    assert_close(along @ problem.gradient(x), differences(problem.value, x, along))
    hessian = symmetric(problem.hessian_pattern, problem.hessian(x, multipliers, factor), size)
    assert_close(hessian @ along.T, differences(slope, x, along))
