"""Every component's and every objective's derivatives against central differences, in every kind of clip.

The kinds are read from the solver itself: a new one is tested as soon as it is listed, and fails here until
the jobs below give it rows.
"""

import subprocess
import sys
import typing
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from solver.problem.constraints.component import Component
from solver.problem.constraints.end_speed import EndSpeed
from solver.problem.constraints.equations_of_motion import EquationsOfMotion
from solver.problem.constraints.expression_rows import ExpressionRows
from solver.problem.constraints.least_peak import LeastPeak
from solver.problem.formulate import CONTACTS, formulate
from solver.problem.job import Constraint, Job, Objective
from solver.problem.problem import Problem
from solver.problem.state import State
from solver.problem.weighted_sum import WeightedSum
from tests.solver.odd_jobs import EVERY, OBJECTIVES, point, problem_of

ROOT = Path(__file__).resolve().parents[2]
STEP = 1e-5  # of the differences
TOLERANCE = 1e-6  # relative to the largest derivative
COMPONENTS = (EquationsOfMotion, *CONTACTS, ExpressionRows, LeastPeak)


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


every_clip = pytest.mark.parametrize(("clip", "root"), EVERY)


@every_clip
@pytest.mark.parametrize("kind", COMPONENTS, ids=lambda kind: kind.__name__)
def test_component_alone(kind: type[Component], clip: str, root: str) -> None:
    if kind is EndSpeed and clip != "open":
        pytest.skip("a cycle has no ends")
    problem = problem_of(clip, root)
    for component in components_of(problem, kind):
        assert_derivatives(problem, component)


def assert_derivatives(problem: Problem, component: Component) -> None:
    x, size = point(problem), problem.size
    n_rows = len(component.lower)
    assert n_rows == len(component.upper) == len(component.values(State(problem.setting, x)))

    def jacobian(at: np.ndarray) -> np.ndarray:
        state = State(problem.setting, at)
        return dense(component.jacobian_pattern, component.jacobian(state), n_rows, size)

    assert_close(jacobian(x), differences(lambda at: component.values(State(problem.setting, at)), x))

    multipliers = np.random.default_rng(6).normal(size=n_rows)
    state = State(problem.setting, x)
    hessian = symmetric(component.hessian_pattern, component.hessian(state, multipliers), size)
    weights = component.point_weights(state, multipliers)
    if weights is not None:
        hessian += carried(problem, state, weights)
    assert_close(hessian, differences(lambda at: multipliers @ jacobian(at), x))


@every_clip
@pytest.mark.parametrize("example", OBJECTIVES, ids=lambda example: example.kind)
def test_objective_alone(example: Objective, clip: str, root: str) -> None:
    problem = problem_of(clip, root)
    objective, x = WeightedSum((replace(example, weight=1.3),), problem.setting), point(problem)
    assert objective.value(x) > 0, f"the jobs of this test give {example.kind} nothing to measure"
    assert_close(objective.gradient(x), differences(lambda at: objective.value(at), x))
    state, size = State(problem.setting, x), problem.size
    hessian = symmetric(objective.hessian_pattern, objective.hessian, size)
    hessian += symmetric(objective.varying_pattern, objective.varying_hessian(state, 1.0), size)
    weights = objective.point_weights(state, 1.0)
    if weights is not None:
        hessian += carried(problem, state, weights)
    assert_close(hessian, differences(objective.gradient, x))


@every_clip
def test_whole_problem(clip: str, root: str) -> None:
    assert_whole(problem_of(clip, root))


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


@every_clip
def test_no_entry_is_told_twice(clip: str, root: str) -> None:
    problem = problem_of(clip, root)
    patterns = [problem.jacobian_pattern, problem.hessian_pattern]
    patterns += [c.jacobian_pattern for c in problem.components]
    for row, column in patterns:
        assert len(np.unique(row * problem.size + column)) == len(row)
    on_diagonal = [index[problem.hessian_diagonal] for index in problem.hessian_pattern]
    assert all(np.array_equal(index, np.arange(problem.size)) for index in on_diagonal)


def test_the_jobs_have_every_kind_of_constraint() -> None:
    kinds = {type(c) for c in problem_of("open", "free").setting.job.constraints}
    assert kinds == set(typing.get_args(Constraint))


def test_every_kind_of_objective_is_tested() -> None:
    assert {type(example) for example in OBJECTIVES} == set(typing.get_args(Objective))


def test_zero_multipliers_leave_the_objective_alone() -> None:
    problem = problem_of("transformed", "free")
    hessian = problem.hessian(point(problem), np.zeros(len(problem.g_lower)), 1.0)
    objective, state = problem.objective, problem.state(point(problem))
    expected = symmetric(objective.hessian_pattern, objective.hessian, problem.size)
    expected += symmetric(objective.varying_pattern, objective.varying_hessian(state, 1.0), problem.size)
    expected += carried(problem, state, objective.point_weights(state, 1.0))
    assert_close(symmetric(problem.hessian_pattern, hessian, problem.size), expected)


@pytest.mark.parametrize("clip", ["open", "mirrored"])
def test_whatever_python_says_a_job_file_says(clip: str, tmp_path: Path) -> None:
    """And the command line checks it: these jobs have every kind of constraint, objective, surface and hold."""
    ours, path = problem_of(clip, "free"), tmp_path / "job.json"
    ours.setting.job.save(path)
    job = Job.load(path)
    assert job == ours.setting.job
    theirs, x = formulate(job), point(ours)
    assert theirs.constraints(x) == pytest.approx(ours.constraints(x), rel=1e-12, abs=1e-12)
    assert theirs.value(x) == pytest.approx(ours.value(x), rel=1e-12)
    command = (sys.executable, "-m", "solver", "check", str(path))
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=240, check=False)
    assert said.returncode == 0, said.stdout
