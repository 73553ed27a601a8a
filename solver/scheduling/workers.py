"""Workers that run tasks: processes of this computer, or any ``concurrent.futures`` executor."""

import multiprocessing
import os
from concurrent.futures import Executor, ProcessPoolExecutor
from multiprocessing import forkserver
from typing import Any, Protocol

from ..errors import InputError
from .own_process import begin_process
from .without_main import context

ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
FORKSERVER = "forkserver"


class Workers(Protocol):
    """Interface of providers of executors.

    Attributes:
        count: number of samples solved in parallel.
    """

    count: int

    def open(self, loads: str) -> Executor:
        """An executor for work that needs the module ``loads``; called again after one has broken."""

    def stop(self) -> None:
        """Asks running samples to end soon."""

    def close(self, executor: Executor) -> None:
        """Closes an executor that is no longer needed."""


class LocalWorkers:
    """Processes of this computer, each with one thread for linear algebra.

    If the system supports it, they are forked from a server process that has only loaded what they need, so that they
    neither wait for imports nor inherit the caller's threads and files.

    Args:
        count: number of processes; None: one per core.
    """

    def __init__(self, count: int | None = None) -> None:
        self.count = count or os.cpu_count() or 1
        self._is_forked = FORKSERVER in multiprocessing.get_all_start_methods()
        self._context = context(is_forked=self._is_forked)
        for name in ONE_THREAD:  # for children; the libraries of this process are loaded already
            os.environ.setdefault(name, "1")
        self._stop = self._context.Event()

    def open(self, loads: str) -> Executor:
        """A pool of new processes with a new stop event."""
        if self._is_forked:
            forkserver.set_forkserver_preload([loads])
            forkserver.ensure_running()
        self._stop = self._context.Event()
        return _Pool(self.count, mp_context=self._context, initializer=begin_process, initargs=(self._stop,))

    def stop(self) -> None:
        """Ends running samples at their next iteration."""
        self._stop.set()

    def close(self, executor: Executor) -> None:
        """Ends the pool's processes when they are idle."""
        executor.shutdown(wait=False, cancel_futures=True)


class _Pool(ProcessPoolExecutor):
    """A pool whose processes all start with the first task.

    Python's pool starts another process only after sending a task, and watches only processes that existed at the last
    send or result: it would not notice if the new process ended while the others are idle.
    """

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._safe_to_dynamically_spawn_children = False


class ExecutorWorkers:
    """An executor that the caller owns, of threads, processes or other computers.

    Args:
        executor: to use; not shut down.
        count: number of samples it solves in parallel.
    """

    def __init__(self, executor: Executor, count: int) -> None:
        self.executor, self.count = executor, count

    def open(self, loads: str) -> Executor:
        """Always the same executor."""
        return self.executor

    def stop(self) -> None:
        """Does nothing: the caller owns the executor."""

    def close(self, executor: Executor) -> None:
        """Does nothing: the caller owns the executor."""


def as_workers(workers: Workers | int | None) -> Workers:
    """Workers from a number of processes on this computer, None for one per core, or workers.

    Raises:
        InputError: it is none of these.
    """
    if workers is None:
        return LocalWorkers()
    if isinstance(workers, int) and not isinstance(workers, bool) and workers > 0:
        return LocalWorkers(workers)
    if isinstance(workers, Executor):
        raise InputError(
            "expected ExecutorWorkers(executor, count), found an executor alone", field="workers"
        )
    if isinstance(workers, int) or not hasattr(workers, "open"):
        raise InputError(f"expected a number of processes from 1, found {workers!r:.60}", field="workers")
    return workers
