"""Accept on a control rig gives animation on its controls, which show the motion and stay usable."""

import re
from dataclasses import replace

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.blender import actions
from bl_ext.user_default.spacetime_animator.addon.blender.rest_pose import place_of
from bl_ext.user_default.spacetime_animator.addon.controls.response import turn_between
from bl_ext.user_default.spacetime_animator.addon.files.exporters import export_bvh
from bl_ext.user_default.spacetime_animator.addon.motion.read_scene import read_job
from bl_ext.user_default.spacetime_animator.addon.result import review
from bl_ext.user_default.spacetime_animator.addon.result.clip_on_action import clip_of
from bl_ext.user_default.spacetime_animator.addon.result.ghost import ghost_of
from bl_ext.user_default.spacetime_animator.addon.runtime.event_loop import at_once
from bl_ext.user_default.spacetime_animator.addon.solve import session
from bl_ext.user_default.spacetime_animator.solver.mechanics.euler import turn_about

from tests.addon.control_rigs import HAND_MADE, hand_made, stretched
from tests.addon.read_back import MILLIMETRE, heads, newest, read_file
from tests.addon.rigs import generated, mannequin

FAR, TURNED = 2.0, 1.0  # mm and degrees


def prepared(rig, make_clip):
    """Fit a rig and put a motion of four frames on its ghost, where the character itself is."""
    bpy.ops.spacetime.fit_bodies()
    rig.spacetime.motion.length = 0.3  # all bones are tried at each of its frames
    bpy.context.scene.render.fps = 12
    own = actions.new_action("Mine", rig.name)
    actions.assign(rig, own)
    actions.add_curves(own, rig.pose.bones[0].name, "scale", np.array([1.0]), np.ones((1, 3)))
    clip = make_clip(read_job(rig, bpy.context.scene))
    session.wait(session.start_fetch(rig, clip.job, lambda: clip, settings={}))
    rig.spacetime.offset = 0.0
    return [body.name for body in clip.job.character.bodies]


def on_the_floor(clip):
    """A clip whose feet are a little lower than those of somebody who stands."""
    low = min(clip.motion.position[:, :, 2].min(axis=0)) - min(
        b.position[2] for b in clip.job.character.bodies
    )
    return replace(clip, motion=replace(clip.motion, position=clip.motion.position - [0.0, 0.0, low + 0.04]))


def poses(armature_object, bones, frames):
    """Poses (F, B, 4, 4) in the armature, as Blender shows them."""
    found = []
    for frame in frames:
        bpy.context.scene.frame_set(frame)
        found.append([np.array(armature_object.pose.bones[name].matrix) for name in bones])
    return np.array(found)


def off(rig, bones, frames, wanted):
    """How far bodies are from a motion at most: mm and degrees."""
    found = poses(rig, bones, frames)
    far = np.linalg.norm(found[..., :3, 3] - wanted[..., :3, 3], axis=-1).max() * place_of(rig).scale
    return 1000 * far, np.degrees(np.linalg.norm(turn_between(found, wanted), axis=-1).max())


def accepted(rig, bodies):
    """Accept; give the frames and the motion that the ghost had shown in them."""
    action = rig.spacetime.pending
    frames = range(round(action.frame_range[0]), round(action.frame_range[1]) + 1)
    wanted = poses(ghost_of(rig), bodies, frames)
    at_once(review.accepting(rig))
    return frames, wanted


def assert_shown(rig, bodies, frames, wanted):
    far, turned = off(rig, bodies, frames, wanted)
    assert far < FAR
    assert turned < TURNED


def switch(rig, name, value):
    for bone in rig.pose.bones:
        if name in bone:
            bone[name] = value
    rig.update_tag()


def test_controls_of_a_human_show_the_motion_in_both_kinds_of_kinematics(make_clip):
    """Its toes stay on the floor by foot roll in one, and by the toes' control in the other."""
    rig = generated("basic_human")
    toes = ["DEF-toe.L", "DEF-toe.R"]
    bodies = [*prepared(rig, lambda job: on_the_floor(make_clip(job))), *toes]
    frames, wanted = accepted(rig, bodies)
    foot, toe = (wanted[:, bodies.index(name)] for name in ("DEF-foot.L", toes[0]))
    on_foot = np.linalg.inv(foot) @ toe
    assert np.linalg.norm(turn_between(on_foot[:1], on_foot), axis=-1).max() > np.radians(10)
    assert_shown(rig, bodies, frames, wanted)
    switch(rig, "IK_FK", 1.0)
    assert_shown(rig, bodies, frames, wanted)
    action = rig.animation_data.action
    keyed = actions.keyed_bones(action)
    assert {"torso", "foot_ik.L", "hand_ik.R", "thigh_ik.L", "thigh_fk.L", "forearm_fk.R"} <= keyed
    assert {"foot_heel_ik.L", "toe_fk.L"} <= keyed
    assert not [
        name for name in keyed if name.startswith("DEF-") and actions.channel(action, name, "location")
    ]
    assert not [curve for curve in actions.curves_of(action) if "IK_FK" in curve.data_path]
    assert not len(rig.spacetime.taken_over)
    assert len(bpy.data.scenes) == 1
    assert "Mine" in bpy.data.actions
    assert review.accepted(rig) == rig.spacetime.takes[0].action


@pytest.mark.once
def test_only_the_limbs_active_way_is_keyed_if_that_is_asked(make_clip):
    rig = generated("basic_human")
    switch(rig, "IK_FK", 1.0)
    rig.pose.bones["thigh_parent.L"]["IK_FK"] = 0.0
    bodies = prepared(rig, make_clip)
    rig.spacetime.bake_to = "ACTIVE"
    frames, wanted = accepted(rig, bodies)
    assert_shown(rig, bodies, frames, wanted)
    keyed = actions.keyed_bones(rig.animation_data.action)
    assert {"foot_ik.L", "thigh_fk.R", "forearm_fk.L"} <= keyed
    assert not {"thigh_fk.L", "foot_ik.R", "hand_ik.L"} & keyed


@pytest.mark.once
@pytest.mark.parametrize(
    ("kind", "inverse"),
    [
        ("bird", {"foot_ik.L", "foot_heel_ik.L", "thigh_ik.R"}),
        ("cat", {"foot_ik.L", "foot_heel_ik.R", "hand_heel_ik.L", "upper_arm_ik.L", "thigh_ik.R"}),
    ],
)
def test_legs_of_paws_show_the_motion_in_both_kinds_of_kinematics(make_clip, kind, inverse):
    rig = generated(
        kind, without=("face", "f_palm", "r_palm")
    )  # four paws of digits would take twice as long
    bodies = prepared(rig, make_clip)
    frames, wanted = accepted(rig, bodies)
    action = rig.animation_data.action
    assert {"torso", "thigh_fk.L", *inverse} <= actions.keyed_bones(action)
    assert not [curve for curve in actions.curves_of(action) if "IK_FK" in curve.data_path]
    assert_shown(rig, bodies, frames, wanted)
    switch(rig, "IK_FK", 1.0)
    assert_shown(rig, bodies, frames, wanted)


@pytest.mark.once
def test_a_rig_made_by_hand_reaches_with_its_soles_and_bends_toward_its_knees(make_clip):
    rig = hand_made()
    bodies = prepared(rig, make_clip)
    frames, wanted = accepted(rig, bodies)
    assert {"Body", "Sole.L", "Knee.R"} <= actions.keyed_bones(rig.animation_data.action)
    assert_shown(rig, bodies, frames, wanted)


@pytest.mark.once
def test_a_rig_of_centimeters_on_a_seat_has_its_bones_keyed_where_no_control_shows_the_motion(make_clip):
    rig = mannequin(HAND_MADE, size=100.0)
    seat = bpy.data.objects.new("Seat", None)
    bpy.context.collection.objects.link(seat)
    seat.location = (2.0, 1.0, 0.0)
    rig.pose.bones["Hips"].constraints.new("CHILD_OF").target = seat
    bodies = prepared(rig, make_clip)
    frames, wanted = accepted(rig, bodies)
    assert_shown(rig, bodies, frames, wanted)


@pytest.mark.once
def test_a_bone_between_bodies_that_the_rig_poses_is_named(make_clip, capfd):
    """Its arm hangs on a collar bone that copies an object, so that its skin is not where the ghost has it."""
    rig = hand_made()
    bpy.ops.object.mode_set(mode="EDIT")
    collar = rig.data.edit_bones.new("Collar.L")
    collar.head, collar.tail = (0.03, 0, 1.42), (0.18, 0, 1.43)
    collar.parent, rig.data.edit_bones["UpperArm.L"].parent = rig.data.edit_bones["Chest"], collar
    bpy.ops.object.mode_set(mode="OBJECT")
    guide = bpy.data.objects.new("Guide", None)
    bpy.context.collection.objects.link(guide)
    guide.rotation_euler = (0.0, 0.3, 0.2)
    copies = rig.pose.bones["Collar.L"].constraints.new("COPY_ROTATION")
    copies.target, copies.mix_mode = guide, "ADD"
    bodies = prepared(rig, make_clip)
    capfd.readouterr()
    assert bpy.ops.spacetime.accept() == {"FINISHED"}
    told = capfd.readouterr().out
    assert "(controls)" in told
    assert re.search(r"'Collar.L' has no body, and the rig poses it .* degrees at frame \d+ away", told)
    assert "Collar.L" not in bodies


@pytest.mark.once
@pytest.mark.parametrize(("turn", "goes_on"), [(90.0, True), (50.0, False)])
def test_a_cycle_that_turns_goes_on_along_its_curve(make_clip, turn, goes_on):
    rig = hand_made()
    bpy.ops.spacetime.fit_bodies()
    rig.spacetime.motion.turn = np.radians(turn)
    bpy.context.scene.frame_end = 30
    bodies = prepared(rig, make_clip)
    cycle = clip_of(rig.spacetime.pending).job.cycle
    (first, *_, last), wanted = accepted(rig, bodies)
    n = last - first
    assert rig.animation_data.action.frame_range[1] == last
    frames = range(first, last + 1)
    world, one = np.array(rig.matrix_world), np.array(rig.matrix_world.inverted())
    step = np.eye(4)
    for repetition in range(1, 6 if goes_on else 4):
        step[:3, :3] = turn_about("Z", cycle.yaw) @ step[:3, :3]
        step[:3, 3] = cycle.move_points(step[:3, 3])
        later = [frame + repetition * n for frame in frames]
        assert_shown(rig, bodies, later, one @ step @ world @ wanted)


@pytest.mark.once
def test_a_file_has_what_the_controls_show(make_clip, tmp_path):
    rig = hand_made()
    bodies = prepared(rig, make_clip)
    accepted(rig, bodies)
    known, frames = set(bpy.data.objects), (1, 3, 4)
    shown, names = heads(rig, frames)
    export_bvh(rig, rig.animation_data.action, tmp_path / "walk.bvh")
    read_file(tmp_path / "walk.bvh", "bvh")
    found, read = heads(newest(known), frames)
    there = [names.index(body) for body in bodies], [read.index(body) for body in bodies]
    assert np.linalg.norm(found[:, there[1]] - shown[:, there[0]], axis=2).max() < MILLIMETRE


@pytest.mark.once
def test_switches_are_found_by_what_they_do_whatever_they_are_called(make_clip):
    rig = stretched()
    bodies = prepared(rig, make_clip)
    frames, wanted = accepted(rig, bodies)
    assert_shown(rig, bodies, frames, wanted)
    keyed = actions.keyed_bones(rig.animation_data.action)
    assert {"c_root.x", "c_foot_ik.l", "c_leg_pole.r", "c_thigh_stretch.l"} <= keyed
    switch(rig, "ik_fk_switch", 1.0)
    assert_shown(rig, bodies, frames, wanted)


@pytest.mark.parametrize("may_mute", [True, False])
def test_one_body_without_a_control_leaves_the_others_on_theirs(make_clip, may_mute):
    rig = hand_made()
    follower = rig.pose.bones["LowerArm.R"].constraints.new("COPY_ROTATION")
    follower.target, follower.subtarget = rig, "LowerArm.L"
    bodies = prepared(rig, make_clip)
    rig.spacetime.takes_over = may_mute
    frames, wanted = accepted(rig, bodies)
    keyed = actions.keyed_bones(rig.animation_data.action)
    assert follower.mute == may_mute
    assert ("Sole.L" in keyed) == may_mute
    if not may_mute:
        return
    assert_shown(rig, bodies, frames, wanted)
    assert {"Body", "Sole.L", "Knee.R", "LowerArm.R"} <= keyed
    assert [line.bone for line in rig.spacetime.taken_over] == ["LowerArm.R"]
    assert bpy.ops.spacetime.give_back() == {"FINISHED"}
    assert not follower.mute
