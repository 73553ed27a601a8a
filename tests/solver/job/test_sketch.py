"""What a job is told of an animator's keys, and how far the result is from them."""

from dataclasses import replace

import numpy as np
import pytest

from solver.analysis.departure import departures, faithfulness
from solver.animate import animate
from solver.fitting.presets.arm import planar_arm
from solver.fitting.presets.human import human
from solver.job.drawn_joints import MARGIN, STRONGER, yielded
from solver.job.drawn_motion import IGNORE, PIN, DrawnMotion, Key
from solver.job.job import AnimationTiming, Job
from solver.job.objectives.sketch import SketchCloseness, SketchedCoordinate
from solver.job.sketch import follow
from solver.mechanics.euler import turn_about
from solver.mechanics.inverse_kinematics import coordinates
from solver.mechanics.kinematics import Kinematics
from solver.mechanics.tree import Tree

FRAMES, STEP = 31, 1 / 30


def posed(character, q):
    """Where a motion's bodies are: centres, and turns since the rest pose."""
    pose = Kinematics(character).forward(q)
    return pose.position.transpose(1, 2, 0), pose.rotation.transpose(2, 3, 0, 1)


@pytest.fixture
def drawn():
    """An arm of three joints whose first joint swings half a radian up and back; its tree and coordinates."""
    tree = Tree(planar_arm())
    q = np.zeros((FRAMES, tree.n))
    q[:, 0] = 0.5 * np.sin(np.pi * np.linspace(0, 1, FRAMES))
    return tree, q


def followed(drawn, keys=None, **options):
    tree, q = drawn
    return follow(tree.character, DrawnMotion(STEP, *posed(tree.character, q), keys or {}), **options)


def body_of(tree, dof):
    return tree.character.bodies[tree.body[dof]].name


def angles(found, tree, dof):
    """(N,) of a degree of freedom in what is followed."""
    ways = {each.body: each.spread(FRAMES, closed=False) for each in found.closeness.bodies}
    rest = Kinematics(tree.character).rest_axes
    names = [body.name for body in tree.character.bodies]
    position = np.array([ways[name][0] for name in names]).swapaxes(0, 1)
    turn = np.array([ways[name][1] @ rest[b].T for b, name in enumerate(names)]).swapaxes(0, 1)
    return coordinates(tree, position, turn)[:, dof]


def test_without_keys_the_drawn_motion_is_followed(drawn):
    found = followed(drawn)
    assert angles(found, drawn[0], 0) == pytest.approx(drawn[1][:, 0], abs=1e-5)
    assert not found.constraints
    assert not yielded(drawn[0].character, found.character)


def test_between_steps_and_across_an_ignored_key_it_goes_straight(drawn):
    tree, q = drawn
    steps = (Key(0, is_stepped=True), Key(15, is_stepped=True), Key(30))
    found = followed(drawn, {body_of(tree, 0): steps})
    assert angles(found, tree, 0)[:16] == pytest.approx(np.linspace(0, q[15, 0], 16), abs=1e-5)
    ignored = (Key(0), Key(15, IGNORE), Key(30))
    found = followed(drawn, {body_of(tree, 0): ignored})
    assert angles(found, tree, 0) == pytest.approx(np.zeros(FRAMES), abs=1e-5)


def test_a_body_whose_keys_are_all_ignored_is_free(drawn):
    tree, _ = drawn
    found = followed(drawn, {body_of(tree, 0): (Key(0, IGNORE), Key(30, IGNORE))})
    assert body_of(tree, 0) not in [each.body for each in found.closeness.bodies]
    assert not found.constraints


def test_pins_are_met_and_hints_are_left_where_physics_asks(drawn):
    """A key that the arm is too weak to reach in time is left; a pin beside it is met."""
    tree, q = drawn
    found = followed(drawn, {body_of(tree, 0): (Key(0), Key(15, PIN), Key(30))}, weight=10.0)
    job = Job("arm", tree.character, AnimationTiming((FRAMES - 1) / 30, 30.0), constraints=found.constraints)
    clip = animate(replace(job, objectives=(*job.objectives, found.closeness)))
    assert clip.provenance.solved
    assert clip.q[15, 0] == pytest.approx(q[15, 0], abs=1e-6)
    away = {departure.body: departure for departure in departures(clip)}
    assert away[body_of(tree, 0)].angle == pytest.approx(np.abs(clip.q - q)[:, 0].max(), abs=1e-5)
    whole = faithfulness(clip)
    assert whole.worst_distance == max(each.distance for each in away.values())
    assert whole.mean_angle == pytest.approx(np.mean([each.mean_angle for each in away.values()]))
    assert departures(replace(clip, job=job)) == ()
    assert faithfulness(replace(clip, job=job)) is None


def test_a_sketch_of_coordinates_is_compared_where_it_says_something(drawn):
    tree, q = drawn
    sketch = SketchCloseness((SketchedCoordinate(tree.names[0], tuple(q[:, 0].tolist())),), 10.0)
    job = Job("arm", tree.character, AnimationTiming((FRAMES - 1) / 30, 30.0))
    clip = animate(replace(job, objectives=(*job.objectives, sketch)))
    away = {departure.body: departure for departure in departures(clip)}
    assert away[body_of(tree, 0)].angle == pytest.approx(np.abs(clip.q - q)[:, 0].max(), abs=1e-6)


def test_a_joint_that_is_drawn_beyond_its_limits_may_go_there(drawn):
    tree, q = drawn
    q[:, 1] = np.linspace(0, tree.upper[1] + 0.4, FRAMES)
    found = followed(drawn)
    (beyond,) = yielded(tree.character, found.character)
    assert (f"{beyond.joint}.r{beyond.axis.lower()}", beyond.angle) == (tree.names[1], pytest.approx(0.4))
    widened = Tree(found.character)
    assert widened.upper[1] == pytest.approx(tree.upper[1] + 0.4 + MARGIN)
    assert (widened.lower == tree.lower).all()
    kept = followed(drawn, yields=False)
    assert not yielded(tree.character, kept.character)
    assert (Tree(kept.character).upper == tree.upper).all()


@pytest.mark.parametrize("axis", ["rx", "ry", "rz"])
def test_a_root_turns_freely_about_any_axis_and_is_nowhere_near_singular(axis):
    """A cartwheel, a somersault and a pirouette of two turns, all with limits at 29 degrees before."""
    person = human(root_turn=0.5)
    free = Tree(human(root_turn=0.0))
    q = np.zeros((FRAMES, free.n))
    q[:, free.names.index(f"root.{axis}")] = np.linspace(0, 4 * np.pi, FRAMES)
    position, turn = posed(free.character, q)
    found = follow(person, DrawnMotion(STEP, position, turn))
    tree = Tree(found.character)
    again = coordinates(tree, position, turn)
    assert (again >= tree.lower).all()
    assert (again <= tree.upper).all()
    assert np.abs(np.diff(again, axis=0)).max() < 0.5
    assert posed(found.character, again)[1] == pytest.approx(turn, abs=1e-9)


def test_a_joint_gets_the_axes_that_are_drawn_and_no_others():
    """A knee, which is a hinge, twists by 0.4 rad while it bends; an elbow only bends."""
    person = human()
    freed = {
        "axes": "XYZ",
        "limits": ((0.0, 2.4), (-1.0, 1.0), (-1.0, 1.0)),
        "torque_limits": (100.0,) * 3,
        "preferred": (),
    }
    joints = (replace(joint, **freed) if joint.name == "shin.L" else joint for joint in person.joints)
    loose = replace(person, joints=tuple(joints))
    able = Tree(loose)
    q = np.zeros((FRAMES, able.n))
    q[:, able.names.index("shin.L.rx")] = np.linspace(0, 1.2, FRAMES)
    q[:, able.names.index("shin.L.ry")] = 0.4 * np.sin(np.linspace(0, np.pi, FRAMES))
    q[:, able.names.index("forearm.L.rx")] = np.linspace(0, -1.2, FRAMES)
    position, turn = posed(loose, q)
    found = follow(person, DrawnMotion(STEP, position, turn))
    axes = {joint.name: joint.axes for joint in found.character.joints}
    assert axes == {joint.name: joint.axes for joint in person.joints} | {"shin.L": axes["shin.L"]}
    assert sorted(axes["shin.L"]) == list("XYZ")
    tree = Tree(found.character)
    again = coordinates(tree, position, turn)
    assert posed(found.character, again)[1] == pytest.approx(turn, abs=1e-9)
    assert (again <= tree.upper).all()
    assert (again >= tree.lower).all()
    (told,) = yielded(person, found.character)
    assert (told.joint, told.axis, told.angle) == ("shin.L", "Y", pytest.approx(0.4))
    stiff = follow(person, DrawnMotion(STEP, position, turn), yields=False)
    assert {joint.name: joint.axes for joint in stiff.character.joints}["shin.L"] == "X"


def test_a_joint_that_is_drawn_all_the_way_round_is_at_most_opposite_its_limits(drawn):
    tree, q = drawn
    q[:, 1] = np.linspace(0, tree.upper[1] + 5.0, FRAMES)
    (beyond,) = yielded(tree.character, followed(drawn).character)
    assert beyond.angle == pytest.approx(np.pi - (tree.upper[1] - tree.lower[1]) / 2)


def test_muscles_may_be_stronger_than_they_were_for_what_is_drawn(drawn):
    before = np.array([joint.torque_limits for joint in drawn[0].character.joints])
    after = np.array([joint.torque_limits for joint in followed(drawn).character.joints])
    kept = np.array([joint.torque_limits for joint in followed(drawn, yields=False).character.joints])
    assert after == pytest.approx(STRONGER * before)
    assert kept == pytest.approx(before)


@pytest.mark.parametrize(
    ("fps", "frames", "knots"), [(24, 49, 49), (36, 73, 73), (60, 120, 61), (240, 480, 69)]
)
def test_a_solve_looks_at_no_more_frames_than_motion_needs(fps, frames, knots):
    """A pirouette on the way up, at the rates of Blender's presets and of capture systems."""
    times = np.linspace(0, 2, frames)
    position = np.zeros((frames, 1, 3))
    position[:, 0, 2] = np.sin(times)
    turn = turn_about("Z", 3 * times)[:, None]
    drawn = DrawnMotion(2 / (frames - 1), position, turn, {"body": (Key(frames // 2), Key(frames - 1))})
    found = drawn.at_knots()
    again = np.linspace(0, 2, knots)
    assert found.step * (knots - 1) == pytest.approx(2)
    assert found.position[:, 0, 2] == pytest.approx(np.sin(again), abs=1e-4)
    assert found.turn[:, 0] == pytest.approx(turn_about("Z", 3 * again), abs=1e-4)
    assert [key.frame for key in found.keys["body"]] == [pytest.approx(knots / 2, abs=1), knots - 1]


@pytest.mark.parametrize(
    ("bodies", "frames", "knots"), [(14, 601, 601), (14, 605, 303), (17, 605, 303), (5, 1376, 1376)]
)
def test_a_motion_of_few_bodies_keeps_more_of_its_frames(bodies, frames, knots):
    turn = np.tile(np.eye(3), (frames, bodies, 1, 1))
    still = DrawnMotion(1 / 60, np.zeros((frames, bodies, 3)), turn)
    assert len(still.as_solved(()).position) == knots


@pytest.mark.parametrize(("speed", "frames", "knots"), [(5.0, 49, 49), (20.0, 49, 145), (20.0, 481, 481)])
def test_a_character_that_whirls_is_looked_at_more_often(speed, frames, knots):
    """An arm that turns by itself asks for nothing, and a long motion is not refined for one moment."""
    times = np.arange(frames) / 24
    turn = np.stack(
        [turn_about("Y", speed * times), turn_about("Y", speed * times + np.sin(9 * times))], axis=1
    )
    drawn = DrawnMotion(1 / 24, np.zeros((frames, 2, 3)), turn, {"body": (Key(frames - 1),)})
    found = drawn.as_solved(())
    assert len(found.position) == knots
    assert found.keys["body"][0].frame == knots - 1
    assert found.turn[:, 0] == pytest.approx(
        turn_about("Y", speed * np.linspace(0, times[-1], knots)), abs=0.02
    )
    assert len(drawn.at_knots().position) == frames
    stepped = DrawnMotion(1 / 24, drawn.position, turn, {"body": (Key(0, is_stepped=True), Key(frames - 1))})
    assert stepped.as_solved(()) is stepped


MANY_BODIES = 20  # of which at most 480 frames are solved


def test_contacts_begin_and_end_at_frames_that_are_solved():
    """Two seconds of a run at 240 frames a second, six touchdowns and lift-offs at its frames; four; and a minute."""
    times, usual, off = [0.046, 0.196, 0.296, 0.45, 0.559, 0.708], [], []
    for seconds in (2, 4, 60):
        steps = 240 * seconds
        turn = np.tile(np.eye(3), (steps + 1, MANY_BODIES, 1, 1))
        drawn = DrawnMotion(1 / 240, np.zeros((steps + 1, MANY_BODIES, 3)), turn)
        changes = [round(240 * at) / steps for at in times]
        found = drawn.as_solved(changes)
        at = np.array(changes) * (len(found.position) - 1)
        off.append(found.step * np.abs(np.round(at) - at).max())
        usual.append(len(found.position) - len(drawn.at_knots().position))
    assert off[0] == pytest.approx(0, abs=1e-9)
    assert off[1] < 0.004
    assert usual[1] > 0 == usual[2]
    short = DrawnMotion(1 / 24, np.zeros((21, 1, 3)), np.tile(np.eye(3), (21, 1, 1, 1)))
    assert short.as_solved([1 / 3]) is short  # whose frames are the scene's, wherever contacts begin


def test_pinned_keys_are_met_at_their_own_frames():
    turn = np.tile(np.eye(3), (100, 1, 1, 1))
    drawn = DrawnMotion(1 / 120, np.zeros((100, 1, 3)), turn, {"body": (Key(7, PIN),)})
    assert drawn.at_knots() is drawn.as_solved(()) is drawn
