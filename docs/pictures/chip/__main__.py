"""Draw the results of scripts.chip.

python -m docs.pictures.chip [--out DIR] [--folder docs/measurements/chip]

Reads the stores in DIR/chip, solves the walks and runs of the cost curve unless they exist, and writes map.png,
contacts.png, above_*.png and transport.png to the folder, by default DIR/chip.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import matplotlib as mpl
from PIL import Image

mpl.use("Agg")  # before anything draws: there may be no screen

from docs.pictures.chip.contact_bars import draw_contacts
from docs.pictures.chip.samples import Shown, samples
from docs.pictures.chip.space_map import draw_map
from docs.pictures.chip.transport import draw_transport
from examples.chip_spaces import speeds
from scripts.chip.generation import generate_all
from scripts.environment import ROOT
from scripts.sheet import draw_picture
from solver.analysis.pose_sheet.above import compose_above

WIDTH, COLOURS = 1200, 48  # pixels and shades of the clips from above


def main(arguments: Sequence[str]) -> int:
    """Return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m docs.pictures.chip", description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=ROOT / "out", metavar="DIR")
    parser.add_argument("--folder", type=Path, metavar="DIR", help="folder for pictures; default: DIR/chip")
    parser.add_argument("--workers", type=int, default=2, metavar="N", help="number of processes")
    options = parser.parse_args(arguments)
    stores = options.out / "chip"
    folder = options.folder or stores
    folder.mkdir(parents=True, exist_ok=True)
    shown = samples(stores / "set72.sqlite")
    draw_map([*shown, *samples(stores / "tight.sqlite")], folder / "map.png")
    draw_contacts(shown, folder / "contacts.png")
    for name, (title, chosen) in _figures([one for one in shown if not one.is_limping]).items():
        clips = [one.clip for one in chosen if one.clip is not None]
        file = folder / f"above_{name}.png"
        draw_picture(compose_above(clips, title, width=WIDTH), file)
        Image.open(file).quantize(COLOURS, dither=Image.Dither.NONE).save(file, optimize=True)
    curve = stores / "speeds.sqlite"
    if not curve.exists():
        generate_all([speeds()], curve, workers=options.workers)
    speed, cost = draw_transport(samples(curve), folder / "transport.png")
    print(f"pictures in {folder}; the cheapest speed is {speed:.1f} m/s, {cost:.2f} J/kg/m")
    return 0


def _figures(healthy: Sequence[Shown]) -> dict[str, tuple[str, list[Shown]]]:
    """McIntosh's figures 5.2 to 5.5: straight motions and turns to the left, the fastest first."""
    turns = (one for one in healthy if "turn" in one.parameters and one.value("turn") >= 0)
    turning = sorted(turns, key=lambda one: -one.value("turn"))
    return {
        "walks": (
            "walks of 1 m/s, from 4 rad/s to straight ahead",
            [o for o in turning if o.value("speed") < 2],
        ),
        "runs": (
            "runs of 3 m/s, from 1.5 rad/s to straight ahead",
            [o for o in turning if o.value("speed") > 2],
        ),
        "spins": ("one turn on the way: 0.5 and 1 m/s", [o for o in healthy if o.space == "WalkSpin-Cyclic"]),
        "steps": ("two steps in eight directions", [o for o in healthy if o.space == "Stepping-Cyclic"]),
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
