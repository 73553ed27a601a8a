"""Derivatives beside central differences."""

import typing

import numpy as np

from solver.problem.problem import Problem
from solver.problem.rows.component import Component
from solver.problem.state import State
from tests.solver.odd_jobs import point

STEP = 1e-5  # of the differences
TOLERANCE = 1e-6  # relative to the largest derivative


def differences(function: typing.Callable[[np.ndarray], np.ndarray], x: np.ndarray) -> np.ndarray:
    """(R, size) central differences of a vector function."""
    steps = STEP * np.eye(len(x))
    slopes = [(np.asarray(function(x + s)) - np.asarray(function(x - s))) / (2 * STEP) for s in steps]
    return np.stack(slopes, -1)


def dense(pattern: tuple[np.ndarray, np.ndarray], values: np.ndarray, n_rows: int, size: int) -> np.ndarray:
    matrix = np.zeros((n_rows, size))
    np.add.at(matrix, pattern, values)
    return matrix


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

    def jacobian(at: np.ndarray) -> np.ndarray:
        state = State(problem.transcription, at)
        return dense(component.jacobian_pattern, component.jacobian(state), n_rows, size)

    assert_close(jacobian(x), differences(lambda at: component.values(State(problem.transcription, at)), x))

    multipliers = np.random.default_rng(6).normal(size=n_rows)
    state = State(problem.transcription, x)
    hessian = symmetric(component.hessian_pattern, component.hessian(state, multipliers), size)
    weights = component.point_weights(state, multipliers)
    if weights is not None:
        hessian += carried(problem, state, weights)
    assert_close(hessian, differences(lambda at: multipliers @ jacobian(at), x))


def assert_whole(problem: Problem) -> None:
    x, size, n_rows = point(problem), problem.size, len(problem.g_lower)
    multipliers, factor = np.random.default_rng(7).normal(size=n_rows), 0.6

    def jacobian(at: np.ndarray) -> np.ndarray:
        return dense(problem.jacobian_pattern, problem.jacobian(at), n_rows, size)

    assert_close(jacobian(x), differences(problem.constraints, x))  # what the pattern lacks shows
    assert_close(problem.gradient(x), differences(problem.value, x))
    hessian = symmetric(problem.hessian_pattern, problem.hessian(x, multipliers, factor), size)
    slope = differences(lambda at: factor * problem.gradient(at) + multipliers @ jacobian(at), x)
    assert_close(hessian, slope)
