"""Batches of tasks: answers in order, by one process or several, whatever becomes of one of them."""

import multiprocessing
import time
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, ThreadPoolExecutor
from contextlib import closing, contextmanager

import pytest

from solver.errors import InputError
from solver.messages import Message, Status
from solver.scheduling import batches as module
from solver.scheduling.batches import Batches
from solver.scheduling.workers import ExecutorWorkers, Workers
from tests.support.squaring import square

BUSY = Status("Squaring")


def never() -> bool:
    return False


@contextmanager
def batches(workers: Workers | int | None) -> Iterator[Batches[int, int]]:
    with closing(Batches(square, workers, busy=BUSY)) as opened:
        yield opened


@pytest.mark.parametrize(("workers", "count"), [(None, 1), (1, 1), (2, 2)])
def test_answers_are_in_the_order_of_the_tasks(workers: int | None, count: int) -> None:
    told: list[Message] = []
    with batches(workers) as several:
        assert several.count == count
        for tasks in ([5, 1, 4, 2], [], [3]):
            found = several.answers(tasks, send=told.append, cancelled=never)
            assert found == [number * number for number in tasks]
    assert bool(told) is (count == 1)  # a worker keeps its progress to itself


def test_any_executor_will_do() -> None:
    with ThreadPoolExecutor(2) as executor, batches(ExecutorWorkers(executor, 2)) as several:
        assert several.answers([2, 3, 4], send=lambda _: None, cancelled=never) == [4, 9, 16]


def test_a_task_that_kills_its_worker_is_lost_alone() -> None:
    with batches(2) as several:
        found = several.answers(
            [2, 13, 4], send=lambda _: None, cancelled=never, lost=lambda task, _error: -task
        )
        assert found == [4, -13, 16]
        with pytest.raises(BrokenExecutor):
            several.answers([13], send=lambda _: None, cancelled=never)


@pytest.mark.parametrize("workers", [None, 2])
def test_the_error_of_a_task_is_raised(workers: int | None) -> None:
    with batches(workers) as several, pytest.raises(ValueError, match="-1 is below zero"):
        several.answers([2, -1], send=lambda _: None, cancelled=never)


def test_cancelling_ends_what_the_workers_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two would wait forever; meanwhile a message says that they are at work."""
    monkeypatch.setattr(module, "BEAT", 0.0)
    told: list[Message] = []
    before = set(multiprocessing.active_children())
    with batches(2) as several:
        assert several.answers([1, 2], send=lambda _: None, cancelled=never) == [1, 4]
        found = several.answers([3, 99, 99, 5], send=told.append, cancelled=lambda: len(told) > 5)
    assert found == [9, None, None, None]
    assert set(told) == {BUSY}
    deadline = time.monotonic() + 30.0
    while set(multiprocessing.active_children()) - before and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not set(multiprocessing.active_children()) - before


def test_nothing_begins_once_it_is_canceled() -> None:
    with batches(None) as several:
        assert several.answers([2, 99], send=lambda _: None, cancelled=lambda: True) == [None, None]


@pytest.mark.parametrize("wrong", [0, -1, "two"])
def test_no_workers_are_refused(wrong: object) -> None:
    with pytest.raises(InputError, match="expected a number of processes from 1"):
        Batches(square, wrong, busy=BUSY)  # type: ignore[arg-type]
