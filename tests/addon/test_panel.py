"""The panel as Blender really lays it out, and the words on it."""

from types import SimpleNamespace

import bpy
import pytest
from bl_ext.user_default.spacetime_animator.addon import preferences, properties
from bl_ext.user_default.spacetime_animator.addon.interface import sentence
from bl_ext.user_default.spacetime_animator.addon.panels import PANELS
from bl_ext.user_default.spacetime_animator.addon.solve.panels.solve import draw_buttons, draw_progress

from tests.support.panels import laid_out, operators, refusal, shown_properties, sidebar, words


def drawn():
    """Draw all parts that show into real layouts; give all their leaves."""
    items = []
    for panel in PANELS:
        if panel.poll(bpy.context) if hasattr(panel, "poll") else True:
            items += laid_out(
                lambda layout, panel=panel: panel.draw(SimpleNamespace(layout=layout), bpy.context)
            )
    return items


OPERATORS = sorted(dir(bpy.ops.spacetime))
WITHOUT_A_RIG = {"add_example", "check_solver", "import_bvh"}  # all that can be pressed in an empty file


def test_without_armature_it_says_what_to_do():
    items = drawn()
    assert words(items).strip(" |").startswith("Select an armature first | Add Example | Import BVH")
    of_examples = {f"bpy.ops.spacetime.{name}" for name in ("add_example", "open_scene", "add_asset_library")}
    assert operators(items) == {"bpy.ops.spacetime.import_bvh", *of_examples}
    menu = laid_out(
        lambda layout: bpy.types.TOPBAR_MT_file_import.draw(SimpleNamespace(layout=layout), bpy.context)
    )
    assert "bpy.ops.spacetime.import_bvh" in operators(menu)


def test_before_fitting_it_offers_just_that(metarig):
    items = drawn()
    assert "bpy.ops.spacetime.fit_bodies" in operators(items)
    assert "No bone has a body; press Fit Bodies first" in words(items)


def test_with_a_character_everything_is_drawn_with_a_tooltip(human):
    human.data.bones.active = human.data.bones["shin.L"]
    human.data.spacetime.contacts[0].is_open = True
    bpy.context.object.spacetime.motion.timing = "SEARCHED"  # which asks whether the length is searched too
    items = drawn()
    for name in ("fit_bodies", "solve", "export", "add_contact", "remove_contact"):
        assert f"bpy.ops.spacetime.{name}" in operators(items)
    shown = shown_properties(items)
    groups = {group.__name__.removeprefix("SPACETIME_PG_"): group for group in properties.CLASSES}
    for group in map(groups.get, ("character", "motion", "bone", "contact", "phase")):
        expected = {
            p.identifier
            for p in group.bl_rna.properties
            if p.identifier in group.__annotations__
            and p.type not in ("COLLECTION", "POINTER")  # by their members
            and not p.is_hidden
        }
        assert expected <= shown, group.__name__
    menus = {
        f"{group}.{name}"
        for group, name in (
            ("SPACETIME_PG_character", "body_type"),
            ("SPACETIME_PG_character", "weigh_by"),
            ("SPACETIME_PG_character", "root_moves"),
            ("SPACETIME_PG_bone", "order"),
            ("SPACETIME_PG_sketch", "keys"),
            ("SPACETIME_PG_motion", "timing"),
            ("SPACETIME_PG_space", "sampling"),
            ("SPACETIME_PG_explore", "quantity"),
            ("SPACETIME_PG_explore", "by"),
            ("SPACETIME_PG_explore", "measure"),
            ("SPACETIME_PG_explore", "second_quantity"),
            ("SPACETIME_PG_explore", "help"),
            ("SPACETIME_PG_library", "steering"),
        )
    }
    menus |= {
        f"bpy.ops.spacetime.{name}()" for name in ("add_goal", "use_preset", "add_dimension", "add_contact")
    }
    for item in items:  # a menu's tooltip is that of its property or operator, tested below
        name = item.get("rna", "").split("[")[0] or item.get("operator")
        if name and name not in menus:
            assert item.get("tip"), item


def test_sentences_break_where_the_sidebar_ends(metarig):
    said = "No bone has a body; press Fit Bodies first"
    assert said in words(drawn())  # no region is drawn: one line
    with sidebar():
        assert 0 < bpy.context.region.width < 40  # no window is drawn here, so the sidebar has no width yet
        items = laid_out(lambda layout: sentence.draw_sentence(layout, said, "INFO"))
    lines = [item["draw_string"] for item in items if item.get("draw_string")]
    assert max(map(len, lines)) <= sentence.LEAST
    assert " ".join(lines) == said


def test_while_solving_it_shows_progress_and_cancel(human):
    run = bpy.context.window_manager.spacetime
    run.is_running, run.text, run.progress = True, "Finding the motion", "Step 12, 3 s: nearly physical"
    run.figures, run.violation = "26 frames, 2808 unknowns", 5.6e-5
    items = drawn()
    solve = laid_out(lambda layout: draw_progress(layout, run, ()))
    run.is_running = False
    assert "Finding the motion" in words(solve)
    assert "Step 12, 3 s: nearly physical" in words(solve)
    assert not any(figure in words(solve) for figure in ("unknowns", "e-05"))
    assert all(figure in words(items) for figure in ("2808 unknowns", "5.6e-05"))  # under Advanced
    assert "unknowns" not in words(drawn())  # when it is over
    assert "bpy.ops.spacetime.cancel" in operators(items)
    assert "bpy.ops.spacetime.solve" in operators(items)  # the next motion may wait in line


def test_stop_stays_where_the_mouse_is(human):
    run = bpy.context.window_manager.spacetime
    run.is_running, places = True, []
    for run.text, run.eta, run.progress in (
        ("Short", "", ""),
        ("Long", "About 4 seconds left", "Step 2"),
    ):
        items = laid_out(lambda layout: draw_buttons(layout, run, is_old=False))
        buttons = [item.get("operator", "").split("(")[0] for item in items]
        places.append(
            buttons.index("bpy.ops.spacetime.cancel") - buttons.index("bpy.ops.spacetime.drag_ghost")
        )
    run.is_running = False
    assert places == [1, 1]


def test_a_solve_can_be_stopped_whoever_is_selected(human):
    run = bpy.context.window_manager.spacetime
    bpy.context.view_layer.objects.active = None
    assert "bpy.ops.spacetime.cancel" not in operators(drawn())
    run.is_running = True
    assert "bpy.ops.spacetime.cancel" in operators(drawn())
    run.is_running, run.error = False, "the armature 'metarig' is gone"
    items = drawn()
    assert "the armature 'metarig' is gone" in words(items)
    assert "bpy.ops.spacetime.export" not in operators(items)
    run.error, run.text = "", "'dance' has 60 bones"
    assert "'dance' has 60 bones" in words(drawn())
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    assert "'dance' has 60 bones" not in words(drawn())


def test_bad_end_is_shown(human):
    bpy.context.window_manager.spacetime.error = "The solver was killed"
    items = drawn()
    bpy.context.window_manager.spacetime.error = ""
    assert "The solver was killed" in words(items)


def test_preferences_draw():
    settings = bpy.context.preferences.addons[preferences.ROOT_PACKAGE].preferences
    items = laid_out(lambda layout: preferences.draw_settings(layout, settings, bpy.context))
    assert shown_properties(items) >= {"solver_python", "silence_timeout"}
    assert "bpy.ops.spacetime.check_solver" in operators(items)


def test_every_property_has_a_name_and_a_tooltip_and_quantities_have_units():
    for group in (*properties.CLASSES, preferences.SPACETIME_AP_preferences):
        for prop in group.bl_rna.properties:
            if prop.identifier in ("rna_type", "name", "bl_idname"):
                continue
            assert prop.name, prop.identifier
            assert len(prop.description) > 10, f"{group.__name__}.{prop.identifier}"
            assert not prop.description.endswith("."), (
                f"{group.__name__}.{prop.identifier}: Blender adds the full stop"
            )
    units = {
        "mass": "MASS", "body_mass": "MASS", "diameters": "LENGTH", "center": "LENGTH", "preferred": "ROTATION",
        "stature": "LENGTH", "length": "TIME_ABSOLUTE", "speed": "VELOCITY", "heading": "ROTATION",
        "ground_height": "LENGTH", "point": "LENGTH", "clearance": "LENGTH", "twist_radius": "LENGTH",
    }  # fmt: skip
    found = {
        p.identifier: p.unit
        for group in properties.CLASSES
        for p in group.bl_rna.properties
        if hasattr(p, "unit")
    }
    assert units.items() <= found.items()


def test_every_operator_and_its_settings_have_tooltips():
    assert len(OPERATORS) > 30
    for name in OPERATORS:
        rna = getattr(bpy.ops.spacetime, name).get_rna_type()
        assert len(rna.description) > 10, name
        assert not rna.description.endswith("."), f"{name}: Blender adds the full stop"
        for prop in rna.properties:
            if prop.identifier != "rna_type":
                assert prop.description, f"{name}.{prop.identifier}"
                items = prop.enum_items if prop.type == "ENUM" else ()
                assert all(item.description for item in items), f"{name}.{prop.identifier}"


@pytest.mark.once
@pytest.mark.parametrize("name", OPERATORS)
def test_every_operator_says_why_it_cannot_run(name):
    why_not = refusal(name)
    assert bool(why_not) == (name not in WITHOUT_A_RIG)
    assert "context is incorrect" not in why_not, f"{name} gives no reason"


def test_every_operator_says_why_it_cannot_run_on_a_rig(metarig):
    told = {name: refusal(name) for name in OPERATORS}
    assert not told["fit_bodies"]
    assert sum(bool(why_not) for why_not in told.values()) > 20
    for name, why_not in told.items():
        assert "context is incorrect" not in why_not, f"{name} gives no reason"


def test_every_operator_says_why_it_cannot_run_without_motion_or_selection(human):
    human.data.bones.active = None
    told = {name: refusal(name) for name in OPERATORS}
    assert not told["solve"]
    for name in ("accept", "reject", "snap", "show_take", "make_physical", "guide", "export", "cancel"):
        assert told[name], name
    for name, why_not in told.items():
        assert "context is incorrect" not in why_not, f"{name} gives no reason"


@pytest.mark.parametrize(
    ("operator", "reason"),
    [
        ("fit_bodies", "Select an armature first"),
        ("solve", "Select an armature first"),
        ("export", "Select an armature first"),
        ("cancel", "Nothing is being solved"),
        ("accept", "Select an armature first"),
        ("reject", "Select an armature first"),
        ("snap", "Select an armature first"),
        ("show_take", "Select an armature first"),
        ("compare_take", "Select an armature first"),
        ("mark_asset", "Select an armature first"),
        ("export_many", "Select an armature first"),
        ("guide", "Select an armature first"),
        ("add_contact", "Select an armature first"),
    ],
)
def test_greyed_button_says_why(operator, reason):
    with pytest.raises(RuntimeError, match=reason):
        getattr(bpy.ops.spacetime, operator)()


def test_greyed_button_says_why_on_a_rig(metarig):
    with pytest.raises(RuntimeError, match="No bone has a body"):
        bpy.ops.spacetime.solve()
    with pytest.raises(RuntimeError, match="has no action to export"):
        bpy.ops.spacetime.export()
    with pytest.raises(RuntimeError, match="There is no motion to accept or reject"):
        bpy.ops.spacetime.accept()
    with pytest.raises(RuntimeError, match="There are no takes yet"):
        bpy.ops.spacetime.show_take()
    bpy.ops.object.mode_set(mode="EDIT")
    with pytest.raises(RuntimeError, match="Leave Edit Mode first"):
        bpy.ops.spacetime.fit_bodies()


def test_contacts_come_and_go(chain):
    bpy.ops.spacetime.fit_bodies()
    chain.data.bones.active = chain.data.bones["link.4"]
    bpy.ops.spacetime.add_contact()
    contact = chain.data.spacetime.contacts[0]
    assert (contact.bone, len(contact.phases)) == ("link.4", 1)
    assert tuple(contact.point) == pytest.approx((1.5, 0.0, 1.0))
    bpy.ops.spacetime.remove_contact()
    assert len(chain.data.spacetime.contacts) == 0
    with pytest.raises(RuntimeError, match="There is no contact to remove"):
        bpy.ops.spacetime.remove_contact()
