"""What the panels say becomes a job; what they cannot mean is told."""

import math

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.character.read_character import axis_order, read_character
from bl_ext.user_default.spacetime_animator.addon.motion.read_scene import read_job
from bl_ext.user_default.spacetime_animator.solver.errors import InputError
from bl_ext.user_default.spacetime_animator.solver.job.constraints.clearance import Clearance
from bl_ext.user_default.spacetime_animator.solver.job.constraints.pin import Pin


@pytest.fixture
def fitted(chain):
    bpy.ops.spacetime.fit_bodies()
    return chain


def joint(rig, name):
    return next(j for j in read_character(rig).joints if j.name == name)


def test_locks_and_limits_of_inverse_kinematics_are_the_joint(fitted):
    pose = fitted.pose.bones
    pose["link.1"].lock_ik_x = pose["link.1"].lock_ik_y = True
    pose["link.1"].use_ik_limit_z, pose["link.1"].ik_min_z, pose["link.1"].ik_max_z = True, -0.5, 1.5
    for letter in "xyz":
        setattr(pose["link.2"], f"lock_ik_{letter}", True)
    hinge, weld = joint(fitted, "link.1"), joint(fitted, "link.2")
    assert (hinge.axes, hinge.limits) == ("Z", ((-0.5, 1.5),))
    assert hinge.position == pytest.approx((0.3, 0, 1))
    assert (weld.axes, weld.limits, weld.torque_limits) == ("", (), ())


def test_free_joint_stops_its_middle_axis_before_the_outer_two_coincide(fitted):
    limits = joint(fitted, "link.1").limits
    assert limits == pytest.approx(
        np.array([(-math.pi, math.pi), (-math.radians(85), math.radians(85)), (-math.pi, math.pi)])
    )


@pytest.mark.parametrize(
    ("order", "limits", "expected"),
    [
        ("AUTO", {"X": (-1, 1), "Y": (-2, 2), "Z": (-0.1, 0.1)}, "XZY"),
        ("AUTO", {"X": (-0.1, 0.1), "Y": (-2, 2), "Z": (-1, 1)}, "YXZ"),
        ("AUTO", {"X": (-1, 1), "Z": (-0.1, 0.1)}, "XZ"),
        ("ZXY", {"X": (-1, 1), "Y": (-2, 2), "Z": (-0.1, 0.1)}, "ZXY"),
        ("ZXY", {"X": (-1, 1), "Y": (-2, 2)}, "XY"),
        ("AUTO", {}, ""),
    ],
)
def test_axis_order(order, limits, expected):
    assert axis_order(order, limits) == expected


def test_bones_without_a_body_move_with_the_nearest_that_has_one(fitted):
    bones = fitted.data.bones
    bones["link.1"].spacetime.is_body = False
    assert joint(fitted, "link.2").body_a == "link.0"
    contact = fitted.data.spacetime.contacts.add()
    contact.name, contact.bone = "tip", "link.1"
    assert read_character(fitted).contacts[0].body == "link.0"


def test_length_is_whole_frames_and_even_ones_when_symmetric(fitted):
    scene, motion = bpy.context.scene, bpy.context.object.spacetime.motion
    scene.render.fps, motion.length = 24, 1.11
    job = read_job(fitted, scene)
    assert job.timing.fps == 24
    assert job.timing.length == pytest.approx(27 / 24)
    motion.is_mirrored = True
    job = read_job(fitted, scene)
    assert job.cycle.mirrored
    assert job.timing.length in (pytest.approx(26 / 24), pytest.approx(28 / 24))


def test_travel_goes_where_the_character_faces(fitted):
    motion = bpy.context.object.spacetime.motion
    motion.speed, motion.length = 2.0, 1.0
    fitted.rotation_euler.z = math.pi / 2  # faces +X
    bpy.context.view_layer.update()
    motion.heading = 0.0
    assert read_job(fitted, bpy.context.scene).cycle.translation == pytest.approx((2, 0, 0), abs=1e-6)
    motion.heading = math.pi / 2  # to its left
    assert read_job(fitted, bpy.context.scene).cycle.translation == pytest.approx((0, 2, 0), abs=1e-6)


def test_open_motion_has_no_cycle_and_is_pinned_where_it_begins(fitted):
    motion = bpy.context.object.spacetime.motion
    motion.is_cyclic = False
    job = read_job(fitted, bpy.context.scene)
    assert job.cycle is None
    pins = [each for each in job.constraints if isinstance(each, Pin)]
    assert {(each.dof, each.first, each.last) for each in pins} == {("root.tx", 0, 0), ("root.ty", 0, 0)}
    motion.free_start = True
    assert not any(isinstance(c, Pin) for c in read_job(fitted, bpy.context.scene).constraints)


def test_contacts_bring_timings_and_lift(fitted):
    contact = fitted.data.spacetime.contacts.add()
    contact.name, contact.bone, contact.clearance, contact.friction = "tip", "link.4", 0.05, 0.5
    contact.point = (1.5, 0, 1)
    for start in (0.0, 0.5):
        phase = contact.phases.add()
        phase.start, phase.duration = start, 0.25
    fitted.location.z = 1
    bpy.context.view_layer.update()
    job = read_job(fitted, bpy.context.scene)
    assert job.character.contacts[0].point == pytest.approx((1.5, 0, 2))
    assert job.contact_timings[0].phases == ((0.0, 0.25), (0.5, 0.25))
    assert [c for c in job.constraints if isinstance(c, Clearance)] == [Clearance("tip", pytest.approx(0.05))]


def test_weights_gravity_and_patience_arrive(fitted):
    scene, motion = bpy.context.scene, bpy.context.object.spacetime.motion
    motion.effort, motion.soft_contact, motion.smoothness, motion.ease = 2, 3, 4, 5
    motion.max_iterations, scene.use_gravity = 7, False
    job = read_job(fitted, scene)
    assert {o.kind: o.weight for o in job.objectives} == {
        "effort": 2, "force_change": 3, "acceleration": 4, "posture": 5,
    }  # fmt: skip
    assert job.options.max_iterations == 7
    assert job.gravity == (0, 0, 0)


def break_two_roots(rig):
    rig.data.bones["link.0"].spacetime.is_body = False
    bpy.ops.object.mode_set(mode="EDIT")
    rig.data.edit_bones["link.3"].parent = None
    bpy.ops.object.mode_set(mode="OBJECT")


def break_contact(rig):
    rig.data.spacetime.contacts.add().name = "tip"


def break_rotation(rig):
    rig.data.bones["link.2"].spacetime.rotation = (0, 0, 0, 0)


def break_bodies(rig):
    for bone in rig.data.bones:
        bone.spacetime.is_body = False


def lay_down(rig):
    rig.rotation_euler.x = math.pi / 2
    bpy.context.view_layer.update()


@pytest.mark.parametrize(
    ("harm", "sentence"),
    [
        (
            break_two_roots,
            r"'link\.[13]' have bodies but no parent with one; parent .* or enable Moves by Itself for it",
        ),
        (break_contact, "the contact 'tip' is not on a bone; choose one of 'Chain'"),
        (break_rotation, r"the body of the bone 'link\.2' has no rotation; set it to 1, 0, 0, 0"),
        (break_bodies, "no bone of 'Chain' has a body; press Fit Bodies first"),
        (lay_down, "lies on its back or face; rotate it upright"),
    ],
)
def test_what_cannot_be_meant_is_told_with_the_culprit(fitted, harm, sentence):
    harm(fitted)
    with pytest.raises(InputError, match=sentence):
        read_job(fitted, bpy.context.scene)
