"""Measure warm starts, mirrored cycles, windows and growth; adds them to out/bench.json.

.venv/bin/python -m scripts.bench.starts
"""

import sys

from scripts.bench.growth import growth
from scripts.bench.results import keep
from scripts.bench.walker import solve_ours, walk
from scripts.bench.warm import mirrored, warm, window


def main() -> int:
    """Measure these alone."""
    solve_ours(walk(99))  # loads what is loaded once
    for name, figures in starts_and_growth().items():
        keep(name, figures)
    return 0


def starts_and_growth() -> dict[str, dict[str, object]]:
    """All figures by the name of their part of out/bench.json."""
    return {"warm": warm(), "mirrored": mirrored(), "window": window(), "growth": growth()}


if __name__ == "__main__":
    sys.exit(main())
