"""While one poses: what the pose stands on, and the arc of a flight between two keys, before anything is solved."""

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.overlays import read_posed as reading
from bl_ext.user_default.spacetime_animator.addon.overlays.posed import KeyedFlight, Posed, draw_posed
from bl_ext.user_default.spacetime_animator.addon.overlays.read_posed import read_posed

from docs.pictures.manual.jump import TOP, key_jump

LEAVES, LANDS = 15, 23  # frames of the keys in which the feet are on the ground for the last and first time


@pytest.fixture
def jumper(human):
    """Give a human with a jump of a few keyed poses, in Pose Mode."""
    key_jump(human)
    bpy.ops.object.mode_set(mode="POSE")
    yield human
    bpy.ops.object.mode_set(mode="OBJECT")


def posed_at(rig, frame):
    bpy.context.scene.frame_set(frame)
    return read_posed(rig, bpy.context.scene)


def test_the_arc_goes_from_the_key_of_take_off_to_that_of_landing_as_gravity_wants_it(jumper):
    begin, top, end = (posed_at(jumper, frame) for frame in (LEAVES, TOP, LANDS))
    assert not len(top.touching)
    flight, fps = top.flight, bpy.context.scene.render.fps
    np.testing.assert_allclose(flight.ends, [begin.centre, end.centre], atol=1e-4)
    assert flight.seconds == pytest.approx((LANDS - LEAVES) / fps)
    assert flight.share == pytest.approx((TOP - LEAVES) / (LANDS - LEAVES))
    step = 0.05
    before, here, after = flight.at(np.array([0.4 - step, 0.4, 0.4 + step]))
    acceleration = (before - 2 * here + after) / (step * flight.seconds) ** 2
    np.testing.assert_allclose(acceleration, [0.0, 0.0, -9.81], atol=1e-3)
    np.testing.assert_allclose(flight.at(np.array([0.0, 1.0])), flight.ends, atol=1e-9)


def test_on_the_ground_there_is_a_support_and_no_arc(jumper):
    posed = posed_at(jumper, 4)
    assert posed.flight is None
    assert len(posed.touching) == len(jumper.data.spacetime.contacts)
    assert posed.is_balanced
    assert len(posed.support) > 2


def test_the_pose_at_hand_counts_before_it_is_keyed(jumper):
    """At the top the arc stays and the pose leaves it; at take-off the arc begins where the pose is."""
    before = posed_at(jumper, TOP)
    jumper.pose.bones["spine"].location.y += 0.2
    bpy.context.view_layer.update()
    after = read_posed(jumper, bpy.context.scene)
    np.testing.assert_allclose(after.flight.ends, before.flight.ends, atol=1e-6)
    assert after.centre[2] - before.centre[2] > 0.1
    before = posed_at(jumper, LEAVES)
    for side in "LR":
        jumper.pose.bones[f"upper_arm.{side}"].rotation_euler.x += 1.0
    bpy.context.view_layer.update()
    after = read_posed(jumper, bpy.context.scene)
    np.testing.assert_allclose(after.flight.ends[0], after.centre)
    assert np.abs(after.flight.ends[0] - before.flight.ends[0]).max() > 0.01
    np.testing.assert_allclose(after.flight.ends[1], before.flight.ends[1], atol=1e-6)


def test_a_key_that_changes_changes_the_arc(jumper):
    before = posed_at(jumper, TOP)
    bpy.context.scene.frame_set(LANDS)
    jumper.pose.bones["spine"].location.z += 0.3
    jumper.pose.bones["spine"].keyframe_insert("location")
    after = posed_at(jumper, TOP)
    assert np.abs(after.flight.ends[1] - before.flight.ends[1]).max() > 0.2


def test_nothing_is_read_anew_while_nothing_changes(jumper, monkeypatch):
    reading._keyed.cache_clear()
    for _ in range(5):
        posed_at(jumper, TOP)
    assert reading._keyed.cache_info().misses == 1
    bpy.context.scene.frame_set(LEAVES)
    assert bpy.context.scene.frame_current == LEAVES


def test_bones_that_constraints_pose_have_no_arc_and_other_modes_show_nothing(jumper):
    jumper.pose.bones["thigh.L"].constraints.new("COPY_ROTATION").target = jumper
    jumper.pose.bones["thigh.L"].constraints[0].subtarget = "thigh.R"
    assert posed_at(jumper, TOP).flight is None
    bpy.ops.object.mode_set(mode="OBJECT")
    assert posed_at(jumper, TOP) is None
    bpy.ops.object.mode_set(mode="POSE")


@pytest.mark.parametrize(("x", "is_balanced"), [(0.05, True), (0.5, False)])
def test_what_is_drawn_says_whether_the_pose_is_in_balance(x, is_balanced):
    feet = np.array([(0.0, 0.1, 0.0), (0.2, 0.1, 0.0), (0.0, -0.1, 0.0), (0.2, -0.1, 0.0)])
    flight = KeyedFlight(np.array([[0.0, 0, 1], [1, 0, 1]]), 0.5, 0.5, np.array([0, 0, -9.81]))
    posed = Posed(np.array([x, 0.0, 1.0]), feet, np.zeros(4), 0.0, 1.7, flight)
    assert posed.is_balanced == is_balanced
    drawing = draw_posed(posed)
    reds, greens = drawing.line_colours[:, 0], drawing.line_colours[:, 1]
    assert ((greens > 0.7) & (reds < 0.3)).any() == is_balanced
    assert drawing.line_points[:, 2].max() == pytest.approx(
        1.0 + 9.81 * 0.25**2 / 2, abs=1e-6
    )  # the arc's top
