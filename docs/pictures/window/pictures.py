"""Takes the pictures in a Blender of its own and cuts what they show out of the screen."""

import json
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from docs.pictures.window.programs import Programs
from docs.pictures.window.screen import Screen, screen
from scripts.failure import SetupFailure
from scripts.processes import run

TOUR = Path(__file__).with_name("tour.py")
WORDS = Path(__file__).with_name("first_ten_minutes.txt")
PAPER = ("-trim", "+repage", "-bordercolor", "#282828", "-border", "6")  # a panel's colour, pixels
PANEL = (*PAPER, "+dither", "-colors", "64", "-define", "png:compression-level=9")
PHOTOGRAPH = ("-quality", "72")
LARGEST = 150_000  # bytes
MINUTES, SIGHT = "minutes", "window_"  # the page's pictures; how those of the manual's 3D view begin
SIZES = {
    "panels": (900, 2000),  # high enough for the longest panel and a timeline with contacts below it
    "sights": (860, 760),
    MINUTES: (1000, 850),
}  # of the window of each tour [pixels]
THREADS = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}


@dataclass(frozen=True)
class Window:
    """How Blender's window looks.

    Attributes:
        size: width and height [pixels]; None: as each tour needs it.
        scale: of the interface.
        theme: "dark" or "light".
    """

    size: tuple[int, int] | None = None
    scale: float = 1.0
    theme: str = "dark"


def take_pictures(
    programs: Programs, folder: Path, names: Sequence[str] = (), window: Window | None = None
) -> None:
    """Writes all pictures of the window, or those that are named; with those of the minutes their page.

    Args:
        programs: found on this computer.
        folder: of the pictures; the page is written beside it.
        names: of panels, as in addon/panels.py; show_strips; window_ghost, window_resize; or minutes.
        window: another than the manual's.

    Raises:
        SetupFailure: Blender failed, or there is no picture of such a name.
    """
    for tour in SIZES:
        wanted = [name for name in names if _tour_of(name) == tour]
        if wanted or not names:
            _take(programs, folder, tour, wanted, window or Window())


def _tour_of(name: str) -> str:
    return MINUTES if name == MINUTES else "sights" if name.startswith(SIGHT) else "panels"


def _take(programs: Programs, folder: Path, tour: str, names: Sequence[str], window: Window) -> None:
    size = window.size or SIZES[tour]
    with tempfile.TemporaryDirectory(prefix="spacetime-window-") as place:
        with screen(programs.xvfb, Path(place), size) as shown:
            _go(programs.blender, Path(place), tour, names, shown, replace(window, size=size))
        shots = sorted(Path(place).glob("*.xwd"))
        taken = {Path(shot.stem).stem.removeprefix("panel_") for shot in shots}
        missing = set(names) - taken - {MINUTES}
        if missing:
            raise SetupFailure(
                f"expected names of panels, as solve or goals; found {', '.join(sorted(missing))}"
            )
        folder.mkdir(parents=True, exist_ok=True)
        for shot in shots:
            _cut(programs.convert, shot, folder / shot.stem)
            if window.size is None:
                _refuse_large(folder / shot.stem)
        if tour == MINUTES and window.size is None:
            _write_page(folder.parent / f"{WORDS.stem}.md", Path(place, f"{MINUTES}.json"))


def _go(blender: Path, place: Path, tour: str, names: Sequence[str], shown: Screen, look: Window) -> None:
    width, height = (str(size) for size in look.size or SIZES[tour])
    window = ("--gpu-backend", "opengl", "--window-geometry", "0", "0", width, height)
    mouse = ("--enable-event-simulate",) if tour == "sights" else ()
    command: list[str | Path] = [blender, "--factory-startup", *mouse, *window, "--python", TOUR, "--"]
    words: list[str | Path] = [place, shown.memory, sys.executable, str(look.scale), look.theme, tour, *names]
    variables = {**shown.variables, **THREADS, "BLENDER_USER_RESOURCES": str(place / "user")}
    run([*command, *words], step=f"picturing the {tour}", environment=variables)


def _cut(convert: Path, shot: Path, picture: Path) -> None:
    """A PNG is of a panel: few colours and what is empty around it cut off; a JPEG is of all that is there."""
    width, height, left, top = json.loads(shot.with_suffix(".json").read_text(encoding="utf-8"))
    region = ("-crop", f"{width}x{height}+{left}+{top}", "+repage", "-strip")
    how, kind = (PANEL, "PNG8") if picture.suffix == ".png" else (PHOTOGRAPH, "JPEG")
    run([convert, f"xwd:{shot}", *region, *how, f"{kind}:{picture}"], step=f"cutting {picture.name}")


def _refuse_large(picture: Path) -> None:
    """The manual's pictures are small."""
    if picture.stat().st_size > LARGEST:
        raise SetupFailure(f"{picture.name} has {picture.stat().st_size} bytes; expected at most {LARGEST}")


def _write_page(page: Path, found: Path) -> None:
    """The words of the first ten minutes, filled with what its steps found out."""
    fields = json.loads(found.read_text(encoding="utf-8"))
    page.write_text(WORDS.read_text(encoding="utf-8").format(**fields), encoding="utf-8")
