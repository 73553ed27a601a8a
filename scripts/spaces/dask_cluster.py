"""The same space on this computer's processes and on a local dask cluster of separate worker processes."""

import tempfile
import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from scripts.spaces import walks
from solver.motion.clip_store import ClipStore
from solver.space import ParameterSpace, generate
from solver.space.dask_workers import DaskWorkers
from solver.space.workers import LocalWorkers, Workers


def clips_of(space: ParameterSpace, store: Path, workers: Workers) -> dict[str, NDArray[np.float64]]:
    """Coordinates of every clip that the workers find."""
    generate(space, store, workers=workers)
    with ClipStore(store) as opened:
        return {name: opened.get(name).q for name in opened.names()}


def main() -> int:
    """Prints how the two compare; exit code 1 if a clip is missing or differs."""
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        print("dask.distributed is not installed: pip install distributed")
        return 1
    space = walks(8)
    with tempfile.TemporaryDirectory() as name:
        start = time.perf_counter()
        local = clips_of(space, Path(name) / "local.sqlite", LocalWorkers(2))
        middle = time.perf_counter()
        with (
            LocalCluster(
                n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
            ) as cluster,
            Client(cluster) as client,
        ):
            pids = set(client.run(_pid).values())
            far = clips_of(space, Path(name) / "dask.sqlite", DaskWorkers(client))
        end = time.perf_counter()
    apart = max((float(np.abs(local[n] - far[n]).max()) for n in local if n in far), default=0.0)
    print(
        f"{len(local)} clips here in {middle - start:.1f} s, {len(far)} by {len(pids)} dask processes in "
        f"{end - middle:.1f} s; their coordinates differ by {apart:.1e} at most"
    )
    return 0 if set(local) == set(far) and len(local) == len(space.points()) else 1


def _pid() -> int:
    import os

    return os.getpid()
