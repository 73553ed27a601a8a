"""Draws the manual's pictures of the viewport and writes the page of the first ten minutes; needs Blender 5.2.

.venv-3.13/bin/python -m scripts.manual [--only overlays minutes]
"""

import argparse
import sys

from scripts.environment import ROOT
from scripts.failure import SetupFailure
from scripts.manual.blender import begin_to_draw

DOCS = ROOT / "docs"
PICTURES = DOCS / "manual"


def main() -> int:
    """Return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m scripts.manual", description=__doc__)
    parts = ("overlays", "minutes")
    parser.add_argument("--only", nargs="+", choices=parts, default=parts, help="what to make anew")
    asked = parser.parse_args().only
    try:
        begin_to_draw()
        PICTURES.mkdir(exist_ok=True)
        _make(asked)
    except SetupFailure as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


def _make(parts: list[str]) -> None:
    from scripts.manual.first_minutes import write_page
    from scripts.manual.overlays import draw_overlays

    if "overlays" in parts:
        draw_overlays(PICTURES)
    if "minutes" in parts:
        write_page(DOCS / "first_ten_minutes.md", PICTURES)


if __name__ == "__main__":
    sys.exit(main())
