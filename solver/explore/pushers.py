"""Where motions are pushed away from each other: here, or by any workers."""

import time
from collections.abc import Callable, Sequence

from ..messages import Sink, Status
from ..scheduling.own_process import is_stopped
from ..scheduling.scheduler import Scheduler
from ..scheduling.workers import Workers, as_workers
from .push import Push, Pushed, pushed

TICK = 0.1  # s between looks at the wish to stop
BEAT = 15.0  # s after which it is told that others are at work: who hears nothing takes the solver for dead

_Task = tuple[int, Push]
_Answer = tuple[int, Pushed | BaseException | None]


class Pushers:
    """Push as many motions at once as they are.

    Args:
        workers: that push; or how many processes; None: one motion after another, here.
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
        """What came of each.

        Args:
            pushes: at most ``count``.
            send: receives progress of what is pushed here, and a word now and then while others are at work.
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
        """Lets go of the workers."""
        if self._scheduler is not None:
            self._scheduler.dismiss()
            self._scheduler.close()


def _elsewhere(task: _Task) -> _Answer:
    """In a worker process."""
    k, push = task
    return k, pushed(push, lambda _: None, is_stopped)
