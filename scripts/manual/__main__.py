"""Draws the manual's pictures of every overlay, without a window; needs Blender 5.2.

.venv-3.13/bin/python -m scripts.manual
"""

import argparse
import sys

from scripts.environment import ROOT
from scripts.failure import SetupFailure
from scripts.manual.blender import begin_to_draw

FOLDER = ROOT / "docs" / "artist" / "manual"


def main() -> int:
    """Return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m scripts.manual", description=__doc__)
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
    from scripts.manual.overlays import draw_overlays

    draw_overlays(FOLDER)


if __name__ == "__main__":
    sys.exit(main())
