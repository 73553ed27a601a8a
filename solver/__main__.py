"""python -m solver: see cli.py."""

import os
import sys

for _name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    # before numpy loads: on matrices this small threads wait for each other
    os.environ.setdefault(_name, "1")

from .cli import main  # noqa: E402

if __name__ == "__main__":  # not in its own workers, which import this file
    sys.exit(main())
