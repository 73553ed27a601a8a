"""What solves IPOPT's linear systems: our own L D L^T (scripts/ldlt), or MUMPS where this cyipopt comes without it."""

from functools import cache
from importlib.util import find_spec
from pathlib import Path

from .ipopt import Option

LIBRARY = "libldlt.so"  # beside the other libraries of our cyipopt wheel
QAMD = 6  # minimum degree, the ordering that loses on no problem (docs/measurements/performance.md)
MUMPS: dict[str, Option] = {
    "linear_solver": "mumps",
    "mumps_permuting_scaling": 0,  # matching rows and columns costs more than a factorisation and saves none
    "mumps_pivot_order": QAMD,
}
# where matrices are well scaled as they are; where they are not, hardly a pivot is large enough
UNSCALED: dict[str, Option] = {"mumps_scaling": 0, "ma57_automatic_scaling": "no"}


@cache
def linear_solver() -> dict[str, Option]:
    """IPOPT's options that choose it. IPOPT takes ours for MA57, whose calls it answers."""
    path = own_library()
    if path is None:
        return MUMPS
    return {
        "linear_solver": "ma57",
        "hsllib": str(path),
        "linear_system_scaling": "none",
        "ma57_automatic_scaling": "yes",
    }


def solver_of(options: dict[str, Option]) -> dict[str, Option]:
    """Of IPOPT's options, those that choose the same linear solver again."""
    return MUMPS if options["linear_solver"] == MUMPS["linear_solver"] else linear_solver()


def own_library() -> Path | None:
    """Where ours is; None where this cyipopt comes without it."""
    spec = find_spec("cyipopt")
    for folder in spec.submodule_search_locations or () if spec is not None else ():
        path = Path(folder).parent / "cyipopt.libs" / LIBRARY
        if path.exists():
            return path
    return None
