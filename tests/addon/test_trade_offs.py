"""Less effort against more of a quantity, from the panel: each step a take."""

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.explore.front_points import Dot, dots_of
from bl_ext.user_default.spacetime_animator.addon.explore.panels.explore import draw_explore
from bl_ext.user_default.spacetime_animator.addon.explore.requests import front_request
from bl_ext.user_default.spacetime_animator.addon.overlays.front_chart import (
    BOTTOM,
    HEIGHT,
    HELPED,
    LEFT,
    NATURAL,
    WIDTH,
    chart_drawing,
    chart_labels,
    dot_under,
)
from bl_ext.user_default.spacetime_animator.addon.result.clip_on_action import clip_of, note_of
from bl_ext.user_default.spacetime_animator.addon.solve import session
from bl_ext.user_default.spacetime_animator.solver.errors import InputError

from tests.support.ipopt import needs_ipopt
from tests.support.panels import laid_out, operators, refusal


@pytest.fixture
def jumper():
    """Give a lamp on a flat foot that is asked for one hop forward, 20 frames a second."""
    bpy.context.scene.render.fps = 20
    bpy.ops.spacetime.add_example(example="HOPPER")
    lamp = bpy.context.object
    lamp.spacetime.motion.is_cyclic, lamp.spacetime.motion.length = False, 1.0
    for contact in lamp.data.spacetime.contacts:
        contact.phases[0].duration = 0.4
        landing = contact.phases.add()
        landing.start, landing.duration = 0.7, 0.3
    lamp.spacetime.explore.resume = False
    yield lamp
    session.stop()


@pytest.mark.once
@needs_ipopt
def test_longer_in_the_air_is_higher_and_costs_more(jumper):
    explore = jumper.spacetime.explore
    explore.first_flight, explore.last_flight = 3, 5
    assert bpy.ops.spacetime.find_trade_offs(blocking=True) == {"FINISHED"}
    takes = [take.action for take in jumper.spacetime.takes]
    clips = [clip_of(action) for action in takes]
    assert len(clips) == 3
    assert all(clip.provenance.solved and clip.report.is_passive for clip in clips)
    heights = [clip.motion.position[:, 0, 2].max() for clip in clips]
    assert heights == sorted(heights)
    costs = [clip.provenance.objective for clip in clips]
    assert costs == sorted(costs)
    assert f"costs {costs[2] / costs[0]:.2f} times the first" in note_of(takes[2])
    assert [point.action for point in explore.points] == takes
    assert [point.cost for point in explore.points] == pytest.approx(costs, rel=1e-5)
    levels = [point.level for point in explore.points]
    assert levels == sorted(levels)
    assert explore.front_of == "com.z"
    assert not any(point.has_help for point in explore.points)
    assert bpy.ops.spacetime.pick_trade_off(index=1) == {"FINISHED"}
    assert jumper.spacetime.pending == takes[0]
    assert [dot.is_chosen for dot in dots_of(jumper)] == [True, False, False]
    explore.show_front = False
    assert "No trade-offs are shown" in refusal("pick_trade_off")


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"quantity": "HEIGHT"}, ("com.z", (), (6, 7, 8))),
        ({"quantity": "SPEED", "by": "LEVEL"}, ("norm(com.velocity)", (1.0, 1.5, 2.0), ())),
        ({"quantity": "FORMULA", "formula": "mass", "by": "LEVEL"}, ("mass", (1.0, 1.5, 2.0), ())),
        ({"quantity": "BONE_HEIGHT", "bone": "hand.L"}, ("body('forearm.L').position.z", (), (6, 7, 8))),
    ],
)
def test_the_panel_says_what_the_solver_is_asked(human, settings, told):
    explore = human.spacetime.explore
    explore.first_flight, explore.last_flight = 6, 8
    explore.first_level, explore.last_level, explore.n_levels = 1.0, 2.0, 3
    for name, value in settings.items():
        setattr(explore, name, value)
    request = front_request(human)
    assert (request.quantity, request.levels, request.flights) == told
    panel = laid_out(lambda layout: draw_explore(layout, human))
    assert "bpy.ops.spacetime.find_trade_offs" in operators(panel)


def test_two_quantities_are_traded_at_once(human):
    explore = human.spacetime.explore
    explore.first_flight, explore.last_flight = 6, 7
    explore.second_quantity, explore.first_second, explore.last_second, explore.n_seconds = (
        "FORMULA",
        0.2,
        0.6,
        3,
    )
    request = front_request(human)
    assert (request.second, request.second_levels) == ("com.x", pytest.approx((0.2, 0.4, 0.6)))
    assert request.flights == (6, 7)
    explore.n_seconds = 1
    assert front_request(human).second_levels == pytest.approx((0.6,))
    explore.by, explore.first_level, explore.last_level = "LEVEL", 2.0, 1.0
    with pytest.raises(InputError, match="values can only increase; increase To"):
        front_request(human)


@pytest.mark.parametrize(
    ("kind", "told", "shown"),
    [("NONE", (None, None), 0), ("LIFT", (0.25, None), 1), ("MUSCLES", (None, 0.5), 1)],
)
def test_help_has_a_price(human, kind, told, shown):
    explore = human.spacetime.explore
    explore.help, explore.lift_price, explore.muscle_price = kind, 0.25, 0.5
    request = front_request(human)
    assert (request.help_price, request.muscle_price) == told
    labels = [item["draw_string"] for item in laid_out(lambda layout: draw_explore(layout, human))]
    assert labels.count("Price") == shown


def test_less_is_better_where_the_range_goes_down(human):
    explore = human.spacetime.explore
    explore.by, explore.first_level, explore.last_level = "LEVEL", 2.0, 1.0
    assert front_request(human).at_most
    assert front_request(human).levels[-1] == 1.0


def test_what_makes_no_sense_is_told(human):
    explore = human.spacetime.explore
    explore.first_flight = 20
    with pytest.raises(InputError, match="end before they begin"):
        front_request(human)
    explore.first_flight, explore.quantity, explore.bone = 6, "BONE_HEIGHT", "nothing"
    with pytest.raises(InputError, match="found 'nothing'"):
        front_request(human)


@pytest.mark.once
@needs_ipopt
@pytest.mark.parametrize(("formula", "told"), [("knie", "knie"), (" ", "Formula is empty")])
def test_a_formula_that_means_nothing_is_told(jumper, formula, told):
    explore = jumper.spacetime.explore
    explore.quantity, explore.formula = "FORMULA", formula
    with pytest.raises(RuntimeError, match=told):
        bpy.ops.spacetime.find_trade_offs(blocking=True)
    assert not len(jumper.spacetime.takes)


@needs_ipopt
@pytest.mark.once
def test_what_has_no_flight_is_told(human):
    bpy.ops.spacetime.use_preset(preset="WALK")
    with pytest.raises(RuntimeError, match="expected an open motion, found a cycle"):
        bpy.ops.spacetime.find_trade_offs(blocking=True)


def test_a_dot_is_found_where_it_is_drawn():
    dots = [Dot(1.0, 2.0), Dot(1.2, 2.5, is_chosen=True), Dot(1.5, 6.0, has_help=True)]
    drawing = chart_drawing(dots, 2.0)
    inside = drawing.face_points[:, :2]
    assert inside.min(0) == pytest.approx((2 * LEFT, 2 * BOTTOM))
    assert inside.max(0) == pytest.approx((2 * (LEFT + WIDTH), 2 * (BOTTOM + HEIGHT)))
    for place, dot in enumerate(dots, 1):
        colour = HELPED if dot.has_help else NATURAL
        own = drawing.face_points[(drawing.face_colours == np.float32(colour)).all(1)]
        middles = own.mean(0) if dot.has_help else own.reshape(2, -1, 3)[place - 1].mean(0)
        assert dot_under(dots, middles[0] + 1, middles[1], 2.0) == place
    assert dot_under(dots, 0.0, 0.0, 2.0) == 0
    assert dot_under([], 0.0, 0.0, 2.0) == 0
    words = [label.text for label in chart_labels(dots, "com.z", "Effort", 1.0)]
    assert words[0] == "com.z 1 \u2013 1.5"
    assert words[1] == "Effort × 3.00"


def test_a_single_motion_is_in_the_middle():
    assert dot_under([Dot(1.0, 2.0)], LEFT + WIDTH / 2, BOTTOM + HEIGHT / 2, 1.0) == 1
