"""Draws the manual's pictures of overlays and of Explore, without a window; requires Blender 5.2.

.venv-3.13/bin/python -m docs.pictures.manual
"""

import argparse
import sys

from docs.pictures.manual.blender import begin_to_draw
from scripts.environment import ROOT
from scripts.failure import SetupFailure

FOLDER = ROOT / "docs" / "artist" / "manual"


def main() -> int:
    """Return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m docs.pictures.manual", description=__doc__)
    parser.parse_args()
    try:
        begin_to_draw()
        FOLDER.mkdir(exist_ok=True)
        _draw()
    except SetupFailure as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


def _draw() -> None:
    from docs.pictures.manual.explore import draw_explore
    from docs.pictures.manual.overlays import draw_overlays

    draw_overlays(FOLDER)
    draw_explore(FOLDER)


if __name__ == "__main__":
    sys.exit(main())
