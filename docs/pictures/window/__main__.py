"""Takes the manual's pictures of panels, timeline and 3D view in a real window, after performing the steps they show.

.venv/bin/python -m docs.pictures.window [--only goals motion window_ghost minutes ...] [--folder FOLDER]

Writes panel_*.png, show_strips.png, window_*.jpg and minutes_*.jpg to docs/artist/manual, and the page of the first ten
minutes next to it.

Requires Xvfb, ImageMagick and a Blender with a window: `blender` on the path, or the command in BLENDER_WINDOW.
"""

import argparse
import sys
from pathlib import Path

from docs.pictures.window.pictures import take_pictures
from docs.pictures.window.programs import find_programs
from scripts.environment import ROOT
from scripts.failure import SetupFailure


def main() -> int:
    """Return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m docs.pictures.window", description=__doc__)
    parser.add_argument(
        "--only",
        nargs="+",
        default=[],
        metavar="NAME",
        help="names of panels, as in addon/panels.py; show_strips, window_ghost, window_resize; or minutes",
    )
    parser.add_argument("--folder", type=Path, default=ROOT / "docs/artist/manual", help="for pictures")
    chosen = parser.parse_args()
    try:
        take_pictures(find_programs(), chosen.folder, chosen.only)
    except SetupFailure as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
