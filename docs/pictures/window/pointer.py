"""Drags with the pointer in a window what is dragged by hand, and looks what has come of it; it needs no pictures.

.venv/bin/python -m docs.pictures.window.pointer [--folder FOLDER]

A line for each of AutoPose, Drag Ghost, Edit Interval and Drag Contact: let go, and taken back with Escape. Exit code 1
if one is not as it should be. With a folder, pictures of the window in the middle of each. It needs what
docs.pictures.window needs.
"""

import argparse
import json
import sys
from pathlib import Path

from docs.pictures.window.programs import find_programs
from docs.pictures.window.shots import Look, read_place, shots
from scripts.failure import SetupFailure
from scripts.processes import run

WINDOW = Look((1920, 1080))
TOLD = "told.json"


def send(tour: str, description: str) -> int:
    """Prints a line for each thing that a tour tries; returns the exit code.

    Args:
        tour: of tour.py, which writes what it was told.
        description: of the command; its first line is shown as help.
    """
    parser = argparse.ArgumentParser(
        prog=f"python -m docs.pictures.window.{tour}", description=description.splitlines()[0]
    )
    parser.add_argument("--folder", type=Path, help="for pictures")
    folder = parser.parse_args().folder
    try:
        programs = find_programs()
        with shots(programs, tour, WINDOW) as place:
            told: dict[str, bool] = json.loads((place / TOLD).read_text(encoding="utf-8"))
            for shot in place.glob("*.xwd") if folder is not None else ():
                cut = ("-crop", read_place(shot), "+repage")
                run([programs.convert, f"xwd:{shot}", *cut, folder / f"{shot.stem}.png"], step=shot.stem)
    except SetupFailure as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    for what, is_so in told.items():
        print(f"{'yes' if is_so else 'NO '} {what}")
    return 0 if all(told.values()) else 1


if __name__ == "__main__":
    sys.exit(send("pointer", __doc__))
