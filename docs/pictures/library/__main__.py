"""Draw the gallery of the motion library from the results of `make library` in out/.

.venv/bin/python -m docs.pictures.library

Writes docs/developer/library/NAME.jpg.
"""

import argparse
import sys
from pathlib import Path

from docs.pictures.library.from_above import from_above
from docs.pictures.library.graph_image import draw_graph
from scripts.environment import ROOT
from scripts.failure import SetupFailure
from scripts.library.gallery import CHAIN, LOOP, SALUTE
from scripts.sheet import draw_picture, draw_sheet
from solver.clip.clip import Clip

EIGHT = "eight"  # seen from above; the others are sheets with this number of poses
MOTIONS = {"in_a_row": (CHAIN, 14), "salute": (SALUTE, 12), "loop": (LOOP, 12), EIGHT: (EIGHT, 0)}
GRAPH = "graph.jpg"
PICTURES = (*(f"{name}.jpg" for name in MOTIONS), GRAPH)
WIDTH, SMALL = 1400, 700  # pixels


def main(arguments: list[str]) -> int:
    """Return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m docs.pictures.library", description=__doc__.splitlines()[0]
    )
    parser.add_argument("--out", type=Path, default=ROOT / "out", metavar="DIR", help="folder of the motions")
    folder = ROOT / "docs" / "developer" / "library"
    parser.add_argument("--folder", type=Path, default=folder, metavar="DIR", help="folder for pictures")
    options = parser.parse_args(arguments)
    options.folder.mkdir(parents=True, exist_ok=True)
    try:
        for name in MOTIONS:
            _draw(options.folder / f"{name}.jpg", options.out / "library")
        draw_graph(options.out / "chip" / "set36.sqlite", options.folder / GRAPH)
    except SetupFailure as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


def _draw(picture: Path, out: Path) -> None:
    title, poses = MOTIONS[picture.stem]
    clip = out / f"{title.replace(' ', '_')}.npz"
    if not clip.exists():
        raise SetupFailure(f"{clip} is not there; expected what `make library` leaves")
    if picture.stem == EIGHT:
        draw_picture(from_above(Clip.load(clip), width=SMALL), picture)
    else:
        draw_sheet(Clip.load(clip), picture, n_poses=poses, width=WIDTH)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
