"""Roots that the world holds, jets and torques about their axes."""

from dataclasses import replace

import numpy as np
import pytest

from solver.character import Character, RootJoint
from solver.job.cycle import Cycle
from solver.rotations import quaternion_product, rotation_about
from solver.verify.newton_euler import missing_wrenches
from solver.verify.verify import verify
from tests.solver.verify.throws import G, thrown


def test_the_world_holds_a_root_that_cannot_move() -> None:
    """A lamp bolted down needs no contact; a bead on the X axis is pushed by its jet alone."""
    motion = thrown(0.01, 5)
    fixed = Character("lamp", motion.character.bodies, root=RootJoint("egg", translation="", axes=""))
    still = replace(
        motion,
        character=fixed,
        position=np.tile([0.0, 0.0, 2.0], (5, 1, 1)),
        orientation=np.tile([1.0, 0, 0, 0], (5, 1, 1)),
    )
    clean = verify(still, torques=np.zeros((5, 0)), torque_limits=np.zeros(0))
    assert max(clean.linear_residual, clean.angular_residual, clean.joint_gap, clean.limit_excess) == 0

    bead = Character("bead", motion.character.bodies, root=RootJoint("egg", "X", axes="", force_limit=20.0))
    position = still.position.copy()
    position[:, 0, 0] = 0.5 * 2.0 * (0.01 * np.arange(5)) ** 2  # 2 m/s^2
    flying = replace(still, character=bead, position=position)
    report = verify(flying, torques=np.full((5, 1), 14.0), torque_limits=np.array([20.0]))
    assert max(report.linear_residual, report.angular_residual, report.joint_gap) < 1e-12
    idle = verify(flying, torques=np.zeros((5, 1)), torque_limits=np.array([20.0]))
    assert idle.linear_residual == pytest.approx(2.0 / G)
    sagging = replace(flying, position=position - [0, 0, 0.1])
    assert verify(sagging, torques=np.zeros((5, 1)), torque_limits=np.zeros(1)).joint_gap == pytest.approx(
        0.1
    )


def test_root_torque_about_its_only_axis() -> None:
    """A wheel on an axle: the torque along Y speeds it up, the world's moments across it are free."""
    motion = thrown(0.01, 5)
    wheel = Character("wheel", motion.character.bodies, root=RootJoint("egg", "", axes="Y", torque_limit=9.0))
    inertia = 7.0 / 20 * (0.2**2 + 0.9**2)
    turn = rotation_about((0.0, 1.0, 0.0), 0.5 * 3.0 * (0.01 * np.arange(5)) ** 2)  # 3 rad/s^2
    turning = replace(
        motion,
        character=wheel,
        position=np.tile([0.0, 0.0, 2.0], (5, 1, 1)),
        orientation=turn[:, None],
    )
    report = verify(turning, torques=np.full((5, 1), 3.0 * inertia), torque_limits=np.array([9.0]))
    assert max(report.angular_residual, report.linear_residual, report.limit_excess) < 1e-9
    idle = verify(turning, torques=np.zeros((5, 1)), torque_limits=np.array([9.0]))
    assert idle.angular_residual == pytest.approx(3.0 * inertia / (7.0 * G))


def test_axes_of_a_root_turn_with_the_cycle() -> None:
    """A planar root pitches about an axis that the cycle's yaw carries round; its torque acts about it."""
    egg, yaw, pitch = thrown(0.01, 12), 0.6, 0.3 * np.sin(2 * np.pi * np.arange(12) / 12)
    planar = Character("egg", egg.character.bodies, root=RootJoint("egg", "", axes="Y", torque_limit=99.0))
    heading = rotation_about((0.0, 0.0, 1.0), yaw * np.arange(12) / 12)
    orientation = quaternion_product(heading, rotation_about((0.0, 1.0, 0.0), pitch))
    motion = replace(
        egg,
        character=planar,
        cycle=Cycle(yaw=yaw),
        position=np.tile([0.0, 0.0, 2.0], (12, 1, 1)),
        orientation=orientation[:, None],
    )
    _, moment = missing_wrenches(motion)
    axis = np.stack([-np.sin(yaw * np.arange(12) / 12), np.cos(yaw * np.arange(12) / 12)], -1)
    torques = (moment[:, 0, :2] * axis).sum(-1, keepdims=True)
    report = verify(motion, torques=torques, torque_limits=np.array([99.0]))
    assert max(report.limit_excess, report.angular_residual, report.linear_residual) < 1e-9
