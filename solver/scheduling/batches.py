"""Batches of tasks, each of which needs all answers to the one before it."""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor
from dataclasses import dataclass
from functools import partial
from typing import Generic

from ..messages import Message, Sink
from .own_process import is_stopped
from .scheduler import Answer, Scheduler, Task
from .workers import Workers, as_workers

TICK = 0.1  # s between checks for cancellation
BEAT = 15.0  # s between messages while workers are busy; a silent solver counts as dead

Cancelled = Callable[[], bool]
Work = Callable[[Task, Sink, Cancelled], Answer]


class Batches(Generic[Task, Answer]):
    """Works on one batch of tasks after another, by workers or in this process.

    Args:
        work: on a task; sends progress and ends soon when canceled. Must be a module-level function, because it is
            pickled by name.
        workers: of the scheduler, or the number of processes; None or 1: one task after another, here.
        busy: message that is sent now and then while workers are busy.

    Attributes:
        count: number of tasks worked on in parallel.

    Raises:
        InputError: ``workers`` is invalid.
    """

    def __init__(self, work: Work[Task, Answer], workers: Workers | int | None, *, busy: Message) -> None:
        self._work, self._busy, self.count = work, busy, 1
        self._scheduler: Scheduler[_Numbered[Task], _Answered[Answer]] | None = None
        if workers is not None and workers != 1:
            pool = as_workers(workers)
            self.count = pool.count
            self._scheduler = Scheduler(
                pool, partial(_elsewhere, work),
                failed=lambda task, error: _Answered(task.index, None, error),
                cancelled=lambda task: _Answered(task.index, None), loads=work.__module__,
            )  # fmt: skip

    def answers(
        self,
        tasks: Sequence[Task],
        *,
        send: Sink,
        cancelled: Cancelled,
        lost: Callable[[Task, BrokenExecutor], Answer] | None = None,
    ) -> list[Answer | None]:
        """Answers in the order of the tasks; None for those prevented by cancellation.

        Args:
            tasks: of the batch.
            send: receives progress of tasks in this process, and occasional messages while workers are busy.
            cancelled: called often; True ends the batch, and the workers' tasks when this is closed.
            lost: returns the answer to a task that has ended its process twice; None: this raises an error.
        """
        if self._scheduler is None:
            return [None if cancelled() else self._work(task, send, cancelled) for task in tasks]
        found: list[Answer | None] = [None] * len(tasks)
        waiting, reported_at = list(enumerate(tasks))[::-1], time.monotonic()
        while (waiting or self._scheduler.is_busy) and not cancelled():
            while waiting and self._scheduler.has_room:
                self._scheduler.begin(_Numbered(*waiting.pop()))
            if time.monotonic() - reported_at > BEAT:
                send(self._busy)
                reported_at = time.monotonic()
            for answered in self._scheduler.answers(TICK):
                k, error = answered.index, answered.error
                if isinstance(error, BrokenExecutor) and lost is not None:
                    found[k] = lost(tasks[k], error)
                elif error is not None:
                    raise error
                else:
                    found[k] = answered.answer
        return found

    def close(self) -> None:
        """Stops what is left and releases the workers."""
        if self._scheduler is not None:
            self._scheduler.dismiss()
            self._scheduler.close()


@dataclass(frozen=True, eq=False)
class _Numbered(Generic[Task]):
    """A task and its index in the batch."""

    index: int
    task: Task


@dataclass(frozen=True, eq=False)
class _Answered(Generic[Answer]):
    """Answer to a task, or the error that it raised."""

    index: int
    answer: Answer | None
    error: BaseException | None = None


def _elsewhere(work: Work[Task, Answer], task: _Numbered[Task]) -> _Answered[Answer]:
    """Works on a task in a worker process."""
    return _Answered(task.index, work(task.task, lambda _: None, is_stopped))
