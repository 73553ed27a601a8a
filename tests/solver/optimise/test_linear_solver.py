"""Which solver IPOPT gets for its linear systems, and that the motion does not depend on it."""

from collections.abc import Callable, Iterator

import pytest

from solver.job.job import Job
from solver.optimise import linear_solver, recipe, search
from solver.optimise.ipopt import minimise
from solver.optimise.solution import Solution
from solver.optimise.solve import solve
from tests.support.drawn_swing import drawn_swing


@pytest.fixture
def without_ours(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As with a cyipopt that is not from our wheel."""
    monkeypatch.setattr(linear_solver, "LIBRARY", "no-such-library.so")
    linear_solver.linear_solver.cache_clear()
    yield
    linear_solver.linear_solver.cache_clear()


def found(job: Job) -> Solution:
    return solve(job, send=lambda _: None, cancelled=lambda: False)


def test_ours_comes_with_the_wheel() -> None:
    path = linear_solver.own_library()
    assert path is not None
    assert linear_solver.linear_solver()["hsllib"] == str(path)


def test_mumps_serves_where_ours_is_not_there(
    walk: Callable[..., Job], without_ours: None, request: pytest.FixtureRequest
) -> None:
    """The walk is the same: both solve the same systems."""
    assert linear_solver.own_library() is None
    assert linear_solver.linear_solver()["linear_solver"] == "mumps"
    theirs = found(walk())
    request.getfixturevalue("monkeypatch").undo()
    linear_solver.linear_solver.cache_clear()
    assert linear_solver.linear_solver()["linear_solver"] == "ma57"
    ours = found(walk())
    assert theirs.solved
    assert ours.solved
    assert ours.iterations == pytest.approx(theirs.iterations, abs=2)
    assert ours.problem.value(ours.x) == pytest.approx(theirs.problem.value(theirs.x), rel=1e-6)


@pytest.mark.parametrize(
    ("fps", "solvers"),
    [(30.0, ["ma57", "mumps"]), (120.0, ["ma57", "ma57", "ma57", "mumps"])],
    ids=["at once", "refined"],
)
def test_a_long_drawn_motion_is_left_to_mumps(
    monkeypatch: pytest.MonkeyPatch, fps: float, solvers: list[str]
) -> None:
    """It needs less memory there. The motion is the same, and neither is made more exact than was asked."""
    chosen = []

    def noted(nlp, start, options, *rest, **named):
        chosen.append(options["linear_solver"])
        return minimise(nlp, start, options, *rest, **named)

    monkeypatch.setattr(search, "minimise", noted)
    short = found(drawn_swing(fps, angle=0.2))
    monkeypatch.setattr(recipe, "LONG", short.problem.size - 1)
    long = found(drawn_swing(fps, angle=0.2))
    assert chosen == solvers
    assert short.solved
    assert long.solved
    assert long.problem.value(long.x) == pytest.approx(short.problem.value(short.x), rel=1e-3)
