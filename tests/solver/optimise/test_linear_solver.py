"""Which solver IPOPT gets for its linear systems, and that the motion does not depend on it."""

from collections.abc import Callable, Iterator

import pytest

from solver.job.job import Job
from solver.optimise import linear_solver
from solver.optimise.solution import Solution
from solver.optimise.solve import solve


@pytest.fixture
def without_ours(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As with a cyipopt that is not from our wheel."""
    monkeypatch.setattr(linear_solver, "LIBRARY", "no-such-library.so")
    linear_solver.linear_solver.cache_clear()
    yield
    linear_solver.linear_solver.cache_clear()


def found(job: Job) -> Solution:
    return solve(job, tell=lambda _: None, cancelled=lambda: False)


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
