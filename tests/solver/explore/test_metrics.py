"""Measures of difference: the same for found motions and for those that are sought, with exact derivatives."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest
import scipy.sparse

from solver.animate import make_clip
from solver.errors import InputError
from solver.explore.distance import body_weights, images, mass_distance
from solver.explore.metrics.hands_and_feet import HandsAndFeet
from solver.explore.metrics.joint_angles import JointAngles
from solver.explore.metrics.mass import MassDistance
from solver.explore.metrics.metric import Metric
from solver.explore.metrics.own_expression import OwnExpression
from solver.explore.metrics.whole_body import ALONE, WholeBody
from solver.explore.variation import Variation
from solver.explore.variations import variations
from solver.job.job import Job
from solver.job.objectives.effort import JointWeight
from solver.motion.motion import Motion
from solver.optimise.solution import Solution
from solver.optimise.solve import solve
from solver.problem.formulate import formulate
from solver.problem.rows.component import Pattern
from tests.solver.physical import assert_physical
from tests.support.command import errors, run

STEP = 1e-6
EXPRESSION = "L_forearm.position.z - torso.position.z + 0.1 * L_elbow.ry"
METRICS = (MassDistance, WholeBody, HandsAndFeet, JointAngles, partial(OwnExpression, expression=EXPRESSION))


@pytest.fixture(scope="module", params=[False, True], ids=["whole", "half"])
def solution(walk: Callable[..., Job], request: pytest.FixtureRequest) -> Solution:
    job = walk(10)
    assert job.cycle is not None
    job = replace(job, cycle=replace(job.cycle, mirrored=request.param))
    return solve(job, send=lambda _: None, cancelled=lambda: False)


@pytest.mark.parametrize("metric", METRICS)
def test_what_is_sought_is_measured_as_what_is_found(
    solution: Solution, metric: Callable[[Job], Metric]
) -> None:
    clip = make_clip(solution)
    measure, own = metric(clip.job), clip.motion
    moved = _shifted(own)
    problem = formulate(measure.tracked(clip.job))
    told = measure.distances(problem.transcription, [own, moved]).values(problem.state(solution.x))
    itself, away = told.reshape(-1, 2).min(0)
    assert itself == pytest.approx(0, abs=1e-9)
    assert np.sqrt(away) == pytest.approx(measure.apart(own, moved), rel=1e-6)
    assert measure.apart(own, own) == 0


@pytest.mark.parametrize("metric", METRICS)
def test_derivatives(solution: Solution, metric: Callable[[Job], Metric]) -> None:
    clip = make_clip(solution)
    measure = metric(clip.job)
    problem = formulate(measure.tracked(clip.job))
    sought = measure.distances(problem.transcription, [clip.motion, _shifted(clip.motion)])
    generator = np.random.default_rng(2)
    factors = generator.uniform(0.3, 1.2, len(sought.values(problem.state(solution.x))))
    x = solution.x + 0.05 * generator.normal(size=problem.size)
    way = generator.normal(size=problem.size)

    def sloped(at: np.ndarray) -> np.ndarray:
        slopes = factors @ sought.slopes(problem.state(at))
        return np.bincount(sought.columns, slopes, problem.size)

    ahead, behind = x + STEP * way, x - STEP * way
    rise = factors @ (sought.values(problem.state(ahead)) - sought.values(problem.state(behind)))
    assert sloped(x) @ way == pytest.approx(rise / (2 * STEP), rel=1e-5)
    no_rows, points = np.zeros(len(problem.g_lower)), sought.point_weights(problem.state(x), factors)
    bent = _bent(sought.hessian(problem.state(x), factors), sought.hessian_pattern, way)
    bent += _bent(problem.hessian(x, no_rows, 0.0, point_weights=points), problem.hessian_pattern, way)
    expected = (sloped(ahead) - sloped(behind)) / (2 * STEP)
    np.testing.assert_allclose(bent, expected, atol=1e-5 * np.abs(expected).max())


@pytest.fixture(scope="module")
def varied(walk: Callable[..., Job]) -> tuple[Variation, ...]:
    """Two motions that differ in the whole body."""
    return variations(walk(16), 2, metric=WholeBody(walk(16)))


@pytest.mark.parametrize("metric", METRICS[1:])
def test_motions_vary_by_each_measure(
    walk: Callable[..., Job], varied: tuple[Variation, ...], metric: Callable[[Job], Metric]
) -> None:
    job = walk(16)
    measure = metric(job)
    best, other = varied if metric is WholeBody else variations(job, 2, metric=measure)
    assert_physical(other.clip)
    assert other.distance > 0.05
    assert other.distance == pytest.approx(
        min(measure.apart(other.clip.motion, image) for image in images(best.clip.motion))
    )


def test_trunk_and_legs_make_up_a_difference_of_the_whole_body(varied: tuple[Variation, ...]) -> None:
    best, other = varied
    besides = body_weights(best.clip.job, limbs=0.0)
    assert 0 < besides.sum() < len(besides)
    for image in images(best.clip.motion):
        assert mass_distance(other.clip.motion, image) > 0.999 * other.distance
        assert mass_distance(other.clip.motion, image, besides) > 0.999 * ALONE * other.distance


def test_a_joint_of_no_weight_does_not_count(walk: Callable[..., Job], solution: Solution) -> None:
    clip = make_clip(solution)
    alone = JointAngles(clip.job, (JointWeight("*", 0.0), JointWeight("L_knee.*", 1.0)))
    assert alone.apart(clip.motion, clip.motion) == 0
    with pytest.raises(InputError, match="a joint with a weight above 0"):
        JointAngles(clip.job, (JointWeight("*", 0.0),))


def test_the_command_line_names_the_measure(walk: Callable[..., Job], tmp_path: Path) -> None:
    walk(10).save(tmp_path / "job.json")
    options = (tmp_path / "job.json", "--out", tmp_path, "--count", 2)
    code, messages = run("variations", *options, "--by", "joint angles")
    assert code == 0
    assert any("degrees from the nearest" in str(message) for message in messages)
    code, messages = run("variations", *options, "--by", "expression", "--expression", "L_forearm.tz")
    assert code == 0
    code, messages = run("variations", *options, "--by", "expression")
    assert code == 2
    assert "expected an expression with --by expression" in str(errors(messages)[0])
    code, messages = run("variations", *options, "--by", "hands and feet", "--body", "torso")
    assert code == 2
    assert "expected no bodies" in str(errors(messages)[0])


def test_an_expression_is_a_number_of_where_bodies_are(walk: Callable[..., Job]) -> None:
    job = walk(10)
    with pytest.raises(InputError, match="is a vector"):
        OwnExpression(job, "com.velocity")
    with pytest.raises(InputError, match="uses forces"):
        OwnExpression(job, "L_foot.force.z")
    with pytest.raises(InputError, match="there is no name 'nose'"):
        OwnExpression(job, "nose.position.z")


def _bent(values: np.ndarray, pattern: Pattern, way: np.ndarray) -> np.ndarray:
    """Product of a symmetric matrix, given by its lower triangle, and a vector."""
    lower = scipy.sparse.csr_array((values, pattern), shape=(len(way), len(way)))
    return np.asarray(lower @ way + lower.T @ way - lower.diagonal() * way)


def _shifted(motion: Motion) -> Motion:
    """Each frame as the one after the next has it."""
    return replace(
        motion,
        position=np.roll(motion.position, 2, axis=0),
        orientation=np.roll(motion.orientation, 2, axis=0),
    )
