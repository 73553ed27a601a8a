"""An accepted motion is the solved one in every frame, whatever else moves the rig: NLA, drivers, constraints."""

import re
from functools import partial

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.blender import actions
from bl_ext.user_default.spacetime_animator.addon.motion.read_scene import read_job
from bl_ext.user_default.spacetime_animator.addon.result import review
from bl_ext.user_default.spacetime_animator.addon.result.clip_poses import ClipPoses
from bl_ext.user_default.spacetime_animator.addon.result.ghost import ghost_of
from bl_ext.user_default.spacetime_animator.addon.result.panels.result import draw_result
from bl_ext.user_default.spacetime_animator.addon.runtime.event_loop import at_once
from bl_ext.user_default.spacetime_animator.addon.solve import session
from bl_ext.user_default.spacetime_animator.solver.rotations import matrix_from_quaternion

from tests.addon.read_back import heads
from tests.addon.rig_setups import (
    BETWEEN,
    FIRST,
    LAST,
    MENDED,
    added_action,
    angle,
    driven_object,
    driver_between,
    on_strips,
    plain,
    propose,
    turns,
    tweaked_strip,
)
from tests.support.panels import laid_out, words
from tests.support.seconds import worked

__all__ = ["propose"]
FAR, TURNED = 2e-3, 1.0  # m and degrees
LONGER = 8  # largest ratio of times for motions of 3000 and 30 frames, with room for a busy machine


def apart(rig, clip, first=FIRST):
    """Largest distance [m] and angle [degrees] of bodies from a clip, as Blender shows the rig in the world."""
    far, turned, names = 0.0, 0.0, [body.name for body in clip.job.character.bodies]
    rest = {body.name: (np.array(body.position), matrix_from_quaternion(np.array(body.orientation))) for body in
            clip.job.character.bodies}  # fmt: skip
    bpy.context.scene.frame_set(first)
    for frame in range(clip.n_frames):
        bpy.context.scene.frame_set(first + frame)
        for b, name in enumerate(names):
            at_rest = rig_at_rest(rig, name, clip)
            shown = np.array(rig.matrix_world @ rig.pose.bones[name].matrix)
            turn = matrix_from_quaternion(clip.motion.orientation[frame, b]) @ rest[name][1].T
            head = clip.motion.position[frame, b] + turn @ (at_rest[:3, 3] - rest[name][0])
            far = max(far, np.linalg.norm(shown[:3, 3] - head))
            axes = shown[:3, :3] / np.linalg.norm(shown[:3, :3], axis=0)
            off = axes @ (turn @ at_rest[:3, :3]).T
            turned = max(turned, np.degrees(np.arccos(np.clip((np.trace(off) - 1) / 2, -1, 1))))
    return far, turned


def rig_at_rest(rig, name, clip):
    """Matrix of a bone at rest in the world in which the clip was solved, with unit axes."""
    found = PLACES[clip.name] @ np.array(rig.data.bones[name].matrix_local)
    found[:3, :3] /= np.linalg.norm(found[:3, :3], axis=0)
    return found


PLACES = {}


@pytest.mark.parametrize("set_up", MENDED, ids=lambda set_up: set_up.__name__)
def test_what_is_accepted_is_what_was_solved_and_the_rig_can_be_restored(propose, set_up, capfd):
    human, clip = propose(set_up)
    frames = range(FIRST, FIRST + clip.n_frames)
    before, _ = heads(human, frames)
    ghost = turns(ghost_of(human), frames)
    bpy.context.scene.frame_set(FIRST)
    PLACES[clip.name] = np.array(human.matrix_world)
    capfd.readouterr()
    assert bpy.ops.spacetime.accept() == {"FINISHED"}
    assert "differs" not in capfd.readouterr().out
    far, turned = apart(human, clip)
    assert (far < FAR, turned < TURNED) == (True, True), (far, turned)
    assert angle(turns(human, frames), ghost) < TURNED
    if len(human.spacetime.taken_over):
        assert bpy.ops.spacetime.give_back() == {"FINISHED"}
        assert heads(human, frames)[0] == pytest.approx(before, abs=1e-5)


def test_an_object_that_moves_otherwise_is_named(propose, capfd):
    human, _ = propose(driven_object)
    human.animation_data.drivers[0].driver.expression = "frame / 20"
    told = told_by(bpy.ops.spacetime.accept, capfd)
    assert re.search(
        r"The object 'metarig' differs from the solved motion by \d+.* because its own keys", told
    )


def told_by(button, capfd):
    capfd.readouterr()
    assert button() == {"FINISHED"}
    return capfd.readouterr().out


def test_rest_position_is_said(propose, capfd):
    human, _ = propose(plain)
    human.data.pose_position = "REST"
    assert "'metarig' is in Rest Position, which hides all motion" in told_by(bpy.ops.spacetime.accept, capfd)


def test_stretched_time_is_said(propose, capfd):
    propose(plain)
    bpy.context.scene.render.frame_map_new = 150
    told = told_by(bpy.ops.spacetime.accept, capfd)
    assert re.search(
        r"'.*' differs from the solved motion by .* at frame \d+, because the scene stretches time", told
    )


def test_what_may_not_be_muted_is_named(propose, capfd):
    human, _ = propose(driver_between)
    human.spacetime.takes_over = False
    told = told_by(bpy.ops.spacetime.accept, capfd)
    assert (
        "because a driver overrides the keys of 'pose.bones[\"shoulder.L\"].rotation_euler'; mute it" in told
    )
    assert not human.animation_data.drivers[0].mute


def test_a_changed_take_is_named(propose, capfd):
    human, _ = propose(plain)
    (curve, *_) = actions.channel(
        human.spacetime.pending, "upper_arm.R", "rotation_euler"
    ) or actions.channel(human.spacetime.pending, "upper_arm.R", "rotation_quaternion")
    curve.keyframe_points[5].co.y += 0.5
    assert "because the keys of 'Walk' or the rest pose have changed" in told_by(
        bpy.ops.spacetime.accept, capfd
    )


@pytest.mark.parametrize("set_up", [plain, on_strips, tweaked_strip, added_action])
def test_a_snapped_frame_is_the_ghosts_and_keyed_bones_stay_at_others(propose, set_up, capfd):
    human, _ = propose(set_up)
    others = [FIRST, LAST] if set_up is plain else [FIRST, 6, 8, 11]
    all_heads, ghost = heads(human, others)[0], turns(ghost_of(human), [7])
    before = [bases(human, frame) for frame in others]
    bpy.context.scene.frame_set(7)
    assert "differs" not in told_by(bpy.ops.spacetime.snap, capfd)
    assert angle(turns(human, [7]), ghost) < TURNED
    assert [bases(human, frame) for frame in others] == [pytest.approx(each, abs=1e-5) for each in before]
    if set_up is not plain:
        bpy.ops.spacetime.give_back()
        assert heads(human, others)[0] == pytest.approx(all_heads, abs=1e-5)


def bases(rig, frame):
    """Bases of the bones that the artist has keyed, at a frame."""
    bpy.context.scene.frame_set(frame)
    return np.array([rig.pose.bones[bone].matrix_basis for bone in (BETWEEN, "upper_arm.L")]).ravel()


def test_the_check_lets_blender_go_on(propose):
    propose(plain)
    steps = sum(1 for _ in review.accepting(bpy.context.object))
    assert steps > 12, "at least one for each frame"


def test_what_a_long_motion_should_show_is_found_frame_by_frame(human, make_clip):
    begin, scene = [], bpy.context.scene
    for n_frames in (30, 3000):
        human.spacetime.motion.length = n_frames / scene.render.fps
        clip = make_clip(read_job(human, scene))
        session.wait(session.start_fetch(human, clip.job, lambda clip=clip: clip, settings={}))
        making = partial(ClipPoses, human.spacetime.pending, clip, human)
        begin.append(min(worked(making) for _ in range(5)))
        poses = making()
        for frame in (0, n_frames - 1):
            scene.frame_set(FIRST + frame)
            shown = [ghost_of(human).pose.bones[name].matrix for name in poses.bones]
            np.testing.assert_allclose(poses.at(frame), np.array(shown), atol=1e-3)
    assert begin[1] < LONGER * begin[0]


def test_a_file_saved_meanwhile_opens_without_the_scene_of_the_check(propose, tmp_path):
    propose(plain)
    work = review.accepting(bpy.context.object)
    while len(bpy.data.scenes) == 1:
        next(work)
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "meanwhile.blend"), copy=True)
    work.close()
    assert len(bpy.data.scenes) == 1
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "meanwhile.blend"))
    assert len(bpy.data.scenes) == 1


def test_a_library_override_keeps_the_keys(propose, tmp_path):
    human, clip = propose(on_strips)
    name, take = human.name, human.spacetime.pending.name
    library = tmp_path / "library.blend"
    bpy.ops.wm.save_as_mainfile(filepath=str(library))
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    bpy.context.scene.render.fps = 12
    with bpy.data.libraries.load(str(library), link=True) as (_, chosen):
        chosen.objects, chosen.actions = [name], [take]
    (linked,), (action,) = chosen.objects, chosen.actions
    bpy.context.collection.objects.link(linked)
    rig = linked.override_create(remap_local_usages=True)
    bpy.context.view_layer.objects.active = rig
    bpy.context.scene.frame_set(FIRST)
    PLACES[clip.name] = np.array(rig.matrix_world)
    at_once(review.proposing(rig, action.copy()))
    assert bpy.ops.spacetime.accept() == {"FINISHED"}
    far, turned = apart(rig, clip)
    assert (far < FAR, turned < TURNED) == (True, True), (far, turned)
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "scene.blend"))
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "scene.blend"))
    rig = next(each for each in bpy.data.objects if each.override_library)
    assert rig.animation_data.action.library is None
    assert [take.action for take in rig.spacetime.takes][-1] == rig.animation_data.action
    far, turned = apart(rig, clip)
    assert (far < FAR, turned < TURNED) == (True, True), (far, turned)


def test_what_was_sampled_for_a_take_goes_with_it(propose):
    propose(on_strips)
    assert sorted(bpy.data.actions.keys()) == ["Sway", "Walk", "Walk (as played)"]
    bpy.ops.spacetime.reject()
    assert sorted(bpy.data.actions.keys()) == ["Sway"]


def test_a_take_on_strips_is_accepted_over_the_accepted_one_before(propose, make_clip):
    human, clip = propose(on_strips)
    assert bpy.ops.spacetime.accept() == {"FINISHED"}
    session.wait(session.start_fetch(human, clip.job, lambda: clip, settings={}))
    assert bpy.ops.spacetime.accept() == {"FINISHED"}
    bpy.context.scene.frame_set(FIRST)
    PLACES[clip.name] = np.array(human.matrix_world)
    far, turned = apart(human, clip)
    assert (far < FAR, turned < TURNED) == (True, True), (far, turned)
    bpy.ops.spacetime.give_back()
    assert human.animation_data.action is None
    assert not human.animation_data.nla_tracks["Sway"].mute


@pytest.mark.parametrize(("set_up", "is_shown"), [(plain, False), (driver_between, True)])
def test_muting_is_a_choice_where_something_poses_the_character(propose, set_up, is_shown):
    human, _ = propose(set_up)
    told = words(laid_out(lambda layout: draw_result(layout, human, bpy.context.scene)))
    assert ("Constraints and Drivers" in told) == is_shown
