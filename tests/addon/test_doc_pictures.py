"""Every picture in docs is made by a script, and shown by a page."""

import re
from pathlib import Path

import pytest

from docs.pictures import (
    architecture,
    captures,
    chip,
    creatures,
    dragging,
    fidelity,
    front,
    motions,
    rigs,
    variations,
)
from docs.pictures.library import __main__ as library
from docs.pictures.manual import explore, overlays
from docs.pictures.window import first_time, minutes, panels, sights

pytestmark = pytest.mark.once

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
BY_FOLDER = (
    ("artist/manual/", (overlays, explore, panels, sights, minutes)),
    ("artist/", (captures, dragging, motions, rigs)),
    ("developer/", (architecture,)),
    ("developer/library/", (library,)),
    ("measurements/chip/", (chip,)),
    ("measurements/creatures/", (creatures,)),
    ("measurements/explore/", (front, variations)),
    ("measurements/fidelity/", (fidelity,)),
    ("measurements/first_time/", (first_time,)),
)  # the modules that say which pictures they make there
LARGEST = 160_000  # bytes


def made():
    return [folder + name for folder, makers in BY_FOLDER for maker in makers for name in maker.PICTURES]


def shown():
    for page in (ROOT / "README.md", *DOCS.rglob("*.md")):
        for picture in re.findall(r"!\[[^\]]*\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
            yield (page.parent / picture).resolve().relative_to(DOCS).as_posix()


def there():
    return {
        path.relative_to(DOCS).as_posix(): path
        for path in DOCS.rglob("*")
        if path.suffix in {".png", ".jpg", ".gif", ".svg", ".webp"}
    }


def test_no_picture_is_made_by_two_scripts():
    assert len(made()) == len(set(made()))


def test_every_picture_that_a_page_shows_is_made_by_a_script():
    assert not set(shown()) - set(made())


def test_every_picture_in_docs_is_shown_and_every_script_s_picture_is_in_docs():
    assert there().keys() == set(shown())
    assert there().keys() == set(made())


def test_pictures_are_small():
    assert not [name for name, path in there().items() if not 500 < path.stat().st_size < LARGEST]
