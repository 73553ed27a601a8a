"""One click makes an animation physical: read in the background, contacts guessed, solved by the real solver."""

import math
import time
from types import SimpleNamespace

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.blender import actions
from bl_ext.user_default.spacetime_animator.addon.blender.write_motion import previous_action
from bl_ext.user_default.spacetime_animator.addon.character.read_character import read_character
from bl_ext.user_default.spacetime_animator.addon.motion.panels.sketch import SPACETIME_PT_sketch
from bl_ext.user_default.spacetime_animator.addon.motion.read_sketch import read_sketch
from bl_ext.user_default.spacetime_animator.addon.result.clip_on_action import clip_of
from bl_ext.user_default.spacetime_animator.addon.result.doubts import doubts_of, keep_doubts
from bl_ext.user_default.spacetime_animator.addon.result.panels.result import draw_result
from bl_ext.user_default.spacetime_animator.addon.runtime import event_loop
from bl_ext.user_default.spacetime_animator.addon.runtime.event_loop import at_once
from bl_ext.user_default.spacetime_animator.addon.solve import earlier, forecast, session
from bl_ext.user_default.spacetime_animator.addon.solve.drawn_duration import GROWTH
from bl_ext.user_default.spacetime_animator.addon.solve.panels.solve import SPACETIME_PT_solve
from bl_ext.user_default.spacetime_animator.solver.analysis.departure import (
    departures,
    faithfulness_of_joints,
)
from bl_ext.user_default.spacetime_animator.solver.analysis.doubts import Doubt, DoubtKind
from mathutils import Vector

from tests.addon.processes import PATIENCE
from tests.addon.rigs import from_bvh
from tests.support.bvh_files import motion_file
from tests.support.panels import laid_out, operators, words


@pytest.fixture(autouse=True)
def no_solver_is_left():
    yield
    session.stop()


def finish_in_the_background():
    """Drive Blender's timers until the motion is there; what the panel said that was being done meanwhile."""
    deadline, told = time.monotonic() + PATIENCE, []
    while event_loop.is_busy():
        assert time.monotonic() < deadline
        event_loop.turn()
        told.append(bpy.context.window_manager.spacetime.doing)
        time.sleep(0.001)
    return told


def test_a_keyed_squat_becomes_physical_in_the_background(squatting, monkeypatch):
    monkeypatch.setattr(event_loop, "BUDGET", 0.0)  # one step a turn, however quick the machine is
    own = squatting.animation_data.action
    own.name = "Squat"
    before = [
        (curve.data_path, [tuple(p.co) for p in curve.keyframe_points]) for curve in actions.curves_of(own)
    ]
    assert bpy.ops.spacetime.make_physical() == {"FINISHED"}
    assert event_loop.is_busy()
    run = bpy.context.window_manager.spacetime
    assert "Reading your animation" in finish_in_the_background()
    assert run.doing == ""
    told = (
        "Solved. Limbs without keys are free: upper_arm.L, upper_arm.R hang loose. To change that, key them."
    )
    assert (run.error, run.text) == ("", told)
    assert squatting.animation_data.action == own
    assert before == [(c.data_path, [tuple(p.co) for p in c.keyframe_points]) for c in actions.curves_of(own)]
    result = squatting.spacetime.pending
    assert previous_action(result) == own
    assert result.name == "Squat physical"
    assert (result.frame_start, result.frame_end) == (10, 34)  # where the keys are
    for contact in squatting.data.spacetime.contacts:
        assert [(p.start, p.duration) for p in contact.phases] == [(0, 1)]
    clip = clip_of(result)
    assert clip.report.linear_residual < 1e-5
    assert clip.report.angular_residual < 1e-3
    farthest = departures(clip)[0]
    assert farthest.distance < 0.1
    items = laid_out(lambda layout: SPACETIME_PT_sketch.draw(SimpleNamespace(layout=layout), bpy.context))
    assert f"Largest Deviations from Keys | {farthest.body} | {100 * farthest.distance:.0f} cm, " in words(
        items
    )


@pytest.mark.once
def test_legs_without_keys_bend_below_hips_that_are_keyed_and_the_floor_stays(human):
    hips = human.pose.bones["spine"]
    for frame, height in ((1, 0.0), (12, -0.12), (24, 0.0)):
        hips.location = hips.bone.matrix_local.to_3x3().inverted() @ Vector((0, 0, height))
        hips.keyframe_insert("location", frame=frame)
    bpy.ops.spacetime.make_physical(blocking=True)
    told = (
        "Limbs without keys are free: foot.L, foot.R stay where they stand unless the hips leap; "
        "upper_arm.L, upper_arm.R hang loose. To change that, key them."
    )
    assert told in bpy.context.window_manager.spacetime.text
    clip = clip_of(human.spacetime.pending)
    names = [body.name for body in clip.job.character.bodies]
    assert clip.job.ground_height == pytest.approx(0.0, abs=0.005)
    assert [timing.phases for timing in clip.job.contact_timings] == 4 * [((0.0, 1.0),)]
    assert np.ptp(clip.motion.position[:, names.index("foot.L")], axis=0).max() < 0.005
    assert 0.08 < np.ptp(clip.motion.position[:, names.index("spine"), 2]) < 0.13


@pytest.mark.once
def test_a_jump_of_keyed_hips_alone_bends_its_legs_swings_its_arms_and_keeps_the_floor(human):
    hips = human.pose.bones["spine"]
    for frame, height, ahead in (
        (1, 0, 0),
        (8, -0.22, 0),
        (13, 0, 0.1),
        (18, 0.3, 0.3),
        (23, 0, 0.5),
        (34, 0, 0.55),
    ):
        hips.location = hips.bone.matrix_local.to_3x3().inverted() @ Vector((0, -ahead, height))
        hips.keyframe_insert("location", frame=frame)
    bpy.ops.spacetime.make_physical(blocking=True)
    clip = clip_of(human.spacetime.pending)
    assert clip.job.ground_height == pytest.approx(0.0, abs=0.005)
    assert clip.report.linear_residual < 1e-5
    names, position = [body.name for body in clip.job.character.bodies], clip.motion.position
    foot = position[:, names.index("foot.L"), 2]
    assert foot.max() - foot[0] > 0.1
    assert np.ptp(np.linalg.norm(position[:, names.index("foot.L")] - position[:, 0], axis=-1)) > 0.1
    forearms = position[:, [names.index(f"forearm.{side}") for side in "LR"]] - position[:, :1]
    assert (
        np.abs(forearms[..., 0]) < 0.4
    ).all()  # they hang; in the rest pose they are spread by half a metre
    assert (np.ptp(forearms[..., 1], axis=0) > 0.2).all()  # and swing


def test_undoing_what_came_later_keeps_the_contacts_that_were_found(squatting):
    name = squatting.name
    bpy.ops.ed.undo_push(message="the file as it was")
    bpy.ops.spacetime.make_physical()
    while session.current() is None or len(event_loop._loop.tasks) > 1:  # its own undo step comes first
        event_loop.turn()
    squatting.location.x = 1.0
    bpy.ops.ed.undo_push(message="Move")
    bpy.ops.ed.undo()
    rig = bpy.data.objects[name]
    assert rig.location.x == 0
    assert rig.spacetime.motion.sketch.use
    for contact in rig.data.spacetime.contacts:
        assert [(p.start, p.duration) for p in contact.phases] == [(0, 1)]
    bpy.ops.ed.undo()
    assert not bpy.data.objects[name].spacetime.motion.sketch.use


def test_reading_is_dropped_when_the_file_changes(squatting):
    bpy.ops.spacetime.make_physical()
    assert event_loop.is_busy()
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    assert not event_loop.is_busy()
    assert session.current() is None


def test_without_keys_it_says_why_not(human):
    with pytest.raises(RuntimeError, match="poll"):
        bpy.ops.spacetime.make_physical()
    human.pose.bones["spine"].keyframe_insert("location", frame=3)
    with pytest.raises(RuntimeError, match="from frame 3 to 3; expected at least 4 frames"):
        bpy.ops.spacetime.make_physical(blocking=True)


@pytest.mark.once
@pytest.mark.parametrize("name", ["walk", "humanoid3d_walk"])
def test_a_captured_walk_keeps_its_contacts_and_hardly_moves(name):
    scene = bpy.context.scene
    scene.render.fps = 30
    rig = from_bvh(name)
    assert bpy.ops.spacetime.fit_bodies() == {"FINISHED"}
    assert bpy.ops.spacetime.make_physical(blocking=True) == {"FINISHED"}
    clip = clip_of(rig.spacetime.pending)
    assert clip.report.linear_residual < 1e-5
    assert clip.report.angular_residual < 1e-3
    # where the feet stand, not where they rest
    assert scene.spacetime.ground_height == pytest.approx(0.0, abs=0.06)
    heels = [contact for contact in rig.data.spacetime.contacts if contact.name.startswith("heel")]
    stance = [sum(phase.duration for phase in heel.phases) for heel in heels]
    assert all(0.35 < share < 0.65 for share in stance)
    assert departures(clip)[0].distance < 0.15


@pytest.mark.once
@pytest.mark.parametrize("fps", [60, 120])
def test_a_capture_at_a_high_rate_is_solved_at_its_own_frames(fps):
    scene = bpy.context.scene
    scene.render.fps = fps
    bpy.ops.spacetime.import_bvh(filepath=str(motion_file("walk")))
    rig = bpy.context.object
    bpy.ops.spacetime.fit_bodies()
    character = read_character(rig)
    drawn = at_once(read_sketch(rig, scene, character))
    assert bpy.ops.spacetime.make_physical(blocking=True) == {"FINISHED"}
    action = rig.spacetime.pending
    clip = clip_of(action)
    assert clip.n_frames == len(drawn.frames)
    assert clip.motion.fps == pytest.approx(fps)
    phases = [phase for contact in rig.data.spacetime.contacts for phase in contact.phases]
    begin = [phase.start * (clip.n_frames - 1) for phase in phases]
    assert begin == pytest.approx(np.round(begin), abs=1e-3)
    touches = np.diff(clip.motion.contact_active[:, : len(rig.data.spacetime.contacts)].astype(int), axis=0)
    assert {*np.round(begin)} - {0} == {*(np.nonzero(touches == 1)[0] + 1)}
    assert (action.frame_start, action.frame_end) == (drawn.frames[0], drawn.frames[-1])
    assert "frames a second" not in bpy.context.window_manager.spacetime.text
    assert clip.report.linear_residual < 1e-5
    assert clip.report.angular_residual < 1e-4
    bpy.ops.spacetime.accept()
    shown = at_once(read_sketch(rig, scene, character)).position
    assert np.linalg.norm(shown - drawn.position, axis=-1).max() < 0.15


@pytest.mark.parametrize(
    ("harm", "told"),
    [
        (
            lambda rig: setattr(rig.data.bones["shin.L"], "name", "calf"),
            "'shin.L' of 'metarig' has been renamed",
        ),
        (lambda rig: bpy.data.objects.remove(rig), "The armature or its action was deleted"),
    ],
    ids=["bone renamed", "armature deleted"],
)
def test_what_changes_while_it_is_read_is_told(squatting, harm, told):
    bpy.context.object.spacetime.motion.sketch.use = True
    bpy.ops.spacetime.solve()
    event_loop._loop.tasks[0].go_on(1e-4)
    harm(squatting)
    while event_loop.is_busy():
        event_loop.turn()
    assert told in bpy.context.window_manager.spacetime.error


@pytest.mark.once
def test_make_physical_tells_that_it_moved_the_ground(squatting, capfd):
    bpy.context.scene.spacetime.ground_height = -0.5
    assert bpy.ops.spacetime.make_physical(blocking=True) == {"FINISHED"}
    after = bpy.context.scene.spacetime.ground_height
    assert f"Solved. Ground moved from -0.500 m to {after:.3f} m" in capfd.readouterr().out


def test_bones_that_differ_come_and_go(human):
    groups = bpy.context.object.spacetime.motion.sketch.groups
    with pytest.raises(RuntimeError, match="There is no row to remove"):
        bpy.ops.spacetime.remove_sketch_group()
    arms = human.data.collections.new("My Arms")
    for each in human.data.bones["hand.L"].collections:
        each.unassign(human.data.bones["hand.L"])
    arms.assign(human.data.bones["hand.L"])
    human.data.bones.active = human.data.bones["hand.L"]
    assert bpy.ops.spacetime.add_sketch_group() == {"FINISHED"}
    assert [group.name for group in groups] == ["My Arms"]
    with pytest.raises(RuntimeError, match="There is no row with index 3; the last is 0"):
        bpy.ops.spacetime.remove_sketch_group(index=3)
    assert bpy.ops.spacetime.remove_sketch_group(index=0) == {"FINISHED"}
    assert len(groups) == 0
    for each in tuple(human.data.collections_all):
        human.data.collections.remove(each)
    with pytest.raises(RuntimeError, match="The armature has no bone collections"):
        bpy.ops.spacetime.add_sketch_group()


@pytest.mark.once
def test_what_an_onlooker_would_doubt_is_told_with_the_way_there(squatting, capfd):
    bpy.ops.spacetime.make_physical(blocking=True)
    assert "Solved." in capfd.readouterr().out
    action = squatting.spacetime.pending
    assert doubts_of(action, clip_of(action)) == ()
    far = Doubt(DoubtKind.FAR, "foot.L", 3, 0.5, 0.0)
    keep_doubts(action, (far, Doubt(DoubtKind.STRONG, "thigh.L", 5, 300.0, 100.0)))
    assert doubts_of(action, clip_of(action))[0] == far
    items = laid_out(lambda layout: draw_result(layout, squatting, bpy.context.scene))
    told = words(items)
    assert "foot.L is 50 cm away from your keys" in told
    assert "thigh.L needs 3.0 times its strength" in told
    assert "Go to foot.L, Frame 13" in told
    assert bpy.ops.spacetime.show_doubt(index=1) == {"FINISHED"}
    assert bpy.context.scene.frame_current == 15
    with pytest.raises(RuntimeError, match="no warning with index 2"):
        bpy.ops.spacetime.show_doubt(index=2)


@pytest.mark.once
def test_a_motion_that_leaves_its_keys_is_solved_with_a_warning(squatting):
    """An arm is keyed to leap by nearly half a turn within a frame."""
    squatting.pose.bones["upper_arm.L"].rotation_mode = "XYZ"
    for frame, angle in ((10, 0.0), (22, 1.4), (23, -1.4), (34, 0.0)):
        squatting.pose.bones["upper_arm.L"].rotation_euler.x = angle
        squatting.pose.bones["upper_arm.L"].keyframe_insert("rotation_euler", frame=frame)
    squatting.spacetime.motion.sketch.closeness = 0.1
    bpy.ops.spacetime.make_physical(blocking=True)
    run = bpy.context.window_manager.spacetime
    found = doubts_of(squatting.spacetime.pending, clip_of(squatting.spacetime.pending))
    assert found
    assert run.text.startswith(
        "Solved, with a warning" if len(found) == 1 else f"Solved, with {len(found)} warnings"
    )


@pytest.mark.once
@pytest.mark.parametrize("keeps", [False, True])
def test_joints_bend_as_far_as_keys_do_unless_the_artist_keeps_their_limits(squatting, keeps):
    """A forearm, a hinge that bends one way, is keyed the wrong way by half a radian."""
    for frame, angle in ((10, 0.0), (22, 0.5), (34, 0.0)):
        squatting.pose.bones["forearm.L"].rotation_euler.x = -angle
        squatting.pose.bones["forearm.L"].rotation_euler.z = angle
        squatting.pose.bones["forearm.L"].keyframe_insert("rotation_euler", frame=frame)
    squatting.spacetime.motion.sketch.keeps_limits = keeps
    bpy.ops.spacetime.make_physical(blocking=True)
    told = bpy.context.window_manager.spacetime.text
    clip = clip_of(squatting.spacetime.pending)
    away = {each.body: each.angle for each in departures(clip)}["forearm.L"]
    if keeps:
        assert "beyond" not in told
        assert away > 0.2
    else:
        assert "Joints exceed their limits to follow your keys: forearm.L" in told
        assert away < 0.15
    items = laid_out(lambda layout: draw_result(layout, squatting, bpy.context.scene))
    assert ("keys: forearm.L" in words(items)) != keeps  # the end of a sentence in several lines
    assert ("bpy.ops.spacetime.keep_limits" in operators(items)) != keeps
    if not keeps:
        assert bpy.ops.spacetime.keep_limits(blocking=True) == {"FINISHED"}
        clip = clip_of(squatting.spacetime.pending)
        assert {each.body: each.angle for each in departures(clip)}["forearm.L"] > 0.2
        items = laid_out(lambda layout: draw_result(layout, squatting, bpy.context.scene))
    lost = faithfulness_of_joints(clip)
    assert lost.worst_angle > 0.2
    told = (
        f"Due to joints and limits: {100 * lost.mean_distance:.0f} cm, {math.degrees(lost.mean_angle):.0f}°"
    )
    assert told in words(items)
    lacking = clip.provenance.drawn.force
    assert lacking > 1e-3
    assert f"Force missing in keys: {100 * lacking:.0f}% of weight" in words(items)


def test_a_body_that_lies_is_told_to_take_longer(squatting, monkeypatch):
    """Its contacts are many; where it lies is told from keys."""
    monkeypatch.setattr(forecast, "pace", lambda: 1.0)
    standing = forecast.seconds_ahead(bpy.context)
    hips, now = squatting.pose.bones["spine"], bpy.context.scene.frame_current
    for angles, least, most in (((0, 2, 0), 1, 1), ((0.8, 0, 0), 1, 1), ((1.5, 0, 0), 1.3, 3)):
        hips.rotation_euler = angles  # turned about on its feet, bent, on its face
        hips.keyframe_insert("rotation_euler", frame=10)
        assert least * standing <= forecast.seconds_ahead(bpy.context) <= most * standing, angles
    assert bpy.context.scene.frame_current == now


def test_how_long_it_takes_is_told_before_it_is_pressed(squatting, monkeypatch):
    """By frames that are solved; at 120 frames a second that is every fourth."""
    earlier.forget()  # what other tests took
    monkeypatch.setattr(forecast, "pace", lambda: 1.0)  # not that of the solves before it
    assert forecast.forecast(bpy.context) == ""  # but a moment
    scene = bpy.context.scene
    short = forecast.seconds_ahead(bpy.context)
    scene.use_preview_range, scene.frame_preview_start, scene.frame_preview_end = True, 1, 2401
    slow = forecast.seconds_ahead(bpy.context)
    assert slow > 20 * short
    told = forecast.forecast(bpy.context)
    assert "Make Physical takes about" in told
    for panel in (SPACETIME_PT_sketch, SPACETIME_PT_solve):
        items = laid_out(lambda layout, panel=panel: panel.draw(SimpleNamespace(layout=layout), bpy.context))
        assert told in words(items)
    scene.render.fps = 120
    most = 4 ** (1 + GROWTH)  # fewer frames need fewer iterations as well
    assert 4 < slow / forecast.seconds_ahead(bpy.context) < most
    squatting.animation_data.action = None
    scene.use_preview_range = False
    assert forecast.forecast(bpy.context) == ""
