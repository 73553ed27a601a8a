"""Draw the capture of tests/data before and after it is made physical, for docs/artist/captures.md.

.venv/bin/python -m docs.pictures.captures
"""

import sys
import tempfile
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

import numpy as np

from scripts.environment import ROOT
from scripts.failure import SetupFailure
from scripts.fidelity.row import measure
from scripts.fidelity.sheets import draw_before_and_after
from scripts.load_extension import load_extension
from solver.arrays import Array

CAPTURE, FPS = ROOT / "tests/data/walk.bvh", 24
PICTURES = ("captures.jpg",)
DRAWN, WIDTH, QUALITY = 2000, 1200, 82  # pixels, pixels, percent
FROM_THE_SIDE = 0.56  # of a sheet, whose lower part is a front view


def main() -> int:
    """Return the exit code."""
    _, clip = measure(CAPTURE, load_extension(), fps=FPS)
    try:
        with tempfile.TemporaryDirectory(prefix="spacetime-pictures-") as place:
            draw_before_and_after(clip, Path(place), CAPTURE.stem, width=DRAWN)
            sheets = [Path(place) / f"{CAPTURE.stem} {when}.png" for when in ("before", "after")]
            stack(sheets, ROOT / "docs/artist" / PICTURES[0])
    except SetupFailure as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


def stack(sheets: Sequence[Path], picture: Path, *, width: int = WIDTH) -> None:
    """Writes the upper parts of sheets below each other, scaled down."""
    save_small(
        np.concatenate([from_the_side(path) for path in sheets[::-1]]), picture, width=width, quality=QUALITY
    )


def from_the_side(sheet: Path) -> Array:
    """(height, width, 4) of a sheet's upper part, the lowest row first."""
    image = import_module("bpy").data.images.load(str(sheet))
    width, height = image.size
    pixels = np.empty(width * height * 4, np.float32)
    image.pixels.foreach_get(pixels)
    return pixels.reshape(height, width, 4)[-round(FROM_THE_SIDE * height) :].astype(float)


def save_small(pixels: Array, picture: Path, *, width: int, quality: int) -> None:
    """Writes pixels (height, width, 4) as a JPEG picture of another width, with a quality in percent."""
    rows, columns, _ = pixels.shape
    image = import_module("bpy").data.images.new(picture.stem, columns, rows)
    image.pixels.foreach_set(pixels.astype(np.float32).ravel())
    image.scale(width, round(rows * width / columns))
    image.filepath_raw, image.file_format = str(picture), "JPEG"
    image.save(quality=quality)


if __name__ == "__main__":
    sys.exit(main())
