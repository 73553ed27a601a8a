"""Every piece of examples/ is solved, judged and drawn."""

import os

for _name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ[_name] = "1"  # before anything loads numpy: sums of several threads round otherwise
