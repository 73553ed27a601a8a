"""What overlays show is what the clip says; they draw on a real gpu and cost little."""

from dataclasses import replace

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.blender import actions
from bl_ext.user_default.spacetime_animator.addon.blender.rest_pose import place_of
from bl_ext.user_default.spacetime_animator.addon.motion.read_scene import read_job
from bl_ext.user_default.spacetime_animator.addon.overlays import draw, physics
from bl_ext.user_default.spacetime_animator.addon.overlays.drawing import ellipsoids
from bl_ext.user_default.spacetime_animator.addon.overlays.physics import OVERLAYS, Physics
from bl_ext.user_default.spacetime_animator.addon.overlays.read_figure import read_figure
from bl_ext.user_default.spacetime_animator.addon.overlays.shown import shown, shown_stripe
from bl_ext.user_default.spacetime_animator.addon.overlays.stripe_bar import HEIGHT, bars
from bl_ext.user_default.spacetime_animator.addon.result import clip_on_action, review
from bl_ext.user_default.spacetime_animator.addon.result.stripe import (
    CHANGED,
    IMPOSSIBLE,
    UNCHANGED,
    Stripe,
    how_far_changed,
)
from bl_ext.user_default.spacetime_animator.addon.runtime.event_loop import at_once
from mathutils import Matrix

from tests.addon.read_back import heads
from tests.support.seconds import expect_within, worked
from tests.support.written import write_motion

BUDGET = 0.004  # s a frame for 20 bodies


@pytest.fixture
def keep(human, make_clip):
    """Give a maker of a human whose action has a clip, on its ghost or its own."""

    def keep(pending=True, **changes):
        clip = make_clip(read_job(human, bpy.context.scene))
        made = {name: value(clip.motion) for name, value in changes.items()}
        clip = replace(clip, motion=replace(clip.motion, **made))
        action = write_motion(clip, human)
        clip_on_action.remember(action, clip.to_bytes(), place=place_of(human), settings={})
        if pending:
            human.animation_data.action = None
            at_once(review.proposing(human, action))
        return clip, action

    return keep


def standing_on_feet(motion):
    """Contact points on the floor round the origin."""
    points = np.zeros_like(motion.contact_points)
    points[..., 0], points[..., 1] = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]).T[:, : points.shape[1]]
    return points


@pytest.mark.once
@pytest.mark.parametrize("repetition", [0, 1, 2])
@pytest.mark.parametrize("pending", [True, False])
def test_overlays_sit_on_the_figure_that_is_seen(human, keep, pending, repetition):
    """The line figure's joints are the heads of the bones, also beside the character and in later cycles."""
    clip, _ = keep(pending)
    human.location.x += 0.7  # after the solve
    bpy.context.view_layer.update()
    frame = 1 + 5 + repetition * clip.n_frames
    figure = human.spacetime.ghost if pending else human
    expected, names = heads(figure, [frame])
    seen = shown(human, frame)
    assert seen.frame == 5
    for joint in clip.job.character.joints:
        body = clip.job.character.body_index(joint.body_b)
        point = seen.physics.motion.carried(body, joint.position)[seen.frame]
        placed = seen.matrix[:3, :3] @ point + seen.matrix[:3, 3]
        assert placed == pytest.approx(expected[0, names.index(joint.body_b)], abs=2e-5)


def test_nothing_is_shown_without_a_solved_motion(human):
    actions.assign(human, actions.new_action("Mine", human.name))
    assert shown(human, 1) is None
    assert shown_stripe(human) is None


def test_support_is_green_while_the_centre_is_over_it(keep):
    clip, _ = keep(contact_points=standing_on_feet, contact_active=lambda c: np.ones_like(c.contact_active))
    p = Physics.of_clip(clip)
    p.centre[0, :2], p.centre[1, :2] = (0.2, 0.3), (1.5, 0.0)
    assert physics.support_polygon(p, 0).face_colours[0] == pytest.approx(physics.STEADY)
    assert physics.support_polygon(p, 1).face_colours[0] == pytest.approx(physics.FALLING)


@pytest.mark.parametrize(("touching", "lines"), [(2, 1), (1, 0), (0, 0)])
def test_support_of_a_step_is_a_line_or_a_dot(keep, touching, lines):
    active = np.arange(4) < touching
    clip, _ = keep(
        contact_points=standing_on_feet,
        contact_active=lambda c: np.broadcast_to(active, c.contact_active.shape),
    )
    drawing = physics.support_polygon(Physics.of_clip(clip), 0)
    assert len(drawing.line_points) == 2 * lines
    assert bool(len(drawing.face_points)) == (touching > 0)


def test_force_of_one_body_weight_is_half_the_characters_height(keep):
    clip, _ = keep()
    weight = clip.job.character.mass * 9.81
    clip.motion.contact_forces[3, 0] = (0.0, 0.0, weight)
    p = Physics.of_clip(clip)
    drawing = physics.contact_forces(p, 3)
    shaft = drawing.line_points[1] - drawing.line_points[0]
    assert shaft == pytest.approx([0.0, 0.0, p.stature / 2], rel=1e-3)
    assert not len(physics.contact_forces(p, 2).line_points)


def test_arc_in_flight_is_the_flights_own_parabola(keep):
    clip, _ = keep()
    p = Physics.of_clip(clip)
    arc = physics.ballistic_arc(p, 4).line_points
    heights = np.concatenate([arc[::2, 2], arc[-1:, 2]])
    curvature = np.diff(heights, 2)
    assert curvature == pytest.approx(np.full(len(curvature), curvature[0]), rel=1e-6)
    assert curvature[0] < 0


def test_effort_goes_from_blue_to_red(keep):
    clip, _ = keep()
    p = Physics.of_clip(clip)
    p.work[0] = np.linspace(0.0, 1.0, p.work.shape[1])
    colours = physics.effort(p, 0).face_colours.reshape(p.work.shape[1], -1, 4)[:, -1, :3]
    assert colours[0] @ [-1, 0, 1] > 0  # more blue than red
    assert colours[-1] @ [1, 0, -1] > 0


def test_ellipsoid_has_its_radii_and_faces_outwards():
    radii = np.array([[0.1, 0.2, 0.4]])
    drawing = ellipsoids(np.zeros((1, 3)), np.eye(3)[None], radii, np.ones((1, 4)))
    assert np.abs(drawing.face_points).max(0) == pytest.approx(radii[0], rel=1e-6)
    a, b, c = np.moveaxis(drawing.face_points[drawing.triangles], 1, 0)
    normal = np.cross(b - a, c - a)
    real = np.linalg.norm(normal, axis=1) > 1e-9  # triangles at the poles are lines
    assert ((normal * (a + b + c)).sum(1)[real] > 0).all()


def test_stripe_tells_keyed_changed_and_impossible_frames(human, keep):
    clip, action = keep()
    n = clip.n_frames
    own = action.copy()
    own.name = "Mine"
    curve = next(
        c for c in actions.curves_of(own) if 'shin.L"].rotation' in c.data_path and c.array_index == 1
    )
    for k in range(8, 12):
        curve.keyframe_points[k].co.y += 0.3
    curve.update()
    action["spacetime_previous_action"] = own
    clip.motion.contact_active[20, 0] = True  # far above the ground
    clip.motion.contact_points[20, 0] = (0, 0, 1.0)
    assert shown_stripe(human).states.min() == IMPOSSIBLE  # a made-up motion breaks physics everywhere
    modes = {bone.name: bone.rotation_mode for bone in human.pose.bones}
    change = how_far_changed(own, action, set(modes), modes, np.arange(1.0, n + 1), scale=1.0)
    assert set(np.flatnonzero(change > 1)) == {8, 9, 10, 11}


def test_runs_of_a_stripe_are_bars_without_gaps():
    stripe = Stripe(10.0, 2.0, np.array([UNCHANGED, UNCHANGED, CHANGED, IMPOSSIBLE, IMPOSSIBLE]))
    assert stripe.runs == ((9.0, 13.0, UNCHANGED), (13.0, 15.0, CHANGED), (15.0, 19.0, IMPOSSIBLE))
    drawing = bars(stripe, lambda frame: 5.0 * frame, 100.0)
    assert len(drawing.triangles) == 6
    assert (drawing.face_points[:, 1].min(), drawing.face_points[:, 1].max()) == (100.0, 100.0 + HEIGHT)
    assert (drawing.face_points[:, 0].min(), drawing.face_points[:, 0].max()) == (45.0, 95.0)


def all_on():
    for name in OVERLAYS:
        setattr(bpy.context.scene.spacetime.overlays, name, True)
    return bpy.context.scene.spacetime.overlays


def test_every_overlay_of_twenty_bodies_is_drawn_by_the_gpu_within_its_budget(human, keep):
    """Of the character and of its motion, with all that each can show."""
    gpu = pytest.importorskip("gpu")
    if not hasattr(gpu, "init"):
        pytest.skip("this Blender draws on a screen only")
    gpu.init()
    for bone in (f"{part}.{side}" for part in ("shoulder", "hand", "toe") for side in "LR"):
        human.data.bones[bone].spacetime.is_body = True
    clip, _ = keep(
        contact_points=standing_on_feet,
        contact_active=lambda c: np.ones_like(c.contact_active),
        contact_forces=lambda c: np.full_like(c.contact_forces, 100.0),
    )
    assert len(clip.job.character.bodies) == 20
    bpy.ops.spacetime.select_bone(bone="thigh.L")
    switches, times = all_on(), []
    screen = gpu.types.GPUOffScreen(320, 240)
    front = Matrix(((0.5, 0, 0, -0.5), (0, 0, 0.9, -0.8), (0, -0.05, 0, 0), (0, 0, 0, 1)))  # X across, Z up
    with screen.bind():
        framebuffer = gpu.state.active_framebuffer_get()
        framebuffer.clear(color=(0, 0, 0, 0), depth=1.0)
        with gpu.matrix.push_pop(), gpu.matrix.push_pop_projection():
            gpu.matrix.load_matrix(front)
            gpu.matrix.load_projection_matrix(Matrix.Identity(4))
            for frame in 2 * [*range(1, clip.n_frames)]:
                bpy.context.scene.frame_set(frame)
                times.append(worked(lambda frame=frame: draw_all(human, switches, frame)))
        pixels = np.array(framebuffer.read_color(0, 0, 320, 240, 4, 0, "FLOAT").to_list())
    screen.free()
    assert (pixels[..., 3] > 0).mean() > 0.02  # something is there
    cost = np.median(times[len(times) // 2 :])  # the first frames after Blender's start take twice as long
    expect_within(float(cost), 3 * BUDGET)  # where there is no graphics card


def draw_all(human, switches, frame):
    draw.draw_figure(read_figure(human), switches, (320, 240))
    seen = shown(human, frame)
    draw.draw_drawing(draw.make_drawing(seen, switches), seen, (320, 240))
