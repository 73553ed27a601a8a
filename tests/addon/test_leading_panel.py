"""The panel at the top leads: whatever the first ten minutes press next is there without scrolling."""

from types import SimpleNamespace

import bpy
import pytest
from bl_ext.user_default.spacetime_animator.addon.panels import PANELS

from docs.pictures.manual.jump import key_jump
from tests.support.panels import depth_of, laid_out, operators, shown_properties, sidebar, words

# Pixels of the sidebar below the tab's upper edge in Blender's own layout, in a window of 1920 x 1080 at a resolution
# scale of 2, told at a scale of 1.
ROOM = 360
TITLE = 28  # of an open panel, and of each closed one
LEADING = PANELS[0]
SECTIONS = [panel for panel in PANELS if not hasattr(panel, "bl_parent_id")]


def draw(layout):
    LEADING.draw(SimpleNamespace(layout=layout), bpy.context)


def depths(*operators):
    return {name: TITLE + depth_of(draw, name) for name in operators}


def visible(*operators):
    return all(depth <= ROOM for depth in depths(*operators).values())


def test_there_are_six_sections_and_all_but_the_first_are_closed():
    assert [panel.bl_label for panel in SECTIONS] == [
        "Solve",
        "Character",
        "Motion",
        "Retarget",
        "Library",
        "View",
    ]
    is_open = ["DEFAULT_CLOSED" not in getattr(panel, "bl_options", set()) for panel in SECTIONS]
    assert is_open == [True, False, False, False, False, False]


@pytest.mark.once
def test_every_next_step_is_visible_at_any_scale(metarig):
    assert visible("fit_bodies")
    bpy.ops.spacetime.fit_bodies()
    assert visible("use_preset", "solve")
    bpy.ops.spacetime.use_preset(preset="WALK")
    run = bpy.context.window_manager.spacetime
    run.is_running, run.text, run.progress = True, "Finding the motion", "Step 2"
    assert visible("cancel", "accept")
    run.is_running = False
    before = depths("accept")
    bpy.ops.spacetime.solve(blocking=True)
    assert visible("accept", "reject", "live", "drag_ghost")
    assert depths("accept") == before  # nothing leaps when the motion arrives
    bpy.ops.spacetime.accept()
    assert visible("add_goal", "make_physical")


def test_a_failure_leaves_the_way_out_in_sight(human):
    key_jump(human)
    run = bpy.context.window_manager.spacetime
    run.error = run.error_line = "hand.R misses Apple by 1.55 m at frame 27. Lower Apple or allow more time."
    run.error_armature = human.name
    try:
        assert visible("solve", "show_where", "make_physical")
    finally:
        run.error = run.error_line = ""
        run.error_armature = ""


def test_an_error_of_the_check_list_is_mended_at_the_top(human):
    human.scale = (1.0, 1.0, 2.0)
    bpy.context.view_layer.update()
    assert visible("mend", "solve")


@pytest.mark.parametrize("is_wrong", [True, False])
def test_body_settings_fold_once_nothing_is_wrong(human, is_wrong):
    if is_wrong:
        human.data.bones["shin.R"].spacetime.mass = 0.0
    character, settings = (
        next(panel for panel in PANELS if panel.__name__ == f"SPACETIME_PT_{name}")
        for name in ("character", "body_settings")
    )
    items = laid_out(lambda layout: character.draw(SimpleNamespace(layout=layout), bpy.context))
    assert "bpy.ops.spacetime.fit_bodies" in operators(items)
    assert ("body_mass" in shown_properties(items)) == is_wrong
    assert settings.poll(bpy.context) != is_wrong


def test_overlays_are_among_blenders_own(human):
    overlays = bpy.types.SPACETIME_PT_overlays
    assert (overlays.bl_parent_id, overlays.bl_region_type) == ("VIEW3D_PT_overlay", "HEADER")
    view = bpy.types.SPACETIME_PT_view
    with sidebar():
        items = laid_out(lambda layout: view.draw(SimpleNamespace(layout=layout), bpy.context))
    assert "Overlays" in words(items)
