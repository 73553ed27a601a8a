"""Solve, judge and draw the gallery.

make gallery, or python -m scripts.gallery [NAME ...] [--iterations N] [--list] [--width PIXELS] [--out DIR]; writes to
DIR (out/gallery) NAME.motion.json, NAME.npz and NAME_sheet.png of each piece, NAME_strobe.png of some, and index.md
with the judge's lines.
"""

import argparse
import json
import sys
from pathlib import Path

from examples import PIECES
from examples.piece import Piece, load
from scripts.environment import ROOT
from scripts.gallery.judgement import FAULTS, judgement
from scripts.sheet import WIDTH, draw_picture, draw_sheet
from solver.analysis.pose_sheet.strobe import compose_strobe
from solver.formats.motion_json import to_motion_json
from solver.wording.violations import sentence

STROBE = 0.8  # width of a strobe picture relative to a sheet


def main(arguments: list[str]) -> int:
    """Return the exit code: 1 if a piece without an iteration limit is unsolved or the judge refuses it."""
    parser = argparse.ArgumentParser(prog="python -m scripts.gallery", description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="names of pieces; default: all")
    parser.add_argument("--iterations", type=int, default=0, help="maximum iterations of each solve")
    parser.add_argument("--list", action="store_true", help="list the names of all pieces and exit")
    parser.add_argument("--no-sheet", action="store_true", help="do not draw sheets")
    parser.add_argument("--width", type=int, default=WIDTH, metavar="PIXELS", help="width of each picture")
    parser.add_argument("--out", type=Path, default=ROOT / "out" / "gallery", metavar="DIR")
    options = parser.parse_args(arguments)
    unknown = sorted(set(options.names) - set(PIECES))
    if unknown:
        parser.error(f"no piece is called {', '.join(unknown)}; --list names them")
    pieces = [load(name) for name in PIECES if name in options.names or not options.names]
    if options.list:
        print("\n".join(f"{piece.name:16} {piece.title}" for piece in pieces))
        return 0
    options.out.mkdir(parents=True, exist_ok=True)
    width = 0 if options.no_sheet else options.width
    lines = [show(piece, options.out, iterations=options.iterations, width=width) for piece in pieces]
    write_index(options.out)
    return int(not options.iterations and any(fault in line for line in lines for fault in FAULTS))


def show(piece: Piece, out: Path, *, iterations: int, width: int) -> str:
    """Solve a piece and write its files, with pictures unless width is 0; return and print the judge's line."""
    clip = piece.solve(iterations=iterations)
    line = "; ".join(filter(None, (judgement(clip), piece.notes(clip))))
    clip.save(out / f"{piece.name}.npz")
    (out / f"{piece.name}.motion.json").write_text(json.dumps(to_motion_json(clip)), encoding="utf-8")
    (out / f"{piece.name}.txt").write_text(line + "\n", encoding="utf-8")
    if width:
        draw_sheet(clip, out / f"{piece.name}_sheet.png", n_poses=piece.n_poses, width=width)
        if piece.n_flashes:
            picture = compose_strobe(clip, n_poses=piece.n_flashes, width=round(STROBE * width))
            draw_picture(picture, out / f"{piece.name}_strobe.png")
    print(f"{piece.name:16} {line}", flush=True)
    for violation in clip.provenance.violations:
        print(f"{'':16} {sentence(violation)}", flush=True)
    return line


def write_index(out: Path) -> None:
    """Write the index of all pieces shown so far, with descriptions of their sheets."""
    words = ["# Gallery", ""]
    for piece in map(load, PIECES):
        verdict = out / f"{piece.name}.txt"
        if verdict.exists():
            words += [
                f"## {piece.title}",
                "",
                f"`{piece.name}`: {verdict.read_text(encoding='utf-8').strip()}",
                "",
            ]
            words += [f"![{piece.title}]({piece.name}_sheet.png)", ""]
            if piece.n_flashes:
                words += [f"![{piece.title}, flash by flash]({piece.name}_strobe.png)", ""]
            words += [line for paragraph in piece.paragraphs for line in (paragraph, "")]
    (out / "index.md").write_text("\n".join(words), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
