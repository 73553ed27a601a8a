"""Goes on a tour in a Blender of its own, whose shots of the screen are there until they have been cut."""

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
    """How Blender's window looks.

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
    """Gives the folder of the shots, as tour.py writes them: X window dumps with their places beside them.

    Args:
        programs: found on this computer.
        tour: of tour.py.
        look: of the window.
        names: of the pictures to take; all of the tour if there are none.

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
    """Where on the screen the picture is, as ImageMagick takes it."""
    width, height, left, top = json.loads(shot.with_suffix(".json").read_text(encoding="utf-8"))
    return f"{width}x{height}+{left}+{top}"
