"""Takes the pictures in a Blender of its own and cuts the panels out of them."""

import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from scripts.failure import SetupFailure
from scripts.manual.window.programs import Programs
from scripts.manual.window.screen import HEIGHT, WIDTH, Screen, screen
from scripts.processes import run

TOUR = Path(__file__).with_name("tour.py")
COLOURS, BORDER = 64, 6  # of a picture; pixels around the panel
THREADS = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}


def take_pictures(programs: Programs, folder: Path, names: Sequence[str] = ()) -> None:
    """Writes panel_NAME.png for every panel and show_strips.png, or those that are named.

    Args:
        programs: found on this computer.
        folder: of the pictures.
        names: of panels, as in addon/panels; or show_strips.

    Raises:
        SetupFailure: Blender failed, or there is no panel of such a name.
    """
    with tempfile.TemporaryDirectory(prefix="spacetime-window-") as place:
        with screen(programs.xvfb, Path(place)) as shown:
            _tour(programs.blender, Path(place), names, shown)
        taken = sorted(Path(place).glob("*.xwd"))
        missing = set(names) - {shot.stem.removeprefix("panel_") for shot in taken}
        if missing:
            raise SetupFailure(
                f"expected names of panels, as main or goals; found {', '.join(sorted(missing))}"
            )
        folder.mkdir(parents=True, exist_ok=True)
        for shot in taken:
            _cut(programs.convert, shot, folder / f"{shot.stem}.png")


def _tour(blender: Path, place: Path, names: Sequence[str], shown: Screen) -> None:
    window = ("--gpu-backend", "opengl", "--window-geometry", "0", "0", str(WIDTH), str(HEIGHT))
    command: list[str | Path] = [blender, "--factory-startup", *window, "--python", TOUR, "--"]
    words: list[str | Path] = [place, shown.memory, sys.executable, *names]
    variables = {**shown.variables, **THREADS, "BLENDER_USER_RESOURCES": str(place / "user")}
    run([*command, *words], step="picturing the panels", environment=variables)


def _cut(convert: Path, shot: Path, picture: Path) -> None:
    width, height, left, top = json.loads(shot.with_suffix(".json").read_text(encoding="utf-8"))
    region = ("-crop", f"{width}x{height}+{left}+{top}", "+repage", "-trim", "+repage")
    paper = ("-bordercolor", "#282828", "-border", str(BORDER))
    small = ("+dither", "-colors", str(COLOURS), "-strip", "-define", "png:compression-level=9")
    run([convert, f"xwd:{shot}", *region, *paper, *small, f"PNG8:{picture}"], step=f"cutting {picture.name}")
