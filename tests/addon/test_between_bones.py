"""Bones between bodies keep the motion of the artist's animation; bodies answer to it."""

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.blender import actions
from bl_ext.user_default.spacetime_animator.addon.blender.between_bones import between_bones, bones_above
from bl_ext.user_default.spacetime_animator.addon.blender.evaluation import pose_matrices
from bl_ext.user_default.spacetime_animator.addon.character.read_character import read_character
from bl_ext.user_default.spacetime_animator.addon.motion.read_scene import read_job
from bl_ext.user_default.spacetime_animator.addon.result.clip_on_action import clip_of
from bl_ext.user_default.spacetime_animator.solver.mechanics.mirror import find_mirror
from bl_ext.user_default.spacetime_animator.solver.mechanics.tree import Tree
from bl_ext.user_default.spacetime_animator.solver.rotations import angle_between

from tests.support.sketches import read

FRAMES = range(10, 35)


def bodies_of(rig):
    return [bone.name for bone in rig.data.bones if bone.spacetime.is_body]


def seen(rig, bones, frames=FRAMES):
    """(N, B, 4, 4) poses in armature space."""
    return pose_matrices(rig, bones, list(frames))


def on_carrier(rig, bone, frames=FRAMES):
    """(N, 4, 4) poses of a bone in the space of the bone with a body that carries it."""
    carrier = next(each.body for each in between_bones(rig, bodies_of(rig)) if each.name == bone)
    both = seen(rig, [carrier, bone], frames)
    return np.linalg.inv(both[:, 0]) @ both[:, 1]


def key_shoulders(rig, *, turn=0.5):
    """The left shoulder rises and the right one rolls forward, and both come back."""
    for side, axis, sign in (("L", 0, 1.0), ("R", 2, -0.6)):
        bone = rig.pose.bones[f"shoulder.{side}"]
        bone.rotation_mode = "XYZ"
        for frame, share in ((10, 0.0), (18, 1.0), (26, 0.4), (34, 0.0)):
            bone.rotation_euler = [0.0, 0.0, 0.0]
            bone.rotation_euler[axis] = sign * share * turn
            bone.keyframe_insert("rotation_euler", frame=frame)
        rig.pose.bones[f"upper_arm.{side}"].keyframe_insert("rotation_quaternion", frame=10)
    bpy.context.view_layer.update()


def assert_shown(rig, clip):
    """Hold the evaluated bones of bodies to the clip at each frame."""
    names = [body.name for body in clip.job.character.bodies]
    posed = np.array(rig.matrix_world) @ seen(rig, names)
    rest = [np.array(rig.matrix_world @ rig.data.bones[name].matrix_local) for name in names]
    for b, body in enumerate(clip.job.character.bodies):
        arm = np.linalg.inv(rest[b]) @ [*body.position, 1.0]
        assert posed[:, b, :3] @ arm == pytest.approx(clip.motion.position[:, b], abs=1e-4), body.name
        turned = posed[:, b, :3, :3] @ np.linalg.inv(rest[b][:3, :3])
        assert angle_between(turned, clip.motion.turn[:, b]).max() < 1e-3, body.name


def made_physical(rig):
    """The clip, with its take on the rig."""
    assert bpy.ops.spacetime.make_physical(blocking=True) == {"FINISHED"}
    clip = clip_of(rig.spacetime.pending)
    assert bpy.ops.spacetime.accept() == {"FINISHED"}
    return clip


@pytest.fixture
def shrugging(squatting):
    key_shoulders(squatting)
    return squatting


def test_bones_between_are_those_without_bodies(human):
    found = {each.name: each for each in between_bones(human, bodies_of(human))}
    assert found["shoulder.L"].carries == ("upper_arm.L",)
    assert found["shoulder.L"].parent in ("", *found)
    assert all(not human.data.bones[name].spacetime.is_body for name in found)
    assert "toe.L" not in found  # nothing hangs on it
    assert bones_above(human, bodies_of(human)) == ()


def test_a_shrug_stays_and_arms_follow_it(shrugging):
    before = {side: on_carrier(shrugging, f"shoulder.{side}") for side in "LR"}
    clip = made_physical(shrugging)
    drawn = {bone.bone: bone for bone in clip.job.drawn_bones}
    assert {"shoulder.L", "shoulder.R"} <= {*drawn}
    assert clip.report.linear_residual < 1e-5
    assert clip.report.joint_gap < 1e-9
    for side in "LR":
        after = on_carrier(shrugging, f"shoulder.{side}")
        assert angle_between(after[:, :3, :3], before[side][:, :3, :3]).max() < np.radians(0.1)
        assert after[:, :3, 3] == pytest.approx(before[side][:, :3, 3], abs=1e-4)
    assert_shown(shrugging, clip)


def test_bones_at_rest_are_no_data(squatting):
    assert read(squatting).bones == ()
    assert read_job(squatting, bpy.context.scene, sketch=read(squatting)).drawn_bones == ()


def test_a_shoulder_that_is_scaled_or_moved_carries_its_arm_along(shrugging):
    """The arm keeps its size."""
    shoulder = shrugging.pose.bones["shoulder.L"]
    shoulder.scale, shoulder.location = (1.2, 1.2, 1.2), (0.01, 0.0, 0.02)
    for channel in ("scale", "location"):
        shoulder.keyframe_insert(channel, frame=10)
    before = on_carrier(shrugging, "shoulder.L")
    clip = made_physical(shrugging)
    assert on_carrier(shrugging, "shoulder.L") == pytest.approx(before, abs=1e-3)
    assert_shown(shrugging, clip)


def test_a_shoulder_moved_by_a_constraint_moves_the_same_once_accepted(shrugging):
    aim = bpy.data.objects.new("aim", None)
    bpy.context.scene.collection.objects.link(aim)
    for frame, angle in ((10, 0.0), (22, 0.4), (34, 0.1)):
        aim.rotation_euler.x = angle
        aim.keyframe_insert("rotation_euler", frame=frame)
    turned = shrugging.pose.bones["shoulder.R"].constraints.new("COPY_ROTATION")
    turned.target, turned.mix_mode, turned.owner_space = aim, "AFTER", "LOCAL"
    bpy.context.view_layer.update()
    before = on_carrier(shrugging, "shoulder.R")
    clip = made_physical(shrugging)
    after = on_carrier(shrugging, "shoulder.R")
    assert angle_between(after[:, :3, :3], before[:, :3, :3]).max() < np.radians(0.1)
    assert_shown(shrugging, clip)


def test_what_hangs_from_a_bone_above_the_root_that_moves_with_it_goes_along(squatting):
    """As in rigs whose first bone has the motion, and the hips are rigid on it."""
    bpy.ops.object.mode_set(mode="EDIT")
    edited = squatting.data.edit_bones
    first = edited.new("Bip")
    first.head, first.tail = edited["spine"].head, edited["spine"].tail
    pocket = edited.new("pocket")
    pocket.head, pocket.tail, pocket.parent = (0.2, 0.0, 1.0), (0.2, 0.0, 0.9), first
    edited["spine"].parent = first
    bpy.ops.object.mode_set(mode="POSE")
    hips = squatting.pose.bones["spine"]
    way = seen(squatting, ["spine"])[:, 0]
    source = squatting.animation_data.action
    actions.remove_bones(source, {"spine"})
    hips.matrix_basis.identity()
    bone = squatting.pose.bones["Bip"]
    rest = np.array(squatting.data.bones["Bip"].matrix_local)
    back = np.linalg.inv(np.array(squatting.data.bones["spine"].matrix_local)) @ rest
    for frame, pose in zip(FRAMES, way, strict=True):
        bone.matrix_basis = (np.linalg.inv(rest) @ pose @ back).T.tolist()
        bone.keyframe_insert("location", frame=frame)
        bone.keyframe_insert("rotation_quaternion", frame=frame)
    before = seen(squatting, ["pocket"])[:, 0]
    clip = made_physical(squatting)
    assert np.linalg.norm(seen(squatting, ["pocket"])[:, 0, :3, 3] - before[:, :3, 3], axis=1).max() < 0.05
    assert np.ptp(seen(squatting, ["pocket"])[:, 0, 2, 3]) > 0.05
    assert_shown(squatting, clip)


def test_clavicles_may_be_bodies(human):
    human.data.spacetime.use_clavicles = True
    mass = sum(bone.spacetime.mass for bone in human.data.bones if bone.spacetime.is_body)
    assert bpy.ops.spacetime.fit_bodies() == {"FINISHED"}
    bones = human.data.bones
    assert bones["shoulder.L"].spacetime.is_body
    assert bones["shoulder.L"].spacetime.mirror == "shoulder.R"
    assert 0.5 < bones["shoulder.L"].spacetime.mass < 4
    assert sum(bone.spacetime.mass for bone in bones if bone.spacetime.is_body) == pytest.approx(
        mass, rel=1e-6
    )
    character = read_character(human)
    joint = next(joint for joint in character.joints if joint.body_b == "shoulder.L")
    assert len(joint.axes) == 2
    assert np.degrees([high - low for low, high in joint.limits]).max() == pytest.approx(50, abs=0.1)
    assert next(j.body_a for j in character.joints if j.body_b == "upper_arm.L") == "shoulder.L"
    assert not any(each.carries == ("upper_arm.L",) for each in between_bones(human, bodies_of(human)))
    find_mirror(character, Tree(character))  # else it is refused
    human.data.spacetime.use_clavicles = False
    assert bpy.ops.spacetime.fit_bodies() == {"FINISHED"}
    assert not bones["shoulder.L"].spacetime.is_body


@pytest.mark.once
def test_clavicles_with_bodies_follow_a_shrug(human, request):
    human.data.spacetime.use_clavicles = True
    assert bpy.ops.spacetime.fit_bodies() == {"FINISHED"}
    rig = request.getfixturevalue("squatting")
    key_shoulders(rig, turn=0.3)
    before = seen(rig, ["shoulder.L"])[:, 0]
    clip = made_physical(rig)
    assert clip.report.linear_residual < 1e-5
    after = seen(rig, ["shoulder.L"])[:, 0]
    assert np.degrees(angle_between(after[:, :3, :3], before[:, :3, :3])).mean() < 5
    assert_shown(rig, clip)
