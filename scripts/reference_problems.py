"""Find optima again that papers and paper and pencil know.

.venv/bin/python -m scripts.reference_problems [--problem NAME ...]

Every problem is solved from a cold start with ever more steps; what they come to is extrapolated to steps of length 0.
Prints a table and exits with 1 if one is further from what is known than its tolerance.
"""

import os

os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = (
    "1"  # before numpy: threads only wait here
)

import argparse
import sys

from tests.reference_problems.reference import Outcome, find
from tests.reference_problems.table import PROBLEMS

HEAD = ("problem", "source", "known", "found", "error", "s")


def main() -> int:
    """Solve and compare."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--problem", action="append", choices=PROBLEMS, help="only this problem; can be repeated"
    )
    chosen = parser.parse_args().problem or PROBLEMS
    print(f"| {' | '.join(HEAD)} |\n|{'---|' * len(HEAD)}")
    faults = []
    for name in chosen:
        outcome = find(PROBLEMS[name])
        print(row(outcome), flush=True)
        faults += [outcome.fault] if outcome.fault else []
    print(*faults, sep="\n", end="\n" if faults else "")
    return 1 if faults else 0


def row(outcome: Outcome) -> str:
    """Row of the table."""
    cells = (outcome.reference.name, outcome.reference.source, f"{outcome.known:.7g}", f"{outcome.found:.7g}")
    return f"| {' | '.join(cells)} | {outcome.error:.1e} | {outcome.seconds:.1f} |"


if __name__ == "__main__":
    sys.exit(main())
