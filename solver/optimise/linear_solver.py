"""IPOPT's linear solver: our L D L^T factorization (scripts/ldlt), or MUMPS if this cyipopt comes without it."""

from functools import cache
from importlib.util import find_spec
from pathlib import Path

from .ipopt import Option

LIBRARY = "libldlt.so"  # next to the other libraries of our cyipopt wheel
QAMD = 6  # minimum degree, an ordering that is never worse (docs/measurements/performance.md)
MUMPS: dict[str, Option] = {
    "linear_solver": "mumps",
    "mumps_permuting_scaling": 0,  # matching costs more than a factorization and saves none
    "mumps_pivot_order": QAMD,
}
# for matrices that are already well scaled; in others, hardly any pivot would be large enough
UNSCALED: dict[str, Option] = {"mumps_scaling": 0, "ma57_automatic_scaling": "no"}


@cache
def linear_solver() -> dict[str, Option]:
    """IPOPT's options that select it. Our library implements the interface of MA57."""
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
    """The subset of IPOPT's options that selects the linear solver."""
    return MUMPS if options["linear_solver"] == MUMPS["linear_solver"] else linear_solver()


def own_library() -> Path | None:
    """Path of our library; None if this cyipopt comes without it."""
    spec = find_spec("cyipopt")
    for folder in spec.submodule_search_locations or () if spec is not None else ():
        path = Path(folder).parent / "cyipopt.libs" / LIBRARY
        if path.exists():
            return path
    return None
