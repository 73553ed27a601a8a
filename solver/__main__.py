"""python -m solver: see cli.py."""

import os
import sys
import warnings

# Before numpy loads: on such small matrices, threads only wait for each other.
for _name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ.setdefault(_name, "1")
if not sys.warnoptions:  # warnings of libraries are for programmers; workers inherit the environment
    warnings.simplefilter("ignore")
    os.environ.setdefault("PYTHONWARNINGS", "ignore")

from . import messages  # noqa: E402

try:
    from .cli import main
    from .freed_memory import release_large_arrays
except ModuleNotFoundError as error:
    if (error.name or "").partition(".")[0] not in ("numpy", "scipy", "sympy"):
        raise
    hint = (
        f"this Python ({sys.executable}) has no {error.name}; run `make environment` and use .venv/bin/python, or "
        "install it with `conda install -c conda-forge scipy sympy cyipopt`"
    )
    for message in (messages.Error(hint), messages.Done(messages.EXIT_BAD_INPUT)):
        sys.stdout.write(f"{messages.encode(message)}\n")
    sys.exit(messages.EXIT_BAD_INPUT)

release_large_arrays()
if __name__ == "__main__":  # not in its own workers, which import this file
    sys.exit(main())
