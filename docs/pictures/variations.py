"""Draw sheets of the variations from `make explore` in out/explore: a row for each motion of a task.

.venv/bin/python -m docs.pictures.variations [--out DIR] [--folder DIR]
"""

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from docs.pictures.captures import stack
from scripts.environment import ROOT
from scripts.explore.__main__ import COUNT, TASKS
from scripts.failure import SetupFailure
from scripts.sheet import draw_sheet
from solver.clip.clip import Clip

PICTURES = tuple(f"{task}.jpg" for task in TASKS)
DRAWN, WIDTH = 1600, 800  # pixels


def main(arguments: Sequence[str]) -> int:
    """Return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m docs.pictures.variations", description=__doc__.splitlines()[0]
    )
    parser.add_argument(
        "--out", type=Path, default=ROOT / "out", metavar="DIR", help="folder that contains explore/"
    )
    parser.add_argument("--folder", type=Path, default=ROOT / "docs/measurements/explore", metavar="DIR")
    options = parser.parse_args(arguments)
    try:
        for task, picture in zip(TASKS, PICTURES, strict=True):
            _draw(options.out / "explore", task, options.folder / picture)
    except SetupFailure as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


def _draw(folder: Path, task: str, picture: Path) -> None:
    """Draws a task's motions from the side, below each other.

    Raises:
        SetupFailure: a motion is missing, or a drawing program failed.
    """
    sheets = []
    with tempfile.TemporaryDirectory(prefix="spacetime-pictures-") as place:
        for k in range(1, COUNT + 1):
            motion = folder / f"{task}_{k}.npz"
            if not motion.exists():
                raise SetupFailure(f"{motion} is not there; expected what `make explore` leaves")
            sheets.append(Path(place) / f"{k}.png")
            draw_sheet(Clip.load(motion), sheets[-1], width=DRAWN)
        stack(sheets, picture, width=WIDTH)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
