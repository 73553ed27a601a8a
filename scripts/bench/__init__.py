"""Benchmark the solver against a CasADi model of the same walk; see __main__.py."""

import os

for _name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ[_name] = "1"  # before anything loads numpy: one thread each
