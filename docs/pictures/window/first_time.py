"""Performs the first ten minutes in four windows, for docs/measurements/first_time.md.

.venv/bin/python -m docs.pictures.window.first_time [--only solving ...]

Every picture shows one step: 1920 x 1080 pixels above, 3840 x 2160 at twice the interface's scale below, Blender's dark
theme on the left and its light theme on the right, all scaled to the same size. Requirements are those of
docs.pictures.window.
"""

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from docs.pictures.window.pictures import refuse_large
from docs.pictures.window.programs import Programs, find_programs
from docs.pictures.window.shots import Look, read_place, shots
from scripts.environment import ROOT
from scripts.failure import SetupFailure
from scripts.processes import run

FOLDER = ROOT / "docs/measurements/first_time"
LOOKS = tuple(
    Look((1920 * scale, 1080 * scale), float(scale), theme) for scale in (1, 2) for theme in ("dark", "light")
)
WIDTH = 760  # pixels of one of the four
STEPS = (
    "begin", "add", "fit", "preset", "solve", "accept", "keys", "solving", "physical", "reach", "goal", "impossible",
)  # fmt: skip
PICTURES = tuple(f"{step}.jpg" for step in STEPS)
HOW = ("-strip", "-sampling-factor", "4:2:0", "-quality", "62")


def main() -> int:
    """Return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m docs.pictures.window.first_time", description=__doc__)
    parser.add_argument("--only", nargs="+", choices=STEPS, default=STEPS, metavar="STEP", help="only these")
    try:
        take_path(find_programs(), FOLDER, parser.parse_args().only)
    except SetupFailure as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


def take_path(programs: Programs, folder: Path, steps: Sequence[str] = STEPS) -> None:
    """Writes the pictures of some steps; all steps are performed.

    Raises:
        SetupFailure: Blender failed, or a picture is large.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="spacetime-first-time-") as kept:
        quarters: dict[str, list[Path]] = {step: [] for step in steps}
        for number, look in enumerate(LOOKS):
            with shots(programs, "first_time", look, [f"minutes_{step}.jpg" for step in steps]) as place:
                for step in steps:
                    quarters[step].append(Path(kept) / f"{step}_{number}.png")
                    _shrink(programs.convert, place / f"minutes_{step}.jpg.xwd", quarters[step][-1])
        for step in steps:
            first, second, *below = quarters[step]
            rows: tuple[str | Path, ...] = (
                "(",
                first,
                second,
                "+append",
                ")",
                "(",
                *below,
                "+append",
                ")",
                "-append",
            )
            run([programs.convert, *rows, *HOW, folder / f"{step}.jpg"], step=f"joining {step}")
            refuse_large(folder / f"{step}.jpg")


def _shrink(convert: Path, shot: Path, picture: Path) -> None:
    smaller = ("-crop", read_place(shot), "+repage", "-resize", f"{WIDTH}x")
    run([convert, f"xwd:{shot}", *smaller, picture], step=f"shrinking {picture.name}")


if __name__ == "__main__":
    sys.exit(main())
