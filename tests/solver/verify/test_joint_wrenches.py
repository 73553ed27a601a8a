"""Joint forces and moments against what a pencil finds, and against the judge."""

from dataclasses import replace

import numpy as np
import pytest

from solver.character import BodyJoint, Character, RigidBody
from solver.formats.motion_json import to_motion_json
from solver.job.cycle import Cycle
from solver.motion.world import World
from solver.motion.world_motion import WorldMotion
from solver.rotations import rotation_about
from solver.verify.joint_wrenches import joint_wrenches, subtrees

G = 9.81


def arm(place, turn=None, n_frames=5, step=0.01):
    """Three bodies of 4, 2 and 1 kg, half a metre apart along ``place``, on joints halfway between them."""
    bodies = tuple(
        RigidBody(name, mass, (0.1, 0.1, 0.1), tuple((k * 0.5 * np.array(place)).tolist()))
        for k, (name, mass) in enumerate((("base", 4.0), ("upper", 2.0), ("lower", 1.0)))
    )
    joints = tuple(
        BodyJoint(f"{a}-{b}", a, b, tuple(((k + 0.5) * 0.5 * np.array(place)).tolist()), axes="")
        for k, a, b in ((1, "upper", "lower"), (0, "base", "upper"))
    )
    turns = np.tile([1.0, 0, 0, 0], (n_frames, 3, 1)) if turn is None else np.repeat(turn[:, None], 3, 1)
    rest = Character("arm", bodies, joints)
    motion = WorldMotion(
        character=rest,
        world=World(),
        step=step,
        position=np.tile([b.position for b in bodies], (n_frames, 1, 1)),
        orientation=turns,
        contact_points=np.zeros((n_frames, 0, 3)),
        contact_forces=np.zeros((n_frames, 0, 3)),
        contact_moments=np.zeros((n_frames, 0)),
        contact_active=np.zeros((n_frames, 0), bool),
    )
    return replace(motion, position=np.einsum("tbij,bj->tbi", motion.turn, motion.position[0]))


def test_a_hanging_chain_carries_the_weight_below():
    forces, moments = joint_wrenches(arm((0, 0, -1.0)))
    assert forces[1:-1] == pytest.approx(np.tile([[0, 0, 1 * G], [0, 0, 3 * G]], (3, 1, 1)))
    assert moments[1:-1] == pytest.approx(np.zeros((3, 2, 3)), abs=1e-12)
    assert np.isnan(forces[[0, -1]]).all()
    assert np.isnan(moments[[0, -1]]).all()


def test_a_level_arm_carries_the_weight_beyond_with_its_lever():
    """Along X: the shoulder, at 0.25 m, holds 2 kg at 0.5 m and 1 kg at 1 m by a moment about -Y."""
    forces, moments = joint_wrenches(arm((1.0, 0, 0)))
    assert forces[2] == pytest.approx(np.array([[0, 0, 1 * G], [0, 0, 3 * G]]))
    assert moments[2] == pytest.approx(np.array([[0, -0.25 * G, 0], [0, -(0.25 * 2 + 0.75 * 1) * G, 0]]))


def test_a_whirling_arm_pulls_inwards():
    """About Z at constant speed: m r w^2 towards the axis, w as central differences see it."""
    speed, step = 3.0, 0.01
    motion = arm((1.0, 0, 0), rotation_about((0, 0, 1), speed * step * np.arange(5)), step=step)
    motion = replace(motion, world=replace(motion.world, gravity=(0.0, 0.0, 0.0)))
    forces, moments = joint_wrenches(motion)
    squared = 2 * (1 - np.cos(speed * step)) / step**2
    inwards = -motion.position[2, 2]
    assert forces[2] == pytest.approx(
        np.array([1 * 1.0 * squared * inwards, (1.0 + 2 * 0.5) * squared * inwards])
    )
    assert moments[2] == pytest.approx(np.zeros((2, 3)), abs=1e-12)


def test_an_arm_that_speeds_up_is_driven_by_its_joint():
    """About Z from rest: the moment is r x m a + I alpha of all bodies beyond."""
    alpha, step = 2.0, 0.01
    motion = arm(
        (1.0, 0, 0), rotation_about((0, 0, 1), alpha / 2 * (step * np.arange(-2, 3)) ** 2), step=step
    )
    _, moments = joint_wrenches(motion)
    sphere = 0.1 * 0.1**2  # moment of inertia per mass, d^2 / 10
    lower = 1 * (sphere + 0.25 * 1.0) * alpha
    upper = 2 * (sphere + 0.25 * 0.5) * alpha + 1 * (sphere + 0.75 * 1.0) * alpha
    assert moments[2, :, 2] == pytest.approx([lower, upper])


@pytest.mark.parametrize("cycle", [None, Cycle((0.5, -0.8, 0.1), 0.7)])
def test_agrees_with_the_judge(cycle, chain, clip_of, judge):
    motion = chain(cycle)
    verdict = judge.judge(to_motion_json(clip_of(motion)), use_mujoco=False).get("joint_wrench")
    if verdict is None:
        pytest.skip("our own judge takes all bodies together; the one beside the repository is not there")
    forces, moments = joint_wrenches(motion)
    for j, joint in enumerate(motion.character.joints):
        name = f"{joint.body_a}-{joint.body_b}"
        assert np.nanmax(np.linalg.norm(forces[:, j], axis=-1)) == pytest.approx(verdict["peak_force"][name])
        assert np.nanmax(np.linalg.norm(moments[:, j], axis=-1)) == pytest.approx(
            verdict["peak_torque"][name]
        )
    assert verdict["infeasible_force"]["max"] < 1e-6
    assert np.isnan(forces).any() == (cycle is None)


def test_subtrees_follow_the_joints(chain):
    """The wrist carries the tip; the shoulder carries the middle and the tip."""
    assert subtrees(chain().character).tolist() == [[1, 0, 0], [1, 0, 1]]
