"""What a run of the optimizer holds is given back when it ends, before the next one begins."""

import gc
import weakref

import pytest

from solver.optimise.ipopt import OK, minimise
from solver.optimise.recipe import COLD
from solver.problem.formulate import formulate
from solver.problem.guess.first_guess import first_guess
from tests.support.bad_jobs import walk


@pytest.fixture
def uncollected():
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("uncollected")
def test_a_run_is_not_kept_by_what_it_calls():
    """IPOPT's matrices take more than the problem itself; they lived on in a circle with their own callbacks."""
    problem = formulate(walk())
    seen = []

    def watch(iteration):
        seen.append(weakref.ref(watch))  # noqa: F821  it is deleted below
        return True

    options = COLD.options(problem.transcription.job.options)
    result = minimise(problem, first_guess(problem.transcription), options, watch)
    assert result.status == OK
    del watch
    assert seen[0]() is None
