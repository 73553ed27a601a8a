"""What a motion costs its muscles."""

import math
from dataclasses import replace

import numpy as np
import pytest

from solver.analysis.cost_of_transport import RESTING, cost_of_transport


def test_who_only_stands_in_his_muscles_pays_for_resting(make_walk):
    """No torque, 1.2 m/s."""
    assert cost_of_transport(make_walk()) == pytest.approx(RESTING / 1.2)


def test_work_of_a_joint_is_paid_for(make_walk):
    """A torque in phase with its joint's speed only raises: a sine of 10 N m by one of 0.1 rad, 1 Hz."""
    walk = make_walk()
    time = np.arange(walk.n_frames) * walk.motion.step
    q, torques = walk.q.copy(), walk.torques.copy()
    q[:, 8], torques[:, 8] = 0.1 * np.sin(2 * math.pi * time), 10.0 * np.cos(2 * math.pi * time)
    power = 10.0 * 0.1 * 2 * math.pi / 2  # W, on average
    more = cost_of_transport(replace(walk, q=q, torques=torques)) - cost_of_transport(walk)
    assert more == pytest.approx(power / 0.25 / walk.job.character.mass / 1.2, rel=0.01)
