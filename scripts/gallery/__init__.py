"""Solves, judges and draws every piece of examples/."""

import os

for _name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ[_name] = "1"  # before numpy loads: several threads round sums differently
