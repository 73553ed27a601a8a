"""Draw the motions shown in the README and the gallery, from the results of `make demo` and `make gallery` in out/.

.venv/bin/python -m docs.pictures.motions [NAME ...]

Writes docs/artist/walk.png and docs/artist/gallery/NAME.jpg; needs ImageMagick.
"""

import argparse
import shutil
import sys
import tempfile
from pathlib import Path

from examples.piece import load
from scripts.environment import ROOT
from scripts.failure import SetupFailure
from scripts.processes import run
from scripts.sheet import draw_picture, draw_sheet
from solver.analysis.pose_sheet.strobe import compose_strobe
from solver.clip.clip import Clip

WALK = "walk.png"
SHEETS, STROBES = ("backflip", "carry", "cartwheel", "gallop"), ("catch", "particle")
DRAWN, WIDTH = 2000, 1200  # pixels; drawn larger and scaled down against grain
SMALL = {".png": ("+dither", "-colors", "96"), ".jpg": ("-quality", "82")}
KINDS = {".png": "PNG8", ".jpg": "JPEG"}
PICTURES = (WALK, *(f"gallery/{name}.jpg" for name in (*SHEETS, *STROBES)))


def main(arguments: list[str]) -> int:
    """Return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m docs.pictures.motions", description=__doc__.splitlines()[0]
    )
    names = [Path(picture).stem for picture in PICTURES]
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=f"pictures from {', '.join(names)}; default: all"
    )
    parser.add_argument("--out", type=Path, default=ROOT / "out", metavar="DIR", help="folder of the motions")
    parser.add_argument(
        "--folder", type=Path, default=ROOT / "docs/artist", metavar="DIR", help="folder for pictures"
    )
    options = parser.parse_args(arguments)
    if set(options.names) - set(names):
        parser.error(f"no picture is called {', '.join(sorted(set(options.names) - set(names)))}")
    try:
        for picture in PICTURES:
            if not options.names or Path(picture).stem in options.names:
                draw(options.folder / picture, options.out)
    except SetupFailure as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


def draw(picture: Path, out: Path) -> None:
    """Draws one picture.

    Args:
        picture: one of PICTURES, in its folder.
        out: folder of the motions.

    Raises:
        SetupFailure: its motion is missing, or a drawing program failed.
    """
    name, kind = picture.stem, picture.suffix
    motion = out / "walk.npz" if picture.name == WALK else out / "gallery" / f"{name}.npz"
    if not motion.exists():
        raise SetupFailure(f"{motion} is not there; expected what `make demo` and `make gallery` leave")
    clip = Clip.load(motion)
    picture.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="spacetime-pictures-") as place:
        drawn = Path(place) / "drawn.png"
        if name in STROBES:
            n_flashes = load(name).n_flashes
            draw_picture(compose_strobe(clip, n_poses=n_flashes, width=DRAWN), drawn)
        else:
            draw_sheet(clip, drawn, width=DRAWN)
        small = ("-resize", str(WIDTH), *SMALL[kind], "-strip", f"{KINDS[kind]}:{picture}")
        run([_convert(), drawn, *small], step=f"making {picture.name} small")


def _convert() -> str:
    """Path of ImageMagick.

    Raises:
        SetupFailure: it is not installed.
    """
    found = shutil.which("convert")
    if found is None:
        raise SetupFailure(
            "convert is not on the path; expected ImageMagick, as of Debian's package imagemagick"
        )
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
