"""The manual shows every panel and overlay, and its pictures can be made."""

import re
from pathlib import Path

import bpy
import gpu
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.overlays.properties import SPACETIME_PG_overlays
from bl_ext.user_default.spacetime_animator.addon.panels import PANELS

DOCS = Path(__file__).resolve().parents[2] / "docs"
MANUAL = (DOCS / "manual.md").read_text(encoding="utf-8")
LARGEST = 150_000  # bytes


@pytest.mark.parametrize("panel", PANELS, ids=lambda panel: panel.__name__)
def test_every_panel_has_a_section_with_a_picture(panel):
    name = panel.__name__.removeprefix("SPACETIME_PT_")
    section = re.search(
        rf"^## {re.escape(panel.bl_label)}(:.*)?$(?P<words>(.|\n)*?)(?=^## |\Z)", MANUAL, re.M
    )
    assert section, f"docs/manual.md has no section '## {panel.bl_label}'"
    assert f"(manual/{name}.png)" in section["words"]


def test_every_overlay_has_a_picture_and_its_name():
    switches = [p for p in SPACETIME_PG_overlays.bl_rna.properties if p.identifier.startswith("show_")]
    assert switches
    for switch in switches:
        assert re.search(rf"\*\*{switch.name}\*\*.*\(manual/{switch.identifier}\.(jpg|png)\)", MANUAL), switch


@pytest.mark.parametrize("page", ["manual.md", "first_ten_minutes.md"])
def test_pictures_are_there_and_small(page):
    pictures = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", (DOCS / page).read_text(encoding="utf-8"))
    assert pictures
    for picture in pictures:
        assert 500 < (DOCS / picture).stat().st_size < LARGEST, picture


@pytest.mark.skipif(not hasattr(gpu, "init"), reason="this Blender does not draw without a screen")
def test_pictures_show_what_is_there(human, tmp_path):
    from scripts.manual.blender import begin_to_draw
    from scripts.manual.panel import draw_panel, layout_of
    from scripts.manual.viewport import only, photograph

    begin_to_draw()
    pictures = []
    for names in ((), ("show_bodies",)):
        only(*names)
        photograph(tmp_path / "view.jpg", middle=(0.0, 0.0, 0.9), eye=(3.0, -3.0, 1.5))
        pictures.append(pixels(tmp_path / "view.jpg"))
    changed = (np.abs(pictures[0] - pictures[1]).max(-1) > 0.04).mean()
    assert 0.02 < changed < 0.3  # the bodies, and nothing but them
    solve = next(panel for panel in PANELS if panel.__name__.endswith("solve"))
    assert "Solve" in str(layout_of(solve))
    draw_panel(solve, tmp_path / "panel.png")
    assert pixels(tmp_path / "panel.png")[..., :3].max() > 0.7  # words


def pixels(path):
    image = bpy.data.images.load(str(path))
    values = np.array(image.pixels[:]).reshape(image.size[1], image.size[0], 4)
    bpy.data.images.remove(image)
    return values
