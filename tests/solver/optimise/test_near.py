"""Within a window only the frames around it are worked out, with the same numbers as all of them."""

import numpy as np
import pytest

from solver.optimise.subproblem import Subproblem
from solver.optimise.window import Window, frame_of, restrict
from solver.problem.problem import Problem
from tests.solver.odd_jobs import CLIPS, EVERY, point, problem_of

MIDDLE = 2  # of five frames: its neighbors' equations have the outermost frames


@pytest.mark.parametrize(("clip", "root"), EVERY)
def test_rows_and_derivatives_are_those_of_the_whole(clip: str, root: str) -> None:
    problem = problem_of(clip, root)
    x, moved = point(problem), frame_of(problem.transcription)
    near = problem.near(x, MIDDLE, MIDDLE)
    assert near is not problem
    free = moved == MIDDLE
    ours, whole = Subproblem(near, x, free), Subproblem(problem, x, free)
    rng = np.random.default_rng(1)
    y, multipliers = ours.start + rng.normal(0, 0.1, ours.size), rng.normal(0, 1, len(ours.rows))
    close = {"rtol": 1e-10, "atol": 1e-10}
    np.testing.assert_allclose(ours.constraints(y), whole.constraints(y), **close)
    np.testing.assert_allclose(ours.jacobian(y), whole.jacobian(y), **close)
    np.testing.assert_allclose(ours.hessian(y, multipliers, 1.3), whole.hessian(y, multipliers, 1.3), **close)
    assert ours.value(y) == pytest.approx(whole.value(y), rel=1e-12)
    np.testing.assert_allclose(ours.gradient(y), whole.gradient(y), **close)


@pytest.mark.parametrize("clip", [name for name, cycle in CLIPS.items() if cycle is not None])
def test_all_of_a_cycle_counts_where_its_ends_are_within_reach(clip: str) -> None:
    problem = problem_of(clip, "free")
    assert problem.near(point(problem), 0, 1) is problem


def test_a_window_at_the_end_of_an_open_clip_reaches_to_the_end() -> None:
    problem = problem_of("open", "free")
    x = point(problem)
    last = problem.transcription.timeline.n_frames - 1
    part = restrict(problem, x, Window(last - 1, last))
    assert isinstance(part.problem, Problem)
    assert part.problem is not problem
    np.testing.assert_allclose(
        part.constraints(part.start), problem.constraints(x)[part.rows], rtol=1e-10, atol=1e-10
    )
