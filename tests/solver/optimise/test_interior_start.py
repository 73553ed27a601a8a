"""A warm start feels the bounds that its neighbour did not touch, and still ends in the same motion."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from solver.job.job import Job
from solver.optimise.interior_start import interior_start
from solver.optimise.ipopt import minimise
from solver.optimise.recipe import WARM
from solver.optimise.resample import resample
from solver.optimise.search import is_solved
from solver.optimise.solution import Solution
from solver.optimise.solve import solve
from solver.optimise.start import Start
from solver.optimise.warm_multipliers import with_nearby_bounds_raised
from solver.problem.formulate import formulate

Make = Callable[..., Job]


def solved(job: Job, start: Start | None = None) -> Solution:
    return solve(job, send=lambda _: None, cancelled=lambda: False, start=start)


@pytest.fixture(scope="module")
def base(walk: Make) -> Solution:
    return solved(walk(speed=1.0))


def test_only_bounds_that_lie_ahead_are_raised(walk: Make, base: Solution) -> None:
    problem = formulate(walk(speed=1.15))
    known = base.multipliers
    assert known is not None
    x = interior_start(problem, resample(Start.of_solution(base), problem.transcription))
    raised = with_nearby_bounds_raised(problem, x, known)
    free = problem.lower < problem.upper
    assert (x >= problem.lower).all()
    assert (x <= problem.upper).all()
    assert (np.minimum(x - problem.lower, problem.upper - x)[free] > 1e-3).all()

    equal = problem.g_lower == problem.g_upper
    assert (raised.rows[equal] == known.rows[equal]).all()
    above = problem.constraints(x) - problem.g_lower
    one_sided = ~equal & np.isinf(problem.g_upper)
    assert (raised.rows[one_sided] <= known.rows[one_sided]).all()  # negative at a lower bound
    weak = one_sided & (known.rows > -1e-3)
    near = weak & (above < 0.005)
    assert raised.rows[near].mean() < 10 * raised.rows[weak & (above > 0.05)].mean() < 0

    for old, new, distance in (
        (known.lower, raised.lower, x - problem.lower),
        (known.upper, raised.upper, problem.upper - x),
    ):
        assert (new >= old).all()
        touched = old > 0.1
        assert touched.any()
        assert (new[touched] == old[touched]).all()
        untouched = np.flatnonzero((old < 1e-3) & np.isfinite(distance))
        nearest_first = untouched[np.argsort(distance[untouched])]
        assert new[nearest_first[0]] > 10 * new[nearest_first[len(untouched) // 2]]


def test_it_saves_iterations_and_changes_no_motion(walk: Make, base: Solution) -> None:
    problem, known = formulate(walk(speed=1.15)), base.multipliers
    assert known is not None
    x = interior_start(problem, resample(Start.of_solution(base), problem.transcription))
    raised = with_nearby_bounds_raised(problem, x, known)
    plain, ahead = (
        minimise(problem, x, WARM.options(problem.transcription.job.options), multipliers=multipliers)
        for multipliers in (known, raised)
    )
    assert is_solved(plain)
    assert is_solved(ahead)
    assert ahead.iterations < plain.iterations
    assert ahead.x == pytest.approx(plain.x, abs=1e-3)


def test_a_neighbour_is_solved_in_six_iterations_either_way(walk: Make, base: Solution) -> None:
    faster = solved(walk(speed=1.15), Start.of_solution(base))
    back = solved(walk(speed=1.0), Start.of_solution(faster))
    assert faster.iterations <= 6
    assert back.iterations <= 6
    assert back.problem.value(back.x) == pytest.approx(base.problem.value(base.x), rel=1e-4)
    slightly = replace(walk(speed=1.0), gravity=(0.0, 0.0, -9.5))
    assert solved(slightly, Start.of_solution(base)).iterations <= 6
