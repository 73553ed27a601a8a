"""The contacts of the foot that is being posed are at the foot of the 3D view, and no others."""

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.overlays.strip_bars import frame_line, labels, strip_bars
from bl_ext.user_default.spacetime_animator.addon.strips.foot_strip import (
    LEFT,
    RIGHT,
    fit_in_view,
    strips_of_foot,
)
from bl_ext.user_default.spacetime_animator.addon.strips.read_strips import read_strips, timing_words

WIDTH = 1200  # pixels


@pytest.fixture
def walker(human):
    bpy.ops.spacetime.use_preset(preset="WALK")
    bpy.ops.object.mode_set(mode="POSE")
    yield human
    bpy.ops.object.mode_set(mode="OBJECT")


def strips_with(rig, bone):
    rig.data.bones.active = rig.data.bones[bone]
    return strips_of_foot(rig, bpy.context.scene)


@pytest.mark.parametrize("bone", ["foot.L", "toe.L"])  # both are moved by the body of the foot
def test_a_foot_shows_its_own_contacts(walker, bone):
    every = read_strips(walker, bpy.context.scene)
    strips = strips_with(walker, bone)
    assert 0 < len(strips.lanes) < len(every.lanes)
    assert {lane.name for lane in strips.lanes} == {
        contact.name for contact in walker.data.spacetime.contacts if contact.bone.endswith(".L")
    }
    assert set(strips.lanes) <= set(every.lanes)
    assert strips.first == every.first


def test_what_has_no_contact_and_other_modes_show_nothing(walker):
    assert strips_with(walker, "forearm.L") is None
    assert strips_with(walker, "foot.L") is not None
    bpy.ops.object.mode_set(mode="OBJECT")
    assert strips_with(walker, "foot.L") is None
    bpy.ops.object.mode_set(mode="POSE")


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_the_whole_motion_is_across_the_view_beside_the_names(walker, scale):
    strips = strips_with(walker, "foot.L")
    view = fit_in_view(strips, WIDTH, scale)
    steps = strips.lanes[0].steps
    assert view.across(strips.first) == pytest.approx(scale * LEFT)
    assert view.across(strips.first + steps) == pytest.approx(WIDTH - scale * RIGHT)
    points = strip_bars(strips, (), view).face_points
    assert points[:, 0].min() == pytest.approx(scale * LEFT)
    assert points[:, 0].max() == pytest.approx(WIDTH - scale * RIGHT)
    words = timing_words(walker.spacetime.motion)
    assert len(list(labels(strips, words, view))) == len(strips.lanes)
    line = frame_line(strips.first + steps / 2, len(strips.lanes), view).face_points
    assert line[:, 0].mean() == pytest.approx((scale * LEFT + WIDTH - scale * RIGHT) / 2)
    assert np.ptp(line[:, 1]) == pytest.approx(len(strips.lanes) * view.height)
    assert fit_in_view(strips, scale * 150, scale) is None
