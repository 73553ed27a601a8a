"""Where tasks run: processes of this computer, or any ``concurrent.futures`` executor."""

import multiprocessing
import os
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import forkserver
from typing import Any, Protocol

from ..errors import InputError
from .own_process import begin_process
from .without_main import context

ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
FORKSERVER = "forkserver"


class Workers(Protocol):
    """Anything that gives executors.

    Attributes:
        count: how many samples are solved at once.
    """

    count: int

    def open(self, loads: str) -> Executor:
        """An executor for work that needs the module ``loads``; asked for again after one has broken."""

    def stop(self) -> None:
        """Asks running samples to end soon."""

    def close(self, executor: Executor) -> None:
        """Takes back an executor that is not needed any more."""


class LocalWorkers:
    """Processes of this computer, one thread of linear algebra each.

    Where the system can, they are forked from one process that has loaded what their work needs and nothing else: no
    worker waits for imports, and none inherits the threads and files of the caller.

    Args:
        count: of processes; None: one per core.
    """

    def __init__(self, count: int | None = None) -> None:
        self.count = count or os.cpu_count() or 1
        self._is_forked = FORKSERVER in multiprocessing.get_all_start_methods()
        self._context = context(is_forked=self._is_forked)
        for name in ONE_THREAD:  # for the children; this process has loaded its libraries
            os.environ.setdefault(name, "1")
        self._stop = self._context.Event()

    def open(self, loads: str) -> Executor:
        """A pool of fresh processes, which know nothing of an earlier wish to stop."""
        if self._is_forked:
            forkserver.set_forkserver_preload([loads])
            forkserver.ensure_running()
        self._stop = self._context.Event()
        return _Pool(self.count, mp_context=self._context, initializer=begin_process, initargs=(self._stop,))

    def stop(self) -> None:
        """Running samples end at their next iteration."""
        self._stop.set()

    def close(self, executor: Executor) -> None:
        """Its processes end when they are idle."""
        executor.shutdown(wait=False, cancel_futures=True)


class _Pool(ProcessPoolExecutor):
    """Processes that all begin with the first task.

    Python's pool watches those that there are when a task is sent or comes back, and starts one more only after it has
    sent the task: should that one end while the others have nothing to do, nobody would ever know.
    """

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._safe_to_dynamically_spawn_children = False


class ExecutorWorkers:
    """An executor that the caller owns, of threads, processes or other computers.

    Args:
        executor: to use; it is not shut down.
        count: how many samples it solves at once.
    """

    def __init__(self, executor: Executor, count: int) -> None:
        self.executor, self.count = executor, count

    def open(self, loads: str) -> Executor:
        """The same executor always."""
        return self.executor

    def stop(self) -> None:
        """Nothing: what runs there is not ours to end."""

    def close(self, executor: Executor) -> None:
        """Nothing: it is the caller's."""


def as_workers(told: Workers | int | None) -> Workers:
    """Workers of what is easily said: how many processes of this computer, or None for one per core.

    Raises:
        InputError: it is neither these nor workers.
    """
    if told is None:
        return LocalWorkers()
    if isinstance(told, int) and not isinstance(told, bool) and told > 0:
        return LocalWorkers(told)
    if isinstance(told, Executor):
        raise InputError(
            "expected ExecutorWorkers(executor, count), found an executor alone", field="workers"
        )
    if isinstance(told, int) or not hasattr(told, "open"):
        raise InputError(f"expected a number of processes from 1, found {told!r:.60}", field="workers")
    return told


@contextmanager
def opened(workers: Workers | int | None, loads: str) -> Iterator[Executor | None]:
    """An executor for work that needs the module ``loads``; none where the caller is to work alone.

    Args:
        workers: as ``as_workers`` takes them; None, or one process: the caller's own.
        loads: the module's name.

    Raises:
        InputError: they are no workers.
    """
    if workers is None or workers == 1:
        yield None
        return
    given = as_workers(workers)
    executor = given.open(loads)
    try:
        yield executor
    finally:
        given.close(executor)
