"""Takes the pictures in a Blender of its own and cuts the panels out of them."""

import json
import sys
import sysconfig
import tempfile
from collections.abc import Sequence
from pathlib import Path

from scripts.failure import SetupFailure
from scripts.manual.window.programs import Programs
from scripts.manual.window.screen import HEIGHT, WIDTH, screen
from scripts.processes import run

TOUR = Path(__file__).with_name("tour.py")
COLOURS, BORDER = 64, 6  # of a picture; pixels around the panel
THREADS = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}


def take_pictures(programs: Programs, folder: Path, names: Sequence[str] = ()) -> None:
    """Writes panel_NAME.png for every panel, or for those that are named.

    Args:
        programs: found on this computer.
        folder: of the pictures.
        names: of panels, as in addon/panels.

    Raises:
        SetupFailure: Blender failed, or there is no panel of such a name.
    """
    with tempfile.TemporaryDirectory(prefix="spacetime-window-") as place, screen(programs.xvfb) as display:
        _tour(programs.blender, Path(place), names, display)
        taken = sorted(Path(place).glob("*.png"))
        missing = set(names) - {shot.stem for shot in taken}
        if missing:
            raise SetupFailure(
                f"expected names of panels, as main or goals; found {', '.join(sorted(missing))}"
            )
        folder.mkdir(parents=True, exist_ok=True)
        for shot in taken:
            _cut(programs.convert, shot, folder / f"panel_{shot.stem}.png")


def _tour(blender: Path, place: Path, names: Sequence[str], display: dict[str, str]) -> None:
    """Python packages are lent to a Blender that came without its own, as Debian's does."""
    window = ("--enable-event-simulate", "--window-geometry", "0", "0", str(WIDTH), str(HEIGHT))
    command: list[str | Path] = [blender, "--factory-startup", *window, "--python", TOUR, "--"]
    words: list[str | Path] = [place, sys.executable, sysconfig.get_path("purelib"), *names]
    variables = {**display, **THREADS, "BLENDER_USER_RESOURCES": str(place / "user"), "HOME": str(place)}
    run([*command, *words], step="picturing the panels", environment=variables)


def _cut(convert: Path, shot: Path, picture: Path) -> None:
    width, height, left, top = json.loads(shot.with_suffix(".json").read_text(encoding="utf-8"))
    region = ("-crop", f"{width}x{height}+{left}+{top}", "+repage", "-trim", "+repage")
    paper = ("-bordercolor", "#282828", "-border", str(BORDER))
    small = ("+dither", "-colors", str(COLOURS), "-strip", "-define", "png:compression-level=9")
    run([convert, shot, *region, *paper, *small, f"PNG8:{picture}"], step=f"cutting {picture.name}")
