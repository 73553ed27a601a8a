"""What can be reached without the sidebar: the pie menu and its key, and the progress in the view's header."""

import bpy
import pytest
from bl_ext.user_default.spacetime_animator.addon import keymap, preferences
from bl_ext.user_default.spacetime_animator.addon.pie_menu import SPACETIME_MT_pie
from bl_ext.user_default.spacetime_animator.addon.solve.panels.solve import draw_progress
from bl_ext.user_default.spacetime_animator.addon.view_header import draw_header, draw_status

from tests.support.panels import laid_out, operators, words


@pytest.fixture
def run():
    """Give the state of the solve, as it is when nothing goes on."""
    run = bpy.context.window_manager.spacetime
    yield run
    run.is_running = run.is_live = run.live_failed = False
    run.text = run.doing = run.error = run.error_line = run.live_text = ""


def drawn_pie():
    class Drawn:
        layout = None

    def draw(layout):
        Drawn.layout = layout
        SPACETIME_MT_pie.draw(Drawn, bpy.context)

    return laid_out(draw)


def ours():
    found = bpy.context.window_manager.keyconfigs.addon.keymaps["3D View"].keymap_items
    pies = [i for i in found if i.idname == "wm.call_menu_pie" and i.properties.name == keymap.PIE]
    return {
        item.idname: item.to_string() for item in (*pies, *(i for i in found if "spacetime." in i.idname))
    }


def test_the_pie_has_what_is_pressed_all_the_time(human, run):
    assert SPACETIME_MT_pie.poll(bpy.context)
    names = {
        f"bpy.ops.spacetime.{name}"
        for name in ("make_physical", "solve", "accept", "reject", "live", "drag_ghost")
    }
    assert names <= operators(drawn_pie())
    run.is_running = True
    assert "bpy.ops.spacetime.cancel" in operators(drawn_pie())
    assert "bpy.ops.spacetime.solve" not in operators(drawn_pie())


def test_without_a_character_the_key_is_blenders(metarig):
    assert not SPACETIME_MT_pie.poll(bpy.context)


def test_keys_come_and_go_with_the_addon():
    keys = {
        "wm.call_menu_pie": "Y",
        "spacetime.solve": "Shift Y",
        "spacetime.make_physical": "Shift Alt Y",
        "spacetime.accept": "Alt Y",
        "spacetime.live": "Ctrl Alt Y",
    }
    assert ours() == keys
    keymap.unregister()
    assert ours() == {}
    keymap.register()
    assert ours() == keys


def test_the_preferences_show_the_keys():
    found = keymap.keys_of_the_user(bpy.context)
    items = laid_out(lambda layout: preferences.draw_keys(layout, bpy.context))
    assert bool(found) == ("Shortcuts" in words(items))


def test_the_header_tells_how_a_solve_goes_while_the_sidebar_is_closed(human, run):
    run.is_running, run.text, run.fraction = True, "Finding the motion", 0.4
    items = laid_out(lambda layout: draw_status(layout, bpy.context))
    assert "Finding the motion" in words(items)
    assert "bpy.ops.spacetime.cancel" in operators(items)
    window = bpy.context.window_manager.windows[0]
    area = max(window.screen.areas, key=lambda each: each.width * each.height)
    for is_open in (True, False):
        area.spaces.active.show_region_ui = is_open
        with bpy.context.temp_override(window=window, area=area, space_data=area.spaces.active):
            told = laid_out(lambda layout: draw_header(type("Header", (), {"layout": layout}), bpy.context))
        assert bool(operators(told)) == (not is_open)


@pytest.mark.parametrize(
    ("state", "told"),
    [
        ({"doing": "Reading your animation"}, "Reading your animation"),
        ({"is_live": True, "live_text": "Live: 8 per second"}, "Live: 8 per second"),
        (
            {"error": "hand.R misses Apple by 1.55 m, and so on", "error_line": "hand.R misses Apple"},
            "hand.R misses Apple",
        ),
        ({}, ""),
    ],
)
def test_the_header_tells_what_else_goes_on(run, state, told):
    for name, value in state.items():
        setattr(run, name, value)
    assert words(laid_out(lambda layout: draw_status(layout, bpy.context))).strip(" |") == told


def test_the_bar_is_where_the_solve_is(human, run):
    run.is_running, run.text, run.eta, run.fraction = True, "Finding the motion", "About 4 seconds left", 0.4
    items = laid_out(lambda layout: draw_progress(layout, run, ()))
    assert "About 4 seconds left" in words(items)
