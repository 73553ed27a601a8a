"""Optima that are known from papers or from paper and pencil, found again; see __main__.py."""

import os

for _name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ[_name] = "1"  # before anything loads numpy: its threads only wait for each other here
