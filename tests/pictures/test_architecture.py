"""The picture of the rooms is that of today's source."""

from docs.pictures import architecture
from scripts.environment import ROOT
from tests.support.imports import room_graph


def test_picture_shows_the_rooms_as_they_are():
    """Else run .venv/bin/python -m docs.pictures.architecture."""
    assert (ROOT / "docs/developer/architecture.svg").read_text(encoding="utf-8") == architecture.draw()


def test_rooms_hold_the_values_that_are_handed_on():
    homes = {
        "character": "Character",
        "job": "Job",
        "problem": "Problem",
        "optimise": "Solution",
        "clip": "Clip",
    }
    assert homes.items() <= architecture._homes().items()


def test_only_imports_that_no_other_room_gives_are_lines():
    rooms = room_graph("solver")
    assert "character" in rooms["mechanics"]
    assert "character" not in rooms["optimise"]  # reached through many others
