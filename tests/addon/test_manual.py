"""The manual shows every panel and overlay, a right click leads to it, and its pictures can be made."""

import fnmatch
import importlib
import re
import urllib.parse
from pathlib import Path

import bpy
import gpu
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon import manual_links, preferences, properties
from bl_ext.user_default.spacetime_animator.addon.overlays.properties import SPACETIME_PG_overlays
from bl_ext.user_default.spacetime_animator.addon.panels import PANELS

from docs.pictures.window.scenes import NOT_TAKEN, SCENES, TIMELINE, WHOLE_TAB

DOCS = Path(__file__).resolve().parents[2] / "docs" / "artist"
MANUAL = (DOCS / "manual.md").read_text(encoding="utf-8")
LARGEST = 150_000  # bytes


@pytest.mark.parametrize("panel", PANELS, ids=lambda panel: panel.__name__)
def test_every_panel_has_a_section_with_a_picture(panel):
    name = panel.__name__.removeprefix("SPACETIME_PT_")
    section = re.search(
        rf"^## {re.escape(panel.bl_label)}(:.*)?$(?P<words>(.|\n)*?)(?=^## |\Z)", MANUAL, re.M
    )
    assert section, f"docs/artist/manual.md has no section '## {panel.bl_label}'"
    assert (f"(manual/panel_{name}.png)" in section["words"]) == (name not in NOT_TAKEN)


def test_every_panel_is_pictured_in_a_window():
    ours = {name for name in dir(bpy.types) if name.startswith("SPACETIME_PT_")}
    assert ours == {panel.__name__ for panel in PANELS}
    pictured = {name.partition("-")[0] for _prepare, names in SCENES for name in names}
    pictured -= {WHOLE_TAB, TIMELINE}
    assert {f"SPACETIME_PT_{name}" for name in (*pictured, *NOT_TAKEN)} == ours


def test_panels_come_in_the_manuals_order():
    sections = re.findall(r"^## ([^:\n]+)", MANUAL, re.M)
    assert [name for name in sections if name in labels()] == labels()
    assert not any(hasattr(panel, "bl_order") for panel in PANELS)  # Blender would put them elsewhere


def labels():
    return [panel.bl_label for panel in PANELS]


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


def our_names():
    """Everything of ours that an artist may right click on, in Blender's words."""
    yield from (f"bpy.ops.spacetime.{name}" for name in dir(bpy.ops.spacetime))
    for group in (*properties.CLASSES, preferences.SPACETIME_AP_preferences):
        for name in group.__annotations__:
            yield f"bpy.types.{group.__name__}.{name}"


def test_right_click_leads_to_a_section_of_the_manual():
    look_up = importlib.import_module("bl_operators.wm").WM_OT_doc_view_manual._lookup_rna_url
    sections = {re.sub(r"[^\w -]", "", line[3:].lower()).strip().replace(" ", "-")
                for line in MANUAL.splitlines() if line.startswith("## ")}  # fmt: skip
    names = list(our_names())
    assert len(names) > 100
    for name in names:
        url = look_up(name, verbose=False)
        assert url, f"{name} leads nowhere"
        page, _, section = url.partition("#")
        assert page.endswith("docs/artist/manual.md"), name
        assert section in sections, f"{name} leads to {url}"


def test_patterns_name_things_that_exist():
    names = [name.lower() for name in our_names()]
    for pattern, section in manual_links.manual_map()[1]:
        assert fnmatch.filter(names, pattern), f"{pattern} of {section} is not there"


def test_without_a_website_the_manual_is_the_one_that_came_with_the_addon():
    address, _ = manual_links.manual_map()
    if address.startswith("file:"):
        assert Path(urllib.parse.unquote(urllib.parse.urlsplit(address).path)).is_file()
    else:
        assert address.startswith("https://")


@pytest.mark.skipif(not hasattr(gpu, "init"), reason="this Blender does not draw without a screen")
def test_pictures_show_what_is_there(human, tmp_path):
    from docs.pictures.manual.blender import begin_to_draw
    from docs.pictures.manual.viewport import only, photograph

    begin_to_draw()
    pictures = []
    for names in ((), ("show_bodies",)):
        only(*names)
        photograph(tmp_path / "view.jpg", middle=(0.0, 0.0, 0.9), eye=(3.0, -3.0, 1.5))
        pictures.append(pixels(tmp_path / "view.jpg"))
    changed = (np.abs(pictures[0] - pictures[1]).max(-1) > 0.04).mean()
    assert 0.02 < changed < 0.3  # the bodies, and nothing but them


def pixels(path):
    image = bpy.data.images.load(str(path))
    values = np.array(image.pixels[:]).reshape(image.size[1], image.size[0], 4)
    bpy.data.images.remove(image)
    return values
