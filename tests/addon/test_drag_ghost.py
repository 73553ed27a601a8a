"""The ghost is taken by a part, the motion follows the mouse, and what is let go is a goal."""

from contextlib import contextmanager
from types import SimpleNamespace

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.blender.actions import curves_of
from bl_ext.user_default.spacetime_animator.addon.motion.read_scene import read_job
from bl_ext.user_default.spacetime_animator.addon.overlays.gizmos import (
    SPACETIME_GGT_ghost,
    SPACETIME_GT_ghost,
)
from bl_ext.user_default.spacetime_animator.addon.overlays.grip import (
    grip_under,
    point_under_mouse,
    ray_depths,
)
from bl_ext.user_default.spacetime_animator.addon.overlays.read_figure import read_figure
from bl_ext.user_default.spacetime_animator.addon.result.clip_on_action import clip_of
from bl_ext.user_default.spacetime_animator.addon.result.ghost import ghost_of
from bl_ext.user_default.spacetime_animator.addon.solve.live import live
from bl_ext.user_default.spacetime_animator.addon.solve.operators.drag_ghost import SPACETIME_OT_drag_ghost
from bl_ext.user_default.spacetime_animator.solver.job.constraints.stay import Stay
from bpy_extras.view3d_utils import location_3d_to_region_2d

from tests.addon.rigs import begin_with, walked_human
from tests.support.event_turns import turn_until
from tests.support.ipopt import needs_ipopt
from tests.support.live_turns import end, settle
from tests.support.stand_in import stand_in

FRAME, HAND = 8, "forearm.L"
PIXEL = 0.014  # m, of the view there: a mouse stands on whole ones

pytestmark = needs_ipopt


@pytest.fixture
def walker():
    """Give a human with the ghost of a walk, 20 frames a second, at a frame in its midst."""
    walker = begin_with("walked_human", walked_human)
    bpy.context.scene.frame_set(FRAME)
    yield walker
    end()


@contextmanager
def view():
    """Work in a 3D view, seen as the file remembers it."""
    window = bpy.context.window_manager.windows[0]
    area = max(window.screen.areas, key=lambda each: each.width * each.height)
    region = next(each for each in area.regions if each.type == "WINDOW")
    with bpy.context.temp_override(window=window, area=area, region=region):
        yield bpy.context


class Hand:
    """Drag with a mouse that is only told of, through the operator's own methods."""

    def __init__(self, *, takes_hold=False):
        self.reports = []
        self.drag = stand_in(
            SPACETIME_OT_drag_ghost,
            takes_hold=takes_hold, insert_keys=False, _is_held=False, _finish=None,
            report=lambda *said: self.reports.append(said),
        )  # fmt: skip

    def press(self, place):
        return self.modal("LEFTMOUSE", "PRESS", place)

    def move(self, place):
        return self.modal("MOUSEMOVE", "NOTHING", place)

    def release(self, place, *, ctrl=False):
        return self.modal("LEFTMOUSE", "RELEASE", place, ctrl=ctrl)

    def modal(self, kind, value, place, *, ctrl=False):
        return self.drag.modal(bpy.context, event_at(place, type=kind, value=value, ctrl=ctrl))

    def hold(self, place):
        return self.drag.hold(bpy.context, event_at(place))


def event_at(place, **told):
    """What Blender tells of a mouse over a world place."""
    x, y = pixel_of(place)
    return SimpleNamespace(mouse_x=x, mouse_y=y, **told)


def pixel_of(place):
    """Window pixel of a world place."""
    region, seen = bpy.context.region, bpy.context.area.spaces.active.region_3d
    across, up = location_3d_to_region_2d(region, seen, place)
    return round(region.x + across), round(region.y + up)


def middle_of(rig, bone):
    names = [each.name for each in rig.data.bones if each.spacetime.is_body]
    return read_figure(ghost_of(rig)).centres[names.index(bone)]


def above(place, height):
    return place + np.array([0.0, 0.0, height])


def goals(rig):
    return {goal.name: goal for goal in rig.spacetime.motion.goals}


def place_in(clip, bone):
    names = [body.name for body in clip.job.character.bodies]
    return clip.motion.position[FRAME - 1, names.index(bone)]


def test_a_ray_meets_an_ellipsoid_where_its_equation_says():
    rng = np.random.default_rng(4)
    centres, radii = rng.normal(size=(6, 3)), rng.uniform(0.1, 0.5, (6, 3))
    axes = np.linalg.qr(rng.normal(size=(6, 3, 3)))[0]
    eye = np.array([9.0, 0.0, 0.0])
    for k in range(6):
        ray = centres[k] + 0.3 * radii[k].min() * rng.uniform(-1, 1, 3) - eye
        depth = ray_depths(centres, axes, radii, eye, ray)[k]
        out = (eye + depth * ray - centres[k]) @ axes[k] / radii[k]
        assert out @ out == pytest.approx(1.0)
        assert depth < 1.0, "it enters before its middle"
        assert np.isinf(ray_depths(centres, axes, radii, eye, -ray)[k]), "what is behind is not met"


@pytest.mark.once
def test_the_nearest_part_is_taken_by_its_nearer_end(walker):
    ghost = ghost_of(walker)
    eye = np.array([20.0, 0.3, 1.0])
    middle = middle_of(walker, HAND)
    grip = grip_under(ghost, eye, middle - eye)
    assert (grip.bone, grip.at_tail) == (HAND, False)
    np.testing.assert_allclose(grip.place, middle, atol=1e-5)
    tip = np.array(ghost.matrix_world @ ghost.pose.bones[HAND].tail)
    grip = grip_under(ghost, eye, tip + 0.1 * (middle - tip) - eye)
    assert grip.at_tail
    np.testing.assert_allclose(grip.place, tip, atol=1e-5)
    assert grip_under(ghost, eye, np.array([0.0, 0.0, 1.0])) is None


def test_a_drag_is_followed_and_ends_as_a_goal_and_one_take(walker):
    with view():
        hand, middle = Hand(), middle_of(walker, HAND)
        assert hand.press(above(middle, 9.0)) == {"PASS_THROUGH"}, "the view is Blender's"
        assert hand.press(middle) == {"RUNNING_MODAL"}
        (goal,) = goals(walker).values()
        assert (goal.bone, goal.when, goal.first) == (HAND, "FRAME", FRAME)
        start, n_takes = goal.target.location.copy(), len(walker.spacetime.takes)
        for k in range(1, 5):
            assert hand.move(above(middle, 0.01 * k)) == {"RUNNING_MODAL"}
            bpy.context.view_layer.update()
            shown = live._preview.shown if live._preview else -1
            turn_until(lambda shown=shown: live._preview is not None and live._preview.shown > shown)
        assert len(walker.spacetime.takes) == n_takes, "a hand that rests has not let go"
        assert (goal.target.location - start).z == pytest.approx(0.04, abs=PIXEL)
        assert hand.release(above(middle, 0.04)) == {"FINISHED"}
    settle()
    assert not hand.reports
    clip = clip_of(walker.spacetime.pending)
    assert clip.provenance.solved
    assert np.abs(place_in(clip, HAND) - goal.target.location).max() < goal.tolerance + 1e-4


@pytest.mark.once
def test_let_go_with_ctrl_it_is_a_key_that_the_motion_follows(squatting):
    """Of the character's own animation, in place of a goal; where no keys are followed it is a goal as ever."""
    frame = 22
    bpy.ops.spacetime.make_physical(blocking=True)
    bpy.context.scene.frame_set(frame)
    objects = set(bpy.data.objects.keys())
    with view():
        hand, middle = Hand(), middle_of(squatting, HAND)
        there = middle + np.array([0.0, -0.2, 0.2])
        assert hand.press(middle) == {"RUNNING_MODAL"}
        (goal,) = goals(squatting).values()
        middle = np.array(goal.target.location)  # of the character, beside which the ghost stands
        hand.move(there)
        there = np.array(goal.target.location)  # in the plane of the view
        assert hand.release(middle, ctrl=True) == {"FINISHED"}
    settle()
    assert not hand.reports
    assert not goals(squatting)
    assert set(bpy.data.objects.keys()) == objects
    keyed = {
        point.co.x
        for curve in curves_of(squatting.animation_data.action)
        if HAND in curve.data_path
        for point in curve.keyframe_points
    }
    assert keyed == {frame}
    names = [bone.name for bone in squatting.data.bones if bone.spacetime.is_body]
    own = read_figure(squatting).centres[names.index(HAND)]
    np.testing.assert_allclose(own, there, atol=0.02)
    clip = clip_of(squatting.spacetime.pending)
    assert clip.provenance.solved
    bodies = [body.name for body in clip.job.character.bodies]
    start = int(squatting.spacetime.pending.frame_start)
    found = clip.motion.position[frame - start, bodies.index(HAND)]
    assert np.linalg.norm(found - there) < 0.1 < np.linalg.norm(middle - there)
    end()


def test_a_key_needs_keys_to_follow(walker):
    with pytest.raises(RuntimeError, match="enable Follow Keys"):
        bpy.ops.spacetime.drag_ghost(bone=HAND, location=middle_of(walker, HAND), insert_keys=True)
    assert not goals(walker)


def test_escape_leaves_nothing(walker):
    before = set(bpy.data.objects.keys())
    with view():
        hand, middle = Hand(), middle_of(walker, HAND)
        hand.press(middle)
        hand.move(above(middle, 0.05))
        assert hand.modal("ESC", "PRESS", middle) == {"CANCELLED"}
    assert not goals(walker)
    assert set(bpy.data.objects.keys()) == before


def test_the_same_part_at_the_same_frame_moves_its_target(walker):
    there = middle_of(walker, HAND)
    bpy.ops.spacetime.drag_ghost(bone=HAND, location=above(there, 0.02))
    ((name, goal),) = goals(walker).items()
    target = goal.target
    bpy.ops.spacetime.drag_ghost(bone=HAND, location=above(there, 0.03))
    assert list(goals(walker)) == [name]
    assert target.location.z == pytest.approx(there[2] + 0.03)
    bpy.context.scene.frame_set(FRAME + 2)
    bpy.ops.spacetime.drag_ghost(bone=HAND, location=middle_of(walker, HAND))
    assert len(goals(walker)) == 2
    (stays) = [each for each in read_job(walker, bpy.context.scene).constraints if isinstance(each, Stay)]
    assert [stay.when.first for stay in stays] == [FRAME - 1, FRAME + 1]


def test_a_ghost_beside_the_character_asks_for_the_characters_place(walker):
    walker.spacetime.offset = 1.5
    bpy.context.view_layer.update()
    with view():
        assert Hand(takes_hold=True).hold(middle_of(walker, HAND)) == {"RUNNING_MODAL"}
    (goal,) = goals(walker).values()
    clip = clip_of(walker.spacetime.pending)
    np.testing.assert_allclose(goal.target.location, place_in(clip, HAND), atol=1e-4)


def point_at(place):
    x, y = pixel_of(place)
    return point_under_mouse(bpy.context, SimpleNamespace(mouse_x=x, mouse_y=y))


def test_only_the_view_itself_is_dragged_in(walker):
    with view():
        bar = next(each for each in bpy.context.area.regions if each.type == "HEADER")
        over = SimpleNamespace(mouse_x=bar.x + 5, mouse_y=bar.y + 5)
        assert point_under_mouse(bpy.context, over) is None
        assert point_at(middle_of(walker, HAND)) is not None


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda rig: bpy.context.scene.frame_set(400), "expected frames from 1"),
        (lambda rig: rig.data.bones[HAND].spacetime.property_unset("is_body"), "bone with a body"),
    ],
    ids=["frame", "body"],
)
def test_what_cannot_be_followed_is_refused_and_leaves_nothing(walker, change, reason):
    change(walker)
    before = set(bpy.data.objects.keys())
    with pytest.raises(RuntimeError, match=reason):
        bpy.ops.spacetime.drag_ghost(bone=HAND, location=(0.3, 0.0, 1.0))
    assert not goals(walker)
    assert set(bpy.data.objects.keys()) == before


def test_a_target_that_moves_by_itself_is_not_moved(walker):
    bpy.ops.spacetime.drag_ghost(bone=HAND, location=middle_of(walker, HAND))
    (goal,) = goals(walker).values()
    goal.target.parent = walker
    with pytest.raises(RuntimeError, match="moved by its parent"):
        bpy.ops.spacetime.drag_ghost(bone=HAND, location=(0.3, 0.0, 1.0))


def test_without_a_ghost_it_is_disabled(human):
    with pytest.raises(RuntimeError, match="No ghost is shown"):
        bpy.ops.spacetime.drag_ghost(bone=HAND)


def test_the_gizmo_is_the_ghost_while_live_is_on(walker):
    assert not SPACETIME_GGT_ghost.poll(bpy.context)
    live.start(walker)
    assert SPACETIME_GGT_ghost.poll(bpy.context)
    with view():
        region = bpy.context.region
        x, y = pixel_of(middle_of(walker, HAND))
        select = SPACETIME_GT_ghost.test_select
        assert select(None, bpy.context, (x - region.x, y - region.y)) == 0
        assert select(None, bpy.context, (region.width - 3, 3)) == -1
