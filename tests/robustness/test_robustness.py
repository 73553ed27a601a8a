"""A few of the random tasks of scripts.robustness, one of each kind that is quick, are solved and judged."""

import numpy as np
import pytest

from tests.robustness.draw import KINDS, draw_tasks
from tests.robustness.solve import solve_task
from tests.robustness.task import Task

SEED = 9
QUICK = (
    *("human walk", "human run", "human reach", "quadruped turn", "quadruped jump"),
    *("hopper hop", "hopper jump", "arm throw", "tree swing", "tree stand"),
)
TIME_LIMIT = 60.0  # s; a busy computer is slow


@pytest.mark.parametrize("kind", QUICK)
def test_random_task_is_solved_and_physical(kind: str) -> None:
    number = list(KINDS).index(kind)
    task = Task(kind, number, KINDS[kind](np.random.default_rng([SEED, number])))
    outcome = solve_task(task, time_limit=TIME_LIMIT)
    assert outcome.judged, outcome.reason


def test_a_task_is_drawn_again_from_its_number() -> None:
    some, all_of_them = draw_tasks(40, 3, only="tree"), draw_tasks(60, 3)
    assert {task.kind for task in some} == {"tree swing", "tree stand", "tree jump"}
    for task in some:
        assert all_of_them[task.number] == task
    assert {task.kind for task in all_of_them} == set(KINDS)


def test_other_seeds_draw_other_tasks() -> None:
    assert draw_tasks(5, 0) != draw_tasks(5, 1)
