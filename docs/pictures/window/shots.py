"""Runs a tour in a separate Blender; its screenshots exist until they have been cropped."""

import json
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from docs.pictures.window.programs import Programs
from docs.pictures.window.screen import screen
from scripts.processes import run

TOUR = Path(__file__).with_name("tour.py")
THREADS = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}


@dataclass(frozen=True)
class Look:
    """Appearance of Blender's window.

    Attributes:
        size: width and height [pixels].
        scale: of the interface.
        theme: "dark" or "light".
    """

    size: tuple[int, int]
    scale: float = 1.0
    theme: str = "dark"


@contextmanager
def shots(programs: Programs, tour: str, look: Look, names: Sequence[str] = ()) -> Iterator[Path]:
    """Context with the folder of the screenshots: X window dumps written by tour.py, each with the rectangle to crop.

    Args:
        programs: found on this computer.
        tour: of tour.py.
        look: of the window.
        names: of the pictures to take; empty: all of the tour.

    Raises:
        SetupFailure: Blender failed.
    """
    width, height = (str(size) for size in look.size)
    window = ("--gpu-backend", "opengl", "--window-geometry", "0", "0", width, height)
    mouse = ("--enable-event-simulate",) if tour in ("sights", "pointer", "trials") else ()
    with tempfile.TemporaryDirectory(prefix="spacetime-window-") as folder:
        place = Path(folder)
        with screen(programs.xvfb, place, look.size) as shown:
            command: list[str | Path] = [programs.blender, "--factory-startup", *mouse, *window]
            words: list[str | Path] = [place, shown.memory, sys.executable, str(look.scale), look.theme, tour]
            variables = {**shown.variables, **THREADS, "BLENDER_USER_RESOURCES": str(place / "user")}
            run(
                [*command, "--python", TOUR, "--", *words, *names],
                step=f"picturing the {tour}",
                environment=variables,
            )
        yield place


def read_place(shot: Path) -> str:
    """The picture's rectangle on the screen, as an ImageMagick geometry."""
    width, height, left, top = json.loads(shot.with_suffix(".json").read_text(encoding="utf-8"))
    return f"{width}x{height}+{left}+{top}"
