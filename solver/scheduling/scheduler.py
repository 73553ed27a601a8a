"""Many tasks on many workers; a crash of one task does not affect the others."""

import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait
from typing import Generic, TypeVar

from .workers import Workers

PATIENCE = 5.0  # s that a canceled run waits for its workers
TICK = 0.1  # s
Task = TypeVar("Task")
Answer = TypeVar("Answer")


class Scheduler(Generic[Task, Answer]):
    """Keeps as many tasks running as there are workers.

    When a process dies, an executor of processes loses all its tasks without naming the culprit. Each of them then
    runs again alone; the one that crashes again has failed.

    Args:
        workers: provide executors.
        work: runs a task in a worker; must be a module-level function, because it is pickled by name.
        failed: returns the answer to a task that raised an error or whose process died (BrokenExecutor).
        cancelled: returns the answer to an unfinished task.
        loads: module that new processes preload for the work.
    """

    def __init__(
        self,
        workers: Workers,
        work: Callable[[Task], Answer],
        *,
        failed: Callable[[Task, BaseException], Answer],
        cancelled: Callable[[Task], Answer],
        loads: str,
    ) -> None:
        self._workers, self._loads = workers, loads
        self._work, self._failed, self._cancelled = work, failed, cancelled
        self._executor: Executor | None = self._opened()
        self._under_way: dict[Future[Answer], Task] = {}
        self._suspects: deque[Task] = deque()
        self._is_lone = False

    @property
    def is_busy(self) -> bool:
        """Whether any task is running or has to run again."""
        return bool(self._under_way or self._suspects)

    @property
    def has_room(self) -> bool:
        """Whether another task would begin immediately."""
        return not self._suspects and not self._is_lone and len(self._under_way) < self._workers.count

    def begin(self, task: Task) -> None:
        """Sends a task to a worker."""
        if self._executor is None:
            self._executor = self._opened()
        try:
            future = self._executor.submit(self._work, task)
        except BrokenExecutor:  # an idle process died
            self._executor = self._opened()
            future = self._executor.submit(self._work, task)
        self._under_way[future] = task

    def answers(self, timeout: float) -> list[Answer]:
        """Answers so far, after waiting for the first one for at most ``timeout`` [s]."""
        if self._suspects and not self._under_way:
            self._is_lone = True
            self.begin(self._suspects.popleft())
        return self._collected(timeout)

    def dismiss(self) -> list[Answer]:
        """Stops the remaining tasks; they count as canceled unless they answer soon."""
        if self.is_busy:
            self._workers.stop()
        answers: list[Answer] = []
        deadline = time.monotonic() + PATIENCE
        while self._under_way and time.monotonic() < deadline:
            answers += self._collected(TICK)
        left = [*self._under_way.values(), *self._suspects]
        self._under_way.clear()
        self._suspects.clear()
        return answers + [self._cancelled(task) for task in left]

    def close(self) -> None:
        """Releases the executor."""
        if self._executor is not None:
            self._workers.close(self._executor)

    def _opened(self) -> Executor:
        return self._workers.open(self._loads)

    def _collected(self, timeout: float) -> list[Answer]:
        done, _ = wait(self._under_way, timeout, return_when=FIRST_COMPLETED)
        answers, lost = [], []
        is_broken = False
        for future in done:
            task = self._under_way.pop(future)
            error = CancelledError() if future.cancelled() else future.exception()
            is_broken = is_broken or isinstance(error, BrokenExecutor)
            if error is None:
                answers.append(future.result())
            elif isinstance(error, BrokenExecutor) and not self._is_lone:
                lost.append(task)
            else:
                answers.append(self._failed(task, error))
        if is_broken:
            lost += self._under_way.values()
            self._under_way.clear()
            self._suspects += lost
            self._executor = None
        self._is_lone = self._is_lone and not done
        return answers
