"""Charts of McIntosh's spaces."""

import pytest

pytest.importorskip("matplotlib", reason="matplotlib is optional, and not installed")

from docs.pictures.chip.contact_bars import draw_contacts
from docs.pictures.chip.samples import Shown
from docs.pictures.chip.space_map import draw_map
from docs.pictures.chip.transport import draw_transport
from examples.chip_spaces import speeds
from solver.analysis.cost_of_transport import RESTING
from tests.support.sine_walk import sine_walk

PNG = b"\x89PNG"


def test_pictures_are_drawn(tmp_path):
    shown = [
        Shown("WalkRunTurn-Cyclic", {"speed": speed, "turn": turn, "injury": injury}, clip)
        for speed, clip in ((1.0, sine_walk()), (3.0, None))
        for turn in (-0.5, 0.0)
        for injury in ("healthy", "limping")
    ]
    draw_map(shown, tmp_path / "map.png")
    draw_contacts(shown, tmp_path / "contacts.png")
    curve = [Shown("Speeds", {"gait": "walk", "speed": 1.2}, sine_walk())]
    assert draw_transport(curve, tmp_path / "transport.png") == (1.2, pytest.approx(RESTING / 1.2))
    pictures = list(tmp_path.glob("*.png"))
    assert len(pictures) == 3
    assert all(file.read_bytes().startswith(PNG) for file in pictures)


def test_the_curve_has_walks_and_runs():
    space = speeds()
    named = [space.named(point)[1] for point in space.points()]
    assert {one["gait"] for one in named if one["speed"] < 1.6} == {"walk"}
    assert {one["gait"] for one in named if one["speed"] > 2.2} == {"run"}
