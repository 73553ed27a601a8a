"""Prove what generate promises.

python -m scripts.spaces kill [--kills 200]   a run killed with SIGKILL at random moments loses no clip
python -m scripts.spaces many [--side 100]    side x side samples of the particle: memory, counts, resuming
python -m scripts.spaces dask                 the same clips from a cluster of separate processes
"""

import os

os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"  # before numpy; workers inherit it

import argparse
import sys

from scripts.spaces import dask_cluster, kill, many


def main(arguments: list[str]) -> int:
    """Return the exit code: 0 when the promise is kept."""
    parser = argparse.ArgumentParser(
        prog="python -m scripts.spaces",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("proof", choices=("kill", "many", "dask"))
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--side", type=int, default=100)
    asked = parser.parse_args(arguments)
    if asked.proof == "kill":
        return kill.main(asked.kills)
    return many.main(asked.side) if asked.proof == "many" else dask_cluster.main()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
