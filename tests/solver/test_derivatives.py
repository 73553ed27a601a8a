"""Every component's and every objective's derivatives against central differences, in every kind of clip.

The kinds are read from the solver itself: a new one is tested as soon as it is listed, and fails here until
the jobs below give it rows.
"""

import typing
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from solver.job.job import Constraint, Job, Objective
from solver.problem.constraints.at_rest import AtRestRows
from solver.problem.constraints.joins import JoinsRows
from solver.problem.constraints.table import ROWS
from solver.problem.formulate import PHYSICS, formulate
from solver.problem.objectives.weighted_sum import WeightedSum
from solver.problem.physics.equations_of_motion import EquationsOfMotion
from solver.problem.physics.friction_ratio import FrictionRatio
from solver.problem.rows.component import Component
from solver.problem.rows.expression_rows import ExpressionRows
from solver.problem.rows.least_peak import LeastPeak
from solver.problem.state import State
from tests.solver.odd_jobs import EVERY, FOLLOWED, OBJECTIVES, point, problem_of
from tests.support.command import run
from tests.support.derivatives import (
    assert_close,
    assert_derivatives,
    assert_whole,
    carried,
    components_of,
    differences,
    directions,
    symmetric,
)

COMPONENTS = (EquationsOfMotion, *PHYSICS, *dict.fromkeys(ROWS.values()), ExpressionRows, LeastPeak)


every_clip = pytest.mark.parametrize(("clip", "root"), EVERY)


@every_clip
@pytest.mark.parametrize("kind", COMPONENTS, ids=lambda kind: kind.__name__)
def test_component_alone(kind: type[Component], clip: str, root: str) -> None:
    if kind in (AtRestRows, JoinsRows) and clip != "open":
        pytest.skip("a cycle has no ends")
    problem = problem_of(clip, root)
    for component in components_of(problem, kind):
        assert_derivatives(problem, component)


@every_clip
@pytest.mark.parametrize("example", [*OBJECTIVES, FOLLOWED], ids=lambda example: example.kind)
def test_objective_alone(example: Objective, clip: str, root: str) -> None:
    if example is FOLLOWED and clip == "mirrored":
        pytest.skip("a drawn motion is followed frame by frame")
    problem = problem_of(clip, root)
    objective, x = WeightedSum((replace(example, weight=1.3),), problem.transcription), point(problem)
    assert objective.value(x) != 0, f"the jobs of this test give {example.kind} nothing to measure"
    along = directions(problem.size)
    assert_close(along @ objective.gradient(x), differences(lambda at: objective.value(at), x, along))
    state, size = State(problem.transcription, x), problem.size
    hessian = symmetric(objective.hessian_pattern, objective.hessian, size)
    hessian += symmetric(objective.varying_pattern, objective.varying_hessian(state, 1.0), size)
    weights = objective.point_weights(state, 1.0)
    if weights is not None:
        hessian += carried(problem, state, weights)
    assert_close(hessian @ along.T, differences(objective.gradient, x, along))


@every_clip
def test_the_cone_of_a_drawn_motion(clip: str, root: str) -> None:
    problem = problem_of(clip, root)
    assert_derivatives(problem, FrictionRatio(problem.transcription))


@every_clip
def test_whole_problem(clip: str, root: str) -> None:
    assert_whole(problem_of(clip, root))


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
    kinds = {type(c) for c in problem_of("open", "free").transcription.job.constraints}
    assert kinds == set(typing.get_args(Constraint))


def test_every_kind_of_objective_is_tested() -> None:
    assert {type(example) for example in (*OBJECTIVES, FOLLOWED)} == set(typing.get_args(Objective))


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
    ours.transcription.job.save(path)
    job = Job.load(path)
    assert job == ours.transcription.job
    theirs, x = formulate(job), point(ours)
    assert theirs.constraints(x) == pytest.approx(ours.constraints(x), rel=1e-12, abs=1e-12)
    assert theirs.value(x) == pytest.approx(ours.value(x), rel=1e-12)
    code, messages = run("check", path)
    assert code == 0, messages
