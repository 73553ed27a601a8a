"""Motions between two: physical, on their way from one to the other, and exact derivatives of what is sought."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
import scipy.sparse

from solver.animate import make_clip
from solver.clip.clip import Clip
from solver.errors import InputError
from solver.explore.distance import body_weights, drawn, mass_distance
from solver.explore.slider import Slider
from solver.explore.toward import Toward
from solver.explore.variations import variations
from solver.job.job import Job
from solver.optimise.solve import solve
from solver.problem.rows.mass_distance import MassDistances
from tests.solver.physical import assert_judged, assert_physical
from tests.support.command import errors, run

SHARES = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
STEP = 1e-6


@pytest.fixture(scope="module")
def three(stride: Job) -> Sequence[Clip]:
    return [each.clip for each in variations(stride, 3, slack=0.25)]


@pytest.mark.parametrize(("first", "second"), [(0, 1), (1, 2)])
def test_the_way_from_one_to_another_is_physical_and_goes_on(
    three: Sequence[Clip], first: int, second: int, judge: ModuleType
) -> None:
    a, b = three[first], three[second]
    slider, weights = Slider(a, b), body_weights(a.job)
    clips = [slider.at(share) for share in SHARES]
    assert clips[0] is a
    assert clips[-1] is b
    for clip in clips:
        assert_physical(clip)
        assert_judged(clip, judge)
    left = [mass_distance(clip.motion, a.motion, weights) for clip in clips]
    to_go = [mass_distance(clip.motion, b.motion, weights) for clip in clips]
    assert all(here < there for here, there in pairwise(left))
    assert all(here > there for here, there in pairwise(to_go))
    dearest = max(a.provenance.objective, b.provenance.objective)
    assert all(clip.provenance.objective < 1.1 * dearest for clip in clips)


def test_going_back_leads_to_the_same_motion(three: Sequence[Clip]) -> None:
    slider = Slider(three[0], three[1])
    once = slider.at(0.5)
    slider.at(0.7)
    again = slider.at(0.5)
    assert mass_distance(once.motion, again.motion) < 1e-3


def test_only_motions_of_one_job_have_others_in_between(three: Sequence[Clip], walked: Clip) -> None:
    with pytest.raises(InputError, match="expected two motions of one job, found 'walk' and 'walk'"):
        Slider(three[0], walked)
    with pytest.raises(InputError, match=r"from 0 to 1, found 1\.5"):
        Slider(three[0], three[1]).at(1.5)


def test_derivatives(walk: Callable[..., Job]) -> None:
    solution = solve(walk(10), send=lambda _: None, cancelled=lambda: False)
    clip, problem = make_clip(solution), solution.problem
    generator = np.random.default_rng(3)
    away = replace(
        clip.motion, position=clip.motion.position + 0.1 * generator.normal(size=clip.motion.position.shape)
    )
    target = MassDistances(problem.transcription, [drawn(away, clip.job, body_weights(clip.job))])
    nlp = Toward(problem, target)
    x, way = solution.x + 0.05 * generator.normal(size=problem.size), generator.normal(size=problem.size)
    ahead, behind = x + STEP * way, x - STEP * way
    slope = (nlp.value(ahead) - nlp.value(behind)) / (2 * STEP)
    assert nlp.gradient(x) @ way == pytest.approx(slope, rel=1e-6)
    values, nothing = (
        nlp.hessian(x, np.zeros(len(nlp.g_lower)), 1.0),
        (problem.size, problem.size),
    )
    lower = scipy.sparse.csr_array((values, nlp.hessian_pattern), shape=nothing)
    bent = lower @ way + lower.T @ way - lower.diagonal() * way
    expected = (nlp.gradient(ahead) - nlp.gradient(behind)) / (2 * STEP)
    np.testing.assert_allclose(bent, expected, atol=1e-5 * np.abs(expected).max())


def test_between_from_the_command_line(three: Sequence[Clip], tmp_path: Path) -> None:
    for k, clip in enumerate(three):
        clip.save(tmp_path / f"{k}.npz")
    code, _ = run(
        "between", tmp_path / "0.npz", tmp_path / "1.npz", "--out", tmp_path, "--share", 0.5, "--share", 0.8
    )
    assert code == 0
    assert Clip.load(tmp_path / "between_2.npz").provenance.strategy == "nearest"
    code, messages = run("between", tmp_path / "0.npz", tmp_path / "1.npz", "--out", tmp_path, "--share", 3)
    assert code == 2
    assert "from 0 to 1" in str(errors(messages)[0])
