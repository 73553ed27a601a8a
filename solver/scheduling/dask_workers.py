"""Workers on other computers: a dask cluster (the only import of distributed, an optional package).

On each computer, where this program's folder is: ``OMP_NUM_THREADS=1 dask worker SCHEDULER --nthreads 1
--nworkers 2``. IPOPT keeps a thread busy, so every worker should be a process of one thread.
"""

from concurrent.futures import Executor
from typing import Any

from ..errors import InputError


class DaskWorkers:
    """Workers of a dask cluster; a worker that dies is replaced by dask, which tries its sample again.

    Args:
        client: connected to the cluster.

    Attributes:
        count: threads of all workers together, at the time of connection.

    Raises:
        InputError: the cluster has no workers.
    """

    def __init__(self, client: Any) -> None:
        self._client = client
        self.count = sum(client.nthreads().values())
        if not self.count:
            raise InputError(f"the dask scheduler at {client.scheduler.address} has no workers")

    @classmethod
    def at(cls, address: str) -> "DaskWorkers":
        """Workers of the scheduler at an address such as "tcp://HOST:8786".

        Raises:
            InputError: distributed is not installed, or nobody answers.
        """
        try:
            from distributed import Client
        except ImportError as error:
            raise InputError("dask.distributed is not installed: pip install distributed") from error
        try:
            client = Client(address)
        except (OSError, ValueError) as error:
            raise InputError(f"no dask scheduler answers at '{address}': {error}") from error
        return cls(client)

    def open(self, loads: str) -> Executor:
        """Dask's own executor; samples are no pure functions to it, they may be cancelled."""
        executor: Executor = self._client.get_executor(pure=False)
        return executor

    def stop(self) -> None:
        """Nothing: a sample that runs elsewhere goes on to its end, and is not waited for."""

    def close(self, executor: Executor) -> None:
        """Cancels what has not begun."""
        executor.shutdown(wait=False)
