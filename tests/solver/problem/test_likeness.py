"""A problem that shares the parts of another is none but itself."""

from dataclasses import replace

import numpy as np
import pytest

from solver.job.surfaces import Box, HalfSpace
from solver.problem.formulate import formulate
from tests.solver.odd_jobs import EVERY, WRITTEN, point, problem_of


@pytest.mark.parametrize(
    ("clip", "root"), [("transformed", "free"), ("mirrored", "free"), ("transformed", "planar")]
)
def test_a_problem_made_of_another_is_the_same_as_one_made_of_nothing(clip: str, root: str) -> None:
    """The one goes another way; expressions, as those about boxes, keep theirs and are left out."""
    full = problem_of(clip, root).transcription.job
    floors = tuple(
        HalfSpace(s.name, s.centre, (0.0, 0.0, 1.0)) if isinstance(s, Box) else s for s in full.surfaces
    )
    job = replace(full, constraints=tuple(c for c in full.constraints if c not in WRITTEN), surfaces=floors)
    assert job.cycle is not None
    longer = replace(job.cycle, translation=tuple(1.7 * way for way in job.cycle.translation))
    other = formulate(replace(job, name="other", cycle=longer))
    fresh, shared = formulate(job), formulate(job, like=other)
    assert shared.components is other.components
    assert (shared.transcription.job, shared.structure) == (job, fresh.structure)
    x, multipliers = point(fresh), np.random.default_rng(6).normal(size=len(fresh.g_lower))
    for name in ("lower", "upper", "g_lower", "g_upper"):
        np.testing.assert_array_equal(getattr(shared, name), getattr(fresh, name))
    for told in (lambda p: [p.value(x)], lambda p: p.gradient(x), lambda p: p.constraints(x)):
        np.testing.assert_array_equal(told(shared), told(fresh))
    for pattern in ("jacobian_pattern", "hessian_pattern"):
        np.testing.assert_array_equal(getattr(shared, pattern), getattr(fresh, pattern))
    np.testing.assert_array_equal(shared.jacobian(x), fresh.jacobian(x))
    np.testing.assert_array_equal(shared.hessian(x, multipliers, 0.7), fresh.hessian(x, multipliers, 0.7))
    assert np.abs(other.constraints(x) - fresh.constraints(x)).max() > 1e-3, "the ways make no difference"


@pytest.mark.parametrize(("clip", "root"), EVERY)
def test_what_keeps_its_way_is_made_anew(clip: str, root: str) -> None:
    other = problem_of(clip, root)
    assert formulate(other.transcription.job, like=other).components is not other.components
