"""Rows of goals become what the job says, as they are drawn and as they are meant."""

import math
from types import SimpleNamespace

import bpy
import numpy as np
import pytest
from bl_ext.user_default.spacetime_animator.addon.motion.goal_kinds import GOAL_KINDS
from bl_ext.user_default.spacetime_animator.addon.motion.panels.goals import SPACETIME_PT_goals
from bl_ext.user_default.spacetime_animator.addon.motion.read_scene import read_job
from bl_ext.user_default.spacetime_animator.solver.animate import animate
from bl_ext.user_default.spacetime_animator.solver.errors import InputError
from bl_ext.user_default.spacetime_animator.solver.job.when import When
from bl_ext.user_default.spacetime_animator.solver.problem.formulate import formulate
from bl_ext.user_default.spacetime_animator.solver.rotations import matrix_from_quaternion
from bl_ext.user_default.spacetime_animator.solver.wording.violations import sentence

from tests.support.panels import laid_out, shown_properties, words

ALL = list(GOAL_KINDS)


@pytest.fixture
def target(human):
    """An empty 0.5 m before the human's chest, selected beside it."""
    empty = bpy.data.objects.new("There", None)
    bpy.context.collection.objects.link(empty)
    empty.location, empty.empty_display_type, empty.empty_display_size = (0.2, -0.5, 1.2), "SPHERE", 0.3
    empty.select_set(True)
    bpy.context.view_layer.update()
    return empty


@pytest.fixture
def standing(human):
    """Half a second on both feet."""
    motion = bpy.context.object.spacetime.motion
    motion.is_cyclic, motion.length = False, 0.5
    for contact in human.data.spacetime.contacts:
        contact.phases.clear()
        contact.phases.add().duration = 1.0
    return human


def add(rig, kind, bone="forearm.R"):
    rig.data.bones.active = rig.data.bones[bone]
    assert bpy.ops.spacetime.add_goal(kind=kind) == {"FINISHED"}
    goal = bpy.context.object.spacetime.motion.goals[-1]
    if kind == "APART":
        goal.bone, goal.other_bone = bone, "spine"
    return goal


@pytest.mark.parametrize("kind", ALL)
def test_every_kind_is_drawn_and_means_something_to_the_solver(standing, target, kind):
    if kind == "TURN_OVER":
        standing.data.spacetime.root_turn = 0.0
    goal = add(standing, kind)
    shown = shown_properties(
        laid_out(lambda layout: SPACETIME_PT_goals.draw(SimpleNamespace(layout=layout), bpy.context))
    )
    assert set(GOAL_KINDS[kind].fields) <= shown
    job, plain = read_job(standing, bpy.context.scene), read_job_without(standing, goal)
    assert (job.constraints, job.objectives, job.holds) != (plain.constraints, plain.objectives, plain.holds)
    assert formulate(job).size >= formulate(plain).size


@pytest.mark.once
@pytest.mark.parametrize(
    "kind",
    ["GO_THERE", "FOLLOW", "FACE", "UNDER", "OVER", "INSIDE", "OUTSIDE", "HOLD", "APART", "OFF_GROUND"],
)
def test_messages_and_their_buttons_call_a_body_by_the_bone_that_was_chosen(standing, target, kind):
    goal = add(standing, kind, "hand.R")  # moves with the forearm
    goal.bone = "hand.R"
    problem = formulate(read_job(standing, bpy.context.scene))
    found = [
        component.violation(row, 0.1)
        for component in problem.components
        for row in range(len(component.lower))
    ]
    told = {str(sentence(each)) for each in found if each.place.body == "hand.R"}
    assert told
    assert all("'hand.R'" in each or goal.name in each for each in told)
    assert not [each for each in told if "forearm" in each]


def test_the_middle_of_a_bone_without_a_body_is_its_own(standing, target):
    goal, bone = add(standing, "GO_THERE", "hand.R"), standing.data.bones["hand.R"]
    stay = read_job(standing, bpy.context.scene).constraints[-1]
    body = next(
        each for each in read_job(standing, bpy.context.scene).character.bodies if each.name == stay.body
    )
    middle = standing.matrix_world @ ((bone.head_local + bone.tail_local) / 2)
    assert stay.body == "forearm.R"
    assert matrix_from_quaternion(body.orientation) @ stay.point + body.position == pytest.approx(
        middle, abs=1e-6
    )
    goal.bone = "forearm.R"
    assert read_job(standing, bpy.context.scene).constraints[-1].point == pytest.approx((0.0, 0.0, 0.0))


def read_job_without(rig, goal):
    goal.use = False
    job = read_job(rig, bpy.context.scene)
    goal.use = True
    return job


def test_goals_are_for_the_active_bone_the_other_object_and_this_frame(standing, target):
    bpy.context.scene.frame_set(5)
    goal = add(standing, "GO_THERE")
    assert (goal.name, goal.bone, goal.target, goal.first) == ("Reach Target", "forearm.R", target, 5)
    assert add(standing, "GO_THERE").name == "Reach Target 2"
    assert read_job(standing, bpy.context.scene).constraints[-1].when == When(4, 4)
    assert [kind for kind, told in GOAL_KINDS.items() if told.at_a_moment] == ["GO_THERE", "FACE", "THROW_AT"]


@pytest.mark.once
def test_what_is_thrown_flies_to_the_target(standing, target):
    standing.spacetime.motion.length = 1.0
    target.location = (0.4, -2.0, 0.8)
    bpy.context.scene.frame_set(16)
    goal = add(standing, "THROW_AT")
    goal.at_tail, goal.flight, goal.tolerance = True, 0.5, 0.01
    job = read_job(standing, bpy.context.scene)
    clip = animate(job)
    assert clip.provenance.solved
    body = job.character.body_index("forearm.R")
    turn = matrix_from_quaternion(clip.motion.orientation[14:17, body])
    tip = np.array(standing.matrix_world @ standing.data.bones["forearm.R"].tail_local)
    tip -= job.character.bodies[body].position
    own = matrix_from_quaternion(job.character.bodies[body].orientation).T @ tip
    before, released, after = clip.motion.position[14:17, body] + turn @ own
    speed = (after - before) / (2 * clip.motion.step)
    landed = released + speed * goal.flight + np.array(job.gravity) * goal.flight**2 / 2
    assert np.abs(landed - target.location).max() < goal.tolerance + 1e-4


@pytest.mark.parametrize(
    ("kind", "change", "told"),
    [
        ("GO_THERE", {"target": None}, "the goal 'Reach Target': expected a target, found none"),
        ("GO_THERE", {"bone": "nose"}, "the goal 'Reach Target': expected a bone with a body, found none"),
        ("GO_THERE", {"first": 99}, "the goal 'Reach Target': expected frames from 1 to 13, found 99"),
        ("THROW_AT", {"first": 99}, "the goal 'Throw at Target': expected a frame from 1 to 13, found 99"),
        ("FOLLOW", {"when": "FRAMES", "first": 5, "last": 3}, "expected frames from 1 to 13, found 5 to 3"),
    ],
)
def test_what_is_wrong_names_the_goal(standing, target, kind, change, told):
    goal = add(standing, kind)
    for name, value in change.items():
        setattr(goal, name, value)
    with pytest.raises(InputError, match=told):
        read_job(standing, bpy.context.scene)


def test_a_formula_is_checked_as_it_is_typed(standing):
    goal = add(standing, "LIMIT")
    goal.formula = "comm.z - 1"
    text = words(
        laid_out(lambda layout: SPACETIME_PT_goals.draw(SimpleNamespace(layout=layout), bpy.context))
    )
    assert "there is no name 'comm'; did you mean 'com'?" in text
    assert "Error at: comm.z - 1" in text
    goal.formula = "com.z - 1"
    assert "there is no" not in words(
        laid_out(lambda layout: SPACETIME_PT_goals.draw(SimpleNamespace(layout=layout), bpy.context))
    )


def test_how_far_beyond_its_bounds_a_motion_may_go(standing, target):
    formula, region = add(standing, "LIMIT"), add(standing, "INSIDE")
    tight = read_job(standing, bpy.context.scene).constraints[-2:]
    formula.excess, region.excess = 0.01, 0.02
    loose = read_job(standing, bpy.context.scene).constraints[-2:]
    assert (tight[0].tolerance, tight[1].slack) == (None, None)
    assert (loose[0].tolerance, loose[1].slack) == pytest.approx((0.01, 0.02))


def test_removing_a_goal(standing, target):
    add(standing, "GO_THERE")
    add(standing, "UNDER")
    assert bpy.ops.spacetime.remove_goal(index=0) == {"FINISHED"}
    assert [goal.kind for goal in bpy.context.object.spacetime.motion.goals] == ["UNDER"]
    with pytest.raises(RuntimeError, match="There is no goal with index 1; the last is 0"):
        bpy.ops.spacetime.remove_goal(index=1)
    bpy.ops.spacetime.remove_goal(index=0)
    with pytest.raises(RuntimeError, match="poll"):
        bpy.ops.spacetime.remove_goal(index=0)


def test_a_held_pose_is_of_the_joints_that_carry_what_is_selected(standing):
    bpy.ops.spacetime.select_bone(bone="hand.L")  # moves with the forearm
    add(standing, "POSE")
    (goal,) = standing.spacetime.motion.goals
    assert {angle.name.partition(".r")[0] for angle in goal.pose} == {"forearm.L"}
    bpy.ops.spacetime.select_bone(bone="spine")
    with pytest.raises(RuntimeError, match="have no joints to hold"):
        add(standing, "POSE")
    assert len(standing.spacetime.motion.goals) == 1


def test_a_held_pose_is_that_of_the_moment(standing):
    bone = standing.pose.bones["forearm.L"]
    bone.rotation_mode = "XYZ"
    bone.rotation_euler.x = 0.7
    bpy.context.view_layer.update()
    add(standing, "POSE")
    held = {angle.dof: angle.angle for angle in read_job(standing, bpy.context.scene).constraints[-1].pose}
    assert held["forearm.L.rx"] == pytest.approx(0.7, abs=1e-5)
    assert held["forearm.R.rx"] == pytest.approx(0.0, abs=1e-5)


@pytest.mark.once
def test_the_hand_goes_there_while_the_head_looks_there(standing, target):
    reach = add(standing, "GO_THERE", "forearm.R")
    reach.at_tail, reach.first = True, 10
    face = add(standing, "FACE", "spine.004")
    face.first = 10
    add(standing, "REST")
    clip = animate(read_job(standing, bpy.context.scene))
    assert clip.provenance.solved
    motion, character = clip.motion, clip.job.character
    wrist = standing.matrix_world @ standing.data.bones["forearm.R"].tail_local
    hand = motion.carried(character.body_index("forearm.R"), tuple(wrist))[9]
    assert np.abs(hand - target.location).max() <= reach.tolerance + 1e-6
    head = character.body_index("spine.004")
    front, away = (
        motion.turn[9, head] @ [0.0, -1.0, 0.0],
        np.array(target.location) - clip.motion.position[9, head],
    )
    assert front @ away / np.linalg.norm(away) >= math.cos(face.angle) - 1e-6


def test_a_formula_s_peak_is_made_as_small_as_possible(standing):
    goal = add(standing, "LEAST")
    goal.formula, goal.least_of = "power", "peak"
    (least,) = [
        each
        for each in read_job(bpy.context.object, bpy.context.scene).objectives
        if each.kind == "expression"
    ]
    assert (least.expression, least.of) == ("power", "peak")
