"""Checks drags with the mouse in a real window; takes no pictures by default.

.venv/bin/python -m docs.pictures.window.pointer [--folder FOLDER]

Prints a line for each of AutoPose, Drag Ghost, Edit Interval and Drag Contact, both confirmed and canceled with Escape.
The exit code is 1 if one fails. With a folder, it also takes pictures of the window during each drag. Requirements are
those of docs.pictures.window.
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
RESULTS = "results.json"


def send(tour: str, description: str) -> int:
    """Prints a line for each check of a tour; returns the exit code.

    Args:
        tour: of tour.py, which writes the results.
        description: of the command; its first line is shown as help.
    """
    parser = argparse.ArgumentParser(
        prog=f"python -m docs.pictures.window.{tour}", description=description.splitlines()[0]
    )
    parser.add_argument("--folder", type=Path, help="folder for pictures")
    folder = parser.parse_args().folder
    try:
        programs = find_programs()
        with shots(programs, tour, WINDOW) as place:
            results: dict[str, bool] = json.loads((place / RESULTS).read_text(encoding="utf-8"))
            for shot in place.glob("*.xwd") if folder is not None else ():
                cut = ("-crop", read_place(shot), "+repage")
                run([programs.convert, f"xwd:{shot}", *cut, folder / f"{shot.stem}.png"], step=shot.stem)
    except SetupFailure as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    for what, is_so in results.items():
        print(f"{'yes' if is_so else 'NO '} {what}")
    return 0 if all(results.values()) else 1


if __name__ == "__main__":
    sys.exit(send("pointer", __doc__))
