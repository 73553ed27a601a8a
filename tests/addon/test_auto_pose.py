"""AutoPose on a rig: a hand is brought somewhere, feet stay, the character keeps its balance, Escape undoes it."""

from types import SimpleNamespace

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.blender import actions
from bl_ext.user_default.spacetime_animator.addon.character.read_character import read_character
from bl_ext.user_default.spacetime_animator.addon.motion.read_sketch import read_pose
from bl_ext.user_default.spacetime_animator.addon.posing.operators.auto_pose import SPACETIME_OT_auto_pose
from bl_ext.user_default.spacetime_animator.addon.posing.pulled_part import PulledPart, tip_of
from bl_ext.user_default.spacetime_animator.addon.runtime import event_loop
from bl_ext.user_default.spacetime_animator.solver.posing.support import Support
from mathutils import Vector

from tests.addon.rigs import generated
from tests.support.event_turns import small_budget
from tests.support.seconds import processor_time
from tests.support.stand_in import stand_in

SHARE = 0.08  # of all work after a release; longest time for which it may hold Blender up


def tip(rig, bone):
    bpy.context.view_layer.update()
    return tip_of(rig, bone)


def contact_points(rig):
    bpy.context.view_layer.update()
    character = read_character(rig)
    position, turn = read_pose(rig, character)
    found = []
    for contact in character.contacts:
        k = character.body_index(contact.body)
        found.append(position[k] + turn[k] @ (np.array(contact.point) - character.bodies[k].position))
    return np.array(found)


def centre_of_mass(rig):
    bpy.context.view_layer.update()
    character = read_character(rig)
    masses = np.array([body.mass for body in character.bodies])
    return masses @ read_pose(rig, character)[0] / masses.sum()


@pytest.mark.parametrize("turned", [0.0, 0.7], ids=["as drawn", "turned"])
def test_a_hand_is_brought_somewhere_and_the_feet_stay(human, turned):
    human.location, human.rotation_euler = (2.0, 1.0, 0.0), (0.0, 0.0, turned)
    feet = contact_points(human)
    begin = tip(human, "hand.R")
    forward = np.array([np.sin(turned), -np.cos(turned), 0.0])
    target = begin + 0.35 * forward + [0.0, 0.0, 0.1]
    assert bpy.ops.spacetime.auto_pose(bone="hand.R", location=target) == {"FINISHED"}
    np.testing.assert_allclose(tip(human, "hand.R"), target, atol=0.01)
    np.testing.assert_allclose(contact_points(human), feet, atol=0.005)
    support = Support.of_points(feet[:, :2])
    assert np.linalg.norm(support.gap(centre_of_mass(human)[:2])[0]) < 0.01
    assert human.animation_data is None  # no keys unless they are asked for


def test_hips_squat_and_the_pose_is_keyed(human):
    bpy.context.scene.frame_set(7)
    feet, begin = contact_points(human), tip(human, "spine")
    assert bpy.ops.spacetime.auto_pose(bone="spine", location=begin - [0.0, 0.0, 0.2], insert_keys=True) == {
        "FINISHED"
    }
    assert begin[2] - tip(human, "spine")[2] > 0.15
    np.testing.assert_allclose(contact_points(human), feet, atol=0.005)
    bent = human.pose.bones["shin.L"].matrix_basis.copy()
    assert bent.to_quaternion().angle > 0.3
    for bone in human.pose.bones:
        bone.matrix_basis.identity()
    bpy.context.scene.frame_set(8)
    bpy.context.scene.frame_set(7)
    keyed = human.pose.bones["shin.L"].matrix_basis
    assert keyed.to_quaternion().rotation_difference(bent.to_quaternion()).angle < 1e-4


def test_auto_keying_keys(human):
    bpy.context.scene.tool_settings.use_keyframe_insert_auto = True
    try:
        bpy.ops.spacetime.auto_pose(bone="hand.R", location=tip(human, "hand.R") + np.array([0.0, -0.1, 0.1]))
    finally:
        bpy.context.scene.tool_settings.use_keyframe_insert_auto = False
    assert human.animation_data.action is not None


def test_a_foot_is_lifted_and_escape_takes_it_back(human):
    place = tip(human, "foot.R")
    before = {bone.name: bone.matrix_basis.copy() for bone in human.pose.bones}
    part = PulledPart(human, bpy.context.scene, "foot.R", place)
    for height in np.linspace(0.0, 0.25, 6):
        part.move(np.array([0.0, -0.1, height]))
    assert tip(human, "foot.R")[2] > place[2] + 0.2
    left = [contact.bone.endswith(".L") for contact in human.data.spacetime.contacts]
    assert np.abs(contact_points(human)[left, 2]).max() < 0.01
    part.take_back()
    for bone in human.pose.bones:
        difference = np.array(bone.matrix_basis) - np.array(before[bone.name])
        assert np.abs(difference).max() < 1e-6


def depth_in(table, point):
    """How deep a point is in the box around an upright object; below 0 outside."""
    local = np.array(table.matrix_world.inverted() @ Vector(point))
    corners = np.array([corner[:] for corner in table.bound_box])
    return np.minimum(local - corners.min(0), corners.max(0) - local).min()


def test_a_box_that_a_hand_touches_is_not_entered(human):
    begin = tip(human, "hand.R")
    target = begin + np.array([0.0, -0.3, -0.05])
    mesh = bpy.data.meshes.new("Table")
    mesh.from_pydata([(x, y, z) for x in (-0.3, 0.3) for y in (-0.3, 0.3) for z in (-0.5, 0.0)], [], [])
    table = bpy.data.objects.new("Table", mesh)
    bpy.context.collection.objects.link(table)
    table.location = target + np.array([0.0, -0.1, 0.08])
    bpy.context.view_layer.update()
    contact = human.data.spacetime.contacts[0]
    phase = contact.phases.add()
    phase.surface = table
    bpy.ops.spacetime.auto_pose(bone="hand.R", location=target)
    assert depth_in(table, tip(human, "hand.R")) < 0.01
    phase.surface = None
    bpy.ops.spacetime.auto_pose(bone="hand.R", location=target)
    assert depth_in(table, tip(human, "hand.R")) > 0.05


def test_what_cannot_be_posed_is_told(human):
    with pytest.raises(RuntimeError, match="Expected a bone that a body moves, found 'nothing'"):
        bpy.ops.spacetime.auto_pose(bone="nothing")


def constraints_at_work(rig):
    return [each.name for bone in rig.pose.bones for each in bone.constraints if not each.mute]


def bases(rig):
    return {bone.name: np.array(bone.matrix_basis) for bone in rig.pose.bones}


def moved(rig, before):
    return {name for name, basis in bases(rig).items() if np.abs(basis - before[name]).max() > 1e-4}


@pytest.mark.parametrize("bend", ["IK", pytest.param("FK", marks=pytest.mark.once)])
def test_on_a_control_rig_the_controls_are_moved(bend):
    rig = generated("basic_human")
    bpy.ops.spacetime.fit_bodies()
    for bone in rig.pose.bones:
        if "IK_FK" in bone:
            bone["IK_FK"] = {"IK": 0.0, "FK": 1.0}[bend]
    rig.update_tag()
    before, at_work, feet = bases(rig), constraints_at_work(rig), contact_points(rig)
    target = tip(rig, "DEF-hand.R") + np.array([0.1, -0.3, 0.15])
    bpy.context.scene.frame_set(5)
    assert bpy.ops.spacetime.auto_pose(bone="DEF-hand.R", location=target, insert_keys=True) == {"FINISHED"}
    np.testing.assert_allclose(tip(rig, "DEF-hand.R"), target, atol=0.012)
    np.testing.assert_allclose(contact_points(rig), feet, atol=0.006)
    posed = moved(rig, before)
    assert {"hand_ik.R", "upper_arm_fk.R", "forearm_fk.R"} <= posed  # whichever way the artist goes on
    assert not [name for name in posed if name.startswith(("DEF-", "ORG-", "MCH-"))]
    assert constraints_at_work(rig) == at_work
    assert {"hand_ik.R", "upper_arm_fk.R"} <= actions.keyed_bones(rig.animation_data.action)
    assert not [scene for scene in bpy.data.scenes if scene != bpy.context.scene]


def test_escape_leaves_a_control_rig_as_it_was():
    rig = generated("basic_human")
    bpy.ops.spacetime.fit_bodies()
    before, at_work, place = bases(rig), constraints_at_work(rig), tip(rig, "DEF-hand.R")
    part = PulledPart(rig, bpy.context.scene, "DEF-hand.R", place)
    part.move(np.array([0.0, -0.3, 0.2]))
    assert np.linalg.norm(tip(rig, "DEF-hand.R") - place) > 0.2  # seen while it is dragged
    part.take_back()
    assert not moved(rig, before)
    assert constraints_at_work(rig) == at_work
    np.testing.assert_allclose(tip(rig, "DEF-hand.R"), place, atol=1e-5)


def test_controls_that_cannot_show_a_pose_are_left_alone(human):
    human.pose.bones["forearm.R"].constraints.new("COPY_ROTATION").target = human
    human.pose.bones["forearm.R"].constraints[0].subtarget = "forearm.L"
    before = bases(human)
    target = tip(human, "hand.R") + np.array([0.0, -0.3, 0.3])
    with pytest.raises(RuntimeError, match="cannot show this pose: 'forearm"):
        bpy.ops.spacetime.auto_pose(bone="hand.R", location=target)
    assert not moved(human, before)
    assert not human.pose.bones["forearm.R"].constraints[0].mute


class Drag:
    """A drag whose part has been moved, through the operator's own methods."""

    def __init__(self, rig, bone, offset, *, keys=False):
        self.reports = []
        self.drag = stand_in(
            SPACETIME_OT_auto_pose, insert_keys=keys, _is_held=True, _finish=None,
            report=lambda *said: self.reports.append(said),
        )  # fmt: skip
        self.drag._part = PulledPart(rig, bpy.context.scene, bone, tip(rig, bone))
        self.drag._part.move(offset)

    def modal(self, kind, value="NOTHING"):
        return self.drag.modal(bpy.context, SimpleNamespace(type=kind, value=value))

    def release(self):
        return self.modal("LEFTMOUSE", "RELEASE")

    def turns(self, most):
        """Turn the event loop as Blender does until the drag has ended; return the outcome and number of turns."""
        for turn in range(most):
            outcome = self.modal("TIMER")
            if not outcome & {"RUNNING_MODAL", "PASS_THROUGH"}:
                return outcome, turn
            event_loop.turn()
        return outcome, most


@pytest.fixture
def controlled():
    """Give Rigify's control rig with bodies."""
    rig = generated("basic_human")
    bpy.ops.spacetime.fit_bodies()
    yield rig
    event_loop.stop()


def test_controls_are_found_in_steps_after_the_release_while_the_pose_is_shown(controlled, monkeypatch):
    small_budget(monkeypatch)
    bpy.context.scene.frame_set(5)
    before, at_work = bases(controlled), constraints_at_work(controlled)
    offset = np.array([0.1, -0.3, 0.15])
    target = tip(controlled, "DEF-hand.R") + offset
    drag = Drag(controlled, "DEF-hand.R", offset, keys=True)
    assert drag.release() == {"RUNNING_MODAL"}
    assert drag.turns(100) == ({"PASS_THROUGH"}, 100)
    assert drag.modal("G", "PRESS") == {"RUNNING_MODAL"}, "nothing else changes the rig meanwhile"
    np.testing.assert_allclose(tip(controlled, "DEF-hand.R"), target, atol=0.012)
    bpy.context.scene.frame_set(9)
    assert drag.turns(1000)[0] == {"FINISHED"}
    np.testing.assert_allclose(tip(controlled, "DEF-hand.R"), target, atol=0.012)
    assert "hand_ik.R" in moved(controlled, before)
    assert not [name for name in moved(controlled, before) if name.startswith(("DEF-", "ORG-", "MCH-"))]
    assert constraints_at_work(controlled) == at_work
    assert actions.key_frames(controlled.animation_data.action) == [5.0], "the frame of the release"


def test_escape_after_the_release_restores_the_rig(controlled, monkeypatch):
    small_budget(monkeypatch)
    before, at_work = bases(controlled), constraints_at_work(controlled)
    drag = Drag(controlled, "DEF-hand.R", np.array([0.1, -0.3, 0.15]))
    assert drag.release() == {"RUNNING_MODAL"}
    assert drag.turns(20) == ({"PASS_THROUGH"}, 20)
    assert drag.modal("ESC", "PRESS") == {"CANCELLED"}
    assert not event_loop.is_busy()
    assert not moved(controlled, before)
    assert constraints_at_work(controlled) == at_work
    assert not [scene for scene in bpy.data.scenes if scene != bpy.context.scene]


def test_no_step_of_a_release_is_long(controlled):
    """Measured in the processor's time, so that other programs do not count."""
    drag = Drag(controlled, "DEF-hand.R", np.array([0.1, -0.3, 0.15]))
    work = drag.drag._part.keeping(keys=False)
    steps = np.diff([processor_time(), *(processor_time() for _ in work), processor_time()])
    assert len(steps) > 200
    assert steps.max() < SHARE * steps.sum()


def test_a_release_without_controls_ends_at_once(human):
    drag = Drag(human, "hand.R", np.array([0.0, -0.2, 0.1]))
    target = tip(human, "hand.R")
    assert drag.release() == {"FINISHED"}
    np.testing.assert_allclose(tip(human, "hand.R"), target, atol=0.01)


def test_controls_that_cannot_show_what_was_dragged_are_told_at_the_end(human):
    human.pose.bones["forearm.R"].constraints.new("COPY_ROTATION").target = human
    human.pose.bones["forearm.R"].constraints[0].subtarget = "forearm.L"
    before = bases(human)
    drag = Drag(human, "hand.R", np.array([0.0, -0.3, 0.3]))
    assert drag.release() == {"RUNNING_MODAL"}
    assert drag.turns(1000)[0] == {"CANCELLED"}
    ((_, kind, sentence),) = drag.reports
    assert kind == {"ERROR"}
    assert "cannot show this pose: 'forearm" in sentence
    assert not moved(human, before)
    assert not human.pose.bones["forearm.R"].constraints[0].mute
