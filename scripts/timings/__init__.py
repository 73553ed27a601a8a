"""Searches for timings compared on the same tasks; see __main__.py."""

import os

for _name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ[_name] = "1"  # before anything loads numpy, here and in the workers: one thread each
