"""Draw the contact sheet of a clip.

python -m scripts.sheet CLIP.npz --out sheet.png [--poses 8] [--width 2000]
"""

import argparse
import sys
from pathlib import Path

from scripts.failure import SetupFailure
from scripts.sheet.draw import WIDTH, draw_sheet
from solver.clip.clip import Clip
from solver.errors import InputError


def main(arguments: list[str]) -> int:
    """Return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m scripts.sheet", description="Draw a clip's contact sheet."
    )
    parser.add_argument("clip", type=Path, help="an .npz that the solver wrote")
    parser.add_argument("--out", type=Path, required=True, help="the picture to write, a PNG")
    parser.add_argument("--poses", type=int, default=8, help="how many poses, equally spaced over the clip")
    parser.add_argument("--width", type=int, default=WIDTH, help="of the picture in pixels")
    asked = parser.parse_args(arguments)
    try:
        draw_sheet(Clip.load(asked.clip), asked.out, n_poses=asked.poses, width=asked.width)
    except (InputError, SetupFailure) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
