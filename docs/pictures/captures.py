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

CAPTURE, FPS = ROOT / "tests/data/walk.bvh", 24
PICTURES = ("captures.jpg",)
DRAWN, WIDTH, QUALITY = 2000, 1200, 82  # pixels, pixels, percent
FROM_THE_SIDE = 0.56  # of a sheet, whose lower part is seen from the front


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
    """Writes the upper parts of sheets, one below the other, small."""
    images = import_module("bpy").data.images
    parts = []
    for path in sheets:
        sheet = images.load(str(path))
        wide, high = sheet.size
        pixels = np.empty(wide * high * 4, np.float32)
        sheet.pixels.foreach_get(pixels)
        parts.append(pixels.reshape(high, wide, 4)[-round(FROM_THE_SIDE * high) :])  # the last row is the top
    stacked = np.concatenate(parts[::-1])
    high, wide, _ = stacked.shape
    image = images.new(picture.stem, wide, high)
    image.pixels.foreach_set(stacked.ravel())
    image.scale(width, round(high * width / wide))
    image.filepath_raw, image.file_format = str(picture), "JPEG"
    image.save(quality=QUALITY)


if __name__ == "__main__":
    sys.exit(main())
