"""Takes the manual's pictures of the window and crops them from the screen."""

import json
from collections.abc import Sequence
from pathlib import Path

from docs.pictures.window.programs import Programs
from docs.pictures.window.shots import Look, read_place, shots
from scripts.failure import SetupFailure
from scripts.processes import run

WORDS = Path(__file__).with_name("first_ten_minutes.txt")
PAPER = ("-trim", "+repage", "-bordercolor", "#282828", "-border", "6")  # color of a panel, pixels
PANEL = (*PAPER, "+dither", "-colors", "64", "-define", "png:compression-level=9")
PHOTOGRAPH = ("-quality", "72")
LARGEST = 150_000  # bytes
MINUTES, SIGHT = "minutes", "window_"  # prefixes of the page's pictures and of those of the manual's 3D view
LOOKS = {
    "panels": Look((900, 2000)),  # high enough for the longest panel and a timeline with contacts below it
    "sights": Look((860, 760)),
    MINUTES: Look((1000, 850)),
}  # window size of each tour


def take_pictures(programs: Programs, folder: Path, names: Sequence[str] = ()) -> None:
    """Writes all pictures of the window, or the named ones; with those of the first ten minutes, also their page.

    Args:
        programs: found on this computer.
        folder: of the pictures; the page is written next to it.
        names: of panels, as in addon/panels.py; show_strips; window_ghost, window_resize; or minutes.

    Raises:
        SetupFailure: Blender failed, or there is no picture of this name.
    """
    for tour in LOOKS:
        wanted = [name for name in names if _tour_of(name) == tour]
        if wanted or not names:
            _take(programs, folder, tour, wanted)


def _tour_of(name: str) -> str:
    return MINUTES if name == MINUTES else "sights" if name.startswith(SIGHT) else "panels"


def _take(programs: Programs, folder: Path, tour: str, names: Sequence[str]) -> None:
    with shots(programs, tour, LOOKS[tour], names) as place:
        taken = sorted(place.glob("*.xwd"))
        missing = set(names) - {Path(shot.stem).stem.removeprefix("panel_") for shot in taken} - {MINUTES}
        if missing:
            raise SetupFailure(
                f"expected names of panels, as solve or goals; found {', '.join(sorted(missing))}"
            )
        folder.mkdir(parents=True, exist_ok=True)
        for shot in taken:
            _cut(programs.convert, shot, folder / shot.stem)
            refuse_large(folder / shot.stem)
        if tour == MINUTES:
            _write_page(folder.parent / f"{WORDS.stem}.md", place / f"{MINUTES}.json")


def _cut(convert: Path, shot: Path, picture: Path) -> None:
    """Crops a picture; a PNG, which shows a panel, is also trimmed and reduced to few colors."""
    region = ("-crop", read_place(shot), "+repage", "-strip")
    how, kind = (PANEL, "PNG8") if picture.suffix == ".png" else (PHOTOGRAPH, "JPEG")
    run([convert, f"xwd:{shot}", *region, *how, f"{kind}:{picture}"], step=f"cutting {picture.name}")


def refuse_large(picture: Path) -> None:
    """Checks that a picture is small.

    Raises:
        SetupFailure: it is too large.
    """
    if picture.stat().st_size > LARGEST:
        raise SetupFailure(f"{picture.name} has {picture.stat().st_size} bytes; expected at most {LARGEST}")


def _write_page(page: Path, results: Path) -> None:
    """Writes the page of the first ten minutes, with the results of its steps filled in."""
    fields = json.loads(results.read_text(encoding="utf-8"))
    page.write_text(WORDS.read_text(encoding="utf-8").format(**fields), encoding="utf-8")
