"""Join sheets of ten captures, before and after they are made physical, for docs/measurements/fidelity.md.

.venv/bin/python -m scripts.fidelity FOLDER --sheets SHEETS
.venv/bin/python -m docs.pictures.fidelity SHEETS
"""

import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from docs.pictures.captures import from_the_side, save_small
from scripts.environment import ROOT
from scripts.load_extension import load_extension
from solver.arrays import Array

FOLDER = ROOT / "docs/measurements/fidelity"
CAPTURES = {
    "steps.jpg": ("02_01_walk", "16_11_walk_veer_left", "141_16_wave_hello", "humanoid3d_walk", "dog3d_trot"),
    "leaps.jpg": (
        "humanoid3d_run",
        "humanoid3d_kick",
        "humanoid3d_backflip",
        "dog_walk",
        "rokoko_jesse_dance",
    ),
}
PICTURES = tuple(CAPTURES)
WIDTH, QUALITY = 1200, 66  # pixels, percent


def main(arguments: Sequence[str]) -> int:
    """Return the exit code."""
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    load_extension()
    FOLDER.mkdir(exist_ok=True)
    for picture, names in CAPTURES.items():
        rows = [
            side_by_side([Path(arguments[0]) / f"{name} {when}.png" for when in ("before", "after")])
            for name in names
        ]
        save_small(np.concatenate(rows[::-1]), FOLDER / picture, width=WIDTH, quality=QUALITY)
    return 0


def side_by_side(sheets: Sequence[Path]) -> Array:
    """(height, width, 4) of sheets side by side, cropped to the lowest height."""
    parts = [from_the_side(path) for path in sheets]
    height = min(len(part) for part in parts)
    return np.concatenate([part[-height:] for part in parts], axis=1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
