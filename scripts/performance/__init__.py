"""What makes the solver fast and what does not, measured one choice at a time; see __main__.py."""

import os

for _name, _value in {"OMP_NUM_THREADS": "1", "OMP_CANCELLATION": "TRUE", "OMP_PROC_BIND": "TRUE"}.items():
    os.environ.setdefault(_name, _value)  # before anything loads numpy or IPOPT; the last two are SPRAL's
os.environ["OPENBLAS_NUM_THREADS"] = "1"
