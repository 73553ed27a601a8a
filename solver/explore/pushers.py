"""Pushes motions away from each other, in this process or by workers."""

import time
from collections.abc import Callable, Sequence

from ..messages import Sink, Status
from ..scheduling.own_process import is_stopped
from ..scheduling.scheduler import Scheduler
from ..scheduling.workers import Workers, as_workers
from .push import Push, Pushed, pushed

TICK = 0.1  # s between checks for cancellation
BEAT = 15.0  # s between messages while workers are busy; a silent solver counts as dead

_Task = tuple[int, Push]
_Answer = tuple[int, Pushed | BaseException | None]


class Pushers:
    """Pushes several motions in parallel.

    Args:
        workers: that push, or the number of processes; None: one motion after another, here.
    """

    def __init__(self, workers: Workers | int | None) -> None:
        self.count = 1
        self._scheduler: Scheduler[_Task, _Answer] | None = None
        if workers is not None and workers != 1:
            pool = as_workers(workers)
            self.count = pool.count
            self._scheduler = Scheduler(
                pool, _elsewhere, failed=lambda task, error: (task[0], error),
                cancelled=lambda task: (task[0], None), loads=__name__,
            )  # fmt: skip

    def push(self, pushes: Sequence[Push], send: Sink, cancelled: Callable[[], bool]) -> list[Pushed | None]:
        """Results of pushes.

        Args:
            pushes: at most ``count``.
            send: receives progress of pushes in this process, and occasional messages while workers are busy.
            cancelled: asked often; True ends it.
        """
        if self._scheduler is None:
            return [pushed(each, send, cancelled) for each in pushes]
        for task in enumerate(pushes):
            self._scheduler.begin(task)
        found: list[Pushed | None] = [None] * len(pushes)
        told = time.monotonic()
        while self._scheduler.is_busy and not cancelled():
            if time.monotonic() - told > BEAT:
                send(Status("Seeking different motions"))
                told = time.monotonic()
            for k, answer in self._scheduler.answers(TICK):
                if isinstance(answer, BaseException):
                    raise answer
                found[k] = answer
        return found

    def close(self) -> None:
        """Releases the workers."""
        if self._scheduler is not None:
            self._scheduler.dismiss()
            self._scheduler.close()


def _elsewhere(task: _Task) -> _Answer:
    """Runs a task in a worker process."""
    k, push = task
    return k, pushed(push, lambda _: None, is_stopped)
