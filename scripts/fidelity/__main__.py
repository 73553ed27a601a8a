"""Make every capture of a folder physical and print how much of it is left.

python -m scripts.fidelity FOLDER [--fps 24] [--time-limit 300] [--out out/fidelity.json] [--sheets FOLDER]

Imports, fits and makes physical each BVH file with default settings. A row has the success, warnings, mean and worst
distances and angles from the file, missed stances, peak force, time, and the verdict of the physics judge. Exit code 1
if fewer than nine in ten are faithful.
"""

import argparse
import json
import os
import statistics
import sys
from collections.abc import Sequence
from pathlib import Path

os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = (
    "1"  # before numpy; the solver inherits it
)

import numpy as np

from scripts.environment import ROOT
from scripts.fidelity.row import TIME_LIMIT, Row, measure
from scripts.fidelity.sheets import draw_before_and_after
from scripts.load_extension import load_extension
from scripts.sheet import WIDTH

WANTED = 0.9  # fraction that must be faithful


def main(arguments: Sequence[str]) -> int:
    """Return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m scripts.fidelity", description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="folder of BVH files")
    parser.add_argument("--fps", type=int, default=24, help="frame rate of the scene")
    parser.add_argument(
        "--time-limit",
        type=float,
        default=TIME_LIMIT,
        metavar="S",
        help="of each solve, longer on a busy computer",
    )
    parser.add_argument("--out", type=Path, default=ROOT / "out" / "fidelity.json", metavar="FILE")
    parser.add_argument("--sheets", type=Path, metavar="FOLDER", help="for before and after pictures")
    parser.add_argument("--width", type=int, default=WIDTH, metavar="PIXELS", help="width of each picture")
    options = parser.parse_args(arguments)
    files = sorted(options.folder.glob("*.bvh"))
    if not files:
        parser.error(f"no BVH file is in '{options.folder}'")
    module, rows, broken = load_extension(), list[Row](), list[str]()
    for path in files:
        try:
            row, clip = measure(path, module, fps=options.fps, time_limit=options.time_limit)
        except RuntimeError as refusal:  # error of an operator
            broken.append(path.stem)
            print(f"{path.stem}: {refusal}", flush=True)
        else:
            rows.append(row)
            print(line(row), flush=True)
            if options.sheets:
                options.sheets.mkdir(parents=True, exist_ok=True)
                draw_before_and_after(clip, options.sheets, path.stem, width=options.width)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(json.dumps([row.plain() for row in rows], indent=1) + "\n", encoding="utf-8")
    faithful = sum(row.is_faithful for row in rows)
    if rows:
        pace = statistics.median(row.seconds / row.capture_seconds for row in rows)
        print(f"{faithful} of {len(files)} faithful; median {2.5 * pace:.1f} s for 2.5 s of capture")
        collars = [row.collar_angle for row in rows if not np.isnan(row.collar_angle)]
        if collars:
            print(f"collar bones {np.degrees(np.mean(collars)):.1f} deg from the files on average")
    return int(faithful < WANTED * len(files))


def line(row: Row) -> str:
    """A row as printed."""
    mark = "faithful" if row.is_faithful else "        " if row.solved else "unsolved"
    missed = f", {row.missed} stances missed" if row.missed else ""
    collars = "" if np.isnan(row.collar_angle) else f", collar bones {np.degrees(row.collar_angle):.1f} deg"
    warned = f", warned: {' '.join(row.doubts)}" if row.doubts else ""
    return (
        f"{mark} {row.name[:28]:28} {row.seconds:6.1f} s of {row.capture_seconds:4.1f} s, "
        f"mean {100 * row.mean_distance:5.1f} cm {np.degrees(row.mean_angle):4.1f} deg{collars}, "
        f"worst {100 * row.worst_distance:5.1f} cm {np.degrees(row.worst_angle):3.0f} deg, "
        f"of any bone {100 * row.worst_end:.0f} cm, "
        f"turns {row.turn_ratio:.1f}x, peak {row.peak:.1f} BW{missed}{warned}; {row.judgement}"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
