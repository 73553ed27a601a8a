"""Workers on other computers: a dask cluster (the only import of distributed, an optional package).

On each computer, in the folder of this program, run ``OMP_NUM_THREADS=1 dask worker SCHEDULER --nthreads 1
--nworkers 2``. IPOPT fully uses a thread, so every worker should be a process with one thread.
"""

from concurrent.futures import Executor
from typing import Any

from ..errors import InputError


class DaskWorkers:
    """Workers of a dask cluster; dask replaces a worker that dies and tries its sample again.

    Args:
        client: connected to the cluster.

    Attributes:
        count: total threads of all workers at the time of connection.

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
            InputError: distributed is not installed, or the scheduler does not answer.
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
        """Dask's executor; samples are declared impure, because they can be canceled."""
        executor: Executor = self._client.get_executor(pure=False)
        return executor

    def stop(self) -> None:
        """Does nothing: remote samples run to their end without being awaited."""

    def close(self, executor: Executor) -> None:
        """Cancels tasks that have not begun."""
        executor.shutdown(wait=False)
