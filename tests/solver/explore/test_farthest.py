"""The farthest motion within a price: exact derivatives, and starts that go where a motion is soft."""

from collections.abc import Callable

import numpy as np
import pytest
import scipy.sparse

from solver.animate import make_clip
from solver.arrays import Array
from solver.explore.distance import body_weights, drawn, images
from solver.explore.farthest import Farthest
from solver.explore.metrics.mass import PLAIN
from solver.explore.soft_modes import soft_modes
from solver.job.job import Job
from solver.optimise.solution import Solution
from solver.optimise.solve import solve
from solver.problem.rows.mass_distance import MassDistances

STEP = 1e-6


@pytest.fixture(scope="module")
def solution(walk: Callable[..., Job]) -> Solution:
    return solve(walk(10), send=lambda _: None, cancelled=lambda: False)


@pytest.fixture(scope="module")
def others(solution: Solution) -> MassDistances:
    """From the motion itself, and from its mirror image."""
    clip = make_clip(solution)
    weights = body_weights(clip.job)
    return MassDistances(
        solution.problem.transcription, [drawn(each, clip.job, weights) for each in images(clip.motion)]
    )


def test_derivatives(solution: Solution, others: MassDistances) -> None:
    nlp = Farthest(solution.problem, others, 1.25 * solution.problem.value(solution.x), plain=PLAIN)
    generator = np.random.default_rng(3)
    y = nlp.start(solution.x + 0.05 * generator.normal(size=len(solution.x)))
    way, price = generator.normal(size=len(y)), generator.normal(size=len(nlp.g_lower))
    ahead, behind = y + STEP * way, y - STEP * way

    def sloped(at: Array) -> Array:
        row, column = nlp.jacobian_pattern
        slopes = np.bincount(column, nlp.jacobian(at) * price[row], len(at))
        return np.asarray(nlp.gradient(at) + slopes)

    values = nlp.value(ahead) - nlp.value(behind)
    values += price @ (nlp.constraints(ahead) - nlp.constraints(behind))
    assert sloped(y) @ way == pytest.approx(values / (2 * STEP), rel=1e-6)
    shape = (len(y), len(y))
    lower = scipy.sparse.csr_array((nlp.hessian(y, price, 1.0), nlp.hessian_pattern), shape=shape)
    bent = lower @ way + lower.T @ way - lower.diagonal() * way
    expected = (sloped(ahead) - sloped(behind)) / (2 * STEP)
    np.testing.assert_allclose(bent, expected, atol=1e-5 * np.abs(expected).max())


def test_t_is_the_least_distance(solution: Solution, others: MassDistances) -> None:
    nlp = Farthest(solution.problem, others, 1.0, plain=PLAIN)
    moved = solution.x + 0.02
    squares = others.values(solution.problem.state(moved))
    assert nlp.start(moved)[-1] * PLAIN**2 == pytest.approx(squares.min())


def test_the_softest_way_differs_most_for_what_it_costs(solution: Solution, others: MassDistances) -> None:
    clip, problem = make_clip(solution), solution.problem
    itself = MassDistances(problem.transcription, [drawn(clip.motion, clip.job, body_weights(clip.job))])
    modes = soft_modes(solution, itself, 3, np.random.default_rng(0))

    def differs(way: Array) -> float:
        return float(itself.values(problem.state(solution.x + 1e-3 * way))[0])

    apart = [differs(mode) for mode in modes]
    assert apart == sorted(apart, reverse=True)
    again = soft_modes(solution, itself, 3, np.random.default_rng(1))
    assert differs(again[0]) == pytest.approx(apart[0], rel=0.02)
    row, column = problem.jacobian_pattern
    equal = problem.g_lower == problem.g_upper
    left = np.bincount(row, problem.jacobian(solution.x) * modes[0][column], len(equal))[equal]
    assert np.abs(left).max() < 1e-6 * np.abs(modes[0]).max()  # within the equations of motion
