"""The tasks whose timings are searched: each has something to find, from a first guess that fits together."""

import numpy as np
import pytest

from scripts.timings.tasks import TASKS
from solver.mechanics.tree import Tree
from solver.problem.formulate import formulate
from solver.problem.free_timings import free_timings, is_free

UNKNOWNS = {"walk": 2, "stroll": 2, "stride": 2, "run": 2, "limp": 5, "leap": 3}


@pytest.mark.parametrize("name", TASKS)
def test_a_task_has_timings_to_find(name: str) -> None:
    job = TASKS[name]()
    free = free_timings(job, Tree(job.character))
    assert np.count_nonzero(free.lower < free.upper) == UNKNOWNS[name]
    found = free.job_at(free.guess)
    assert not is_free(found)
    formulate(found)
