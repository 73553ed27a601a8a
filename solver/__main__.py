"""python -m solver: see cli.py."""

import os
import sys
import warnings

# Before numpy loads: on matrices this small threads wait for each other.
for _name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ.setdefault(_name, "1")
if not sys.warnoptions:  # what libraries warn of is for programmers; workers inherit the environment
    warnings.simplefilter("ignore")
    os.environ.setdefault("PYTHONWARNINGS", "ignore")

from .cli import main  # noqa: E402
from .freed_memory import give_back_large_arrays  # noqa: E402

give_back_large_arrays()
if __name__ == "__main__":  # not in its own workers, which import this file
    sys.exit(main())
