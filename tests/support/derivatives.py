"""Derivatives compared with central differences."""

import typing
from functools import cache

import numpy as np

from solver.problem.problem import Problem
from solver.problem.rows.component import Component
from solver.problem.state import State
from tests.solver.odd_jobs import point

STEP = 6e-7  # of the differences; the error of longer ones, from curvature, falls with the square
TOLERANCE = 1e-6  # relative to the largest derivative
DIRECTIONS = 4  # random directions to test
FEW = 12  # unknowns, up to which each is tested separately


def differences(
    function: typing.Callable[[np.ndarray], np.ndarray], x: np.ndarray, directions: np.ndarray
) -> np.ndarray:
    """Central differences (R, K) of a vector function along directions (K, size).

    A random direction reveals every wrong entry and every entry missing in a pattern, unless errors cancel exactly.
    """
    slopes = [
        (np.asarray(function(x + s)) - np.asarray(function(x - s))) / (2 * STEP) for s in STEP * directions
    ]
    return np.stack(slopes, -1)


@cache
def directions(size: int) -> np.ndarray:
    """(K, size) random directions; for few unknowns, each one separately."""
    return np.random.default_rng(7).normal(size=(DIRECTIONS, size)) if size > FEW else np.eye(size)


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
    """Contribution of points in the Hessian of the equations of motion."""
    none = np.zeros(len(problem.motion.lower))
    values = problem.motion.hessian_with_points(state, none, weights)
    return symmetric(problem.motion.hessian_pattern, values, problem.size)


def components_of(problem: Problem, kind: type[Component]) -> list[Component]:
    found = [c for c in problem.components if type(c) is kind]
    assert found, f"the jobs of this test give {kind.__name__} no rows: add some"
    return found


@cache
def multipliers(n_rows: int) -> np.ndarray:
    return np.random.default_rng(6).normal(size=n_rows)


def values_and_slope(problem: Problem, component: Component, state: State) -> np.ndarray:
    """(R + size,) values of its rows and the gradient of their weighted sum."""
    values, weights = component.values(state), multipliers(len(component.lower))
    slope = weighted(component.jacobian_pattern, component.jacobian(state), weights, problem.size)
    return np.concatenate([values, slope])


@cache
def expected_of_all(problem: Problem) -> dict[int, np.ndarray]:
    """Central differences of all components of a problem, by identity; together, to share the values of a state."""

    def all_of_them(at: np.ndarray) -> np.ndarray:
        state = State(problem.transcription, at)
        return np.concatenate([values_and_slope(problem, each, state) for each in problem.components])

    ends = np.cumsum([len(each.lower) + problem.size for each in problem.components])
    parts = np.split(differences(all_of_them, point(problem), directions(problem.size)), ends[:-1])
    return {id(each): part for each, part in zip(problem.components, parts, strict=True)}


def assert_derivatives(problem: Problem, component: Component) -> None:
    x, size = point(problem), problem.size
    n_rows, along = len(component.lower), directions(size)
    pattern, state = component.jacobian_pattern, State(problem.transcription, x)
    assert n_rows == len(component.upper) == len(component.values(state))
    if any(each is component for each in problem.components):
        expected = expected_of_all(problem)[id(component)]
    else:
        expected = differences(
            lambda at: values_and_slope(problem, component, State(problem.transcription, at)), x, along
        )
    assert_close(dense(pattern, component.jacobian(state), n_rows, size) @ along.T, expected[:n_rows])
    hessian = symmetric(component.hessian_pattern, component.hessian(state, multipliers(n_rows)), size)
    weights = component.point_weights(state, multipliers(n_rows))
    if weights is not None:
        hessian += carried(problem, state, weights)
    assert_close(hessian @ along.T, expected[n_rows:])


def assert_whole(problem: Problem) -> None:
    """Checks the whole problem along random directions, which also reveals entries missing in the patterns."""
    x, size, n_rows = point(problem), problem.size, len(problem.g_lower)
    along, factor = directions(size), 0.6

    def slope(at: np.ndarray) -> np.ndarray:
        values = problem.jacobian(at)
        return factor * problem.gradient(at) + weighted(
            problem.jacobian_pattern, values, multipliers(n_rows), size
        )

    jacobian = dense(problem.jacobian_pattern, problem.jacobian(x), n_rows, size)
    assert_close(jacobian @ along.T, differences(problem.constraints, x, along))
    assert_close(along @ problem.gradient(x), differences(problem.value, x, along))
    hessian = symmetric(problem.hessian_pattern, problem.hessian(x, multipliers(n_rows), factor), size)
    assert_close(hessian @ along.T, differences(slope, x, along))
