"""Steps of different lengths between frames, against free fall and an oscillator."""

import itertools

import numpy as np
import pytest
from scipy.optimize import brentq

from solver.fitting.presets.particle import particle
from solver.mechanics.dynamics import Dynamics
from solver.mechanics.kinematics import Kinematics

GRAVITY = np.array([0.3, 0.0, -9.81])
STEP = 0.02  # s, nominal


def dynamics_of(n_frames: int) -> Dynamics:
    return Dynamics(
        Kinematics(particle()), step=STEP, gravity=GRAVITY, force_scale=1.0,
        pair_weight=np.ones(n_frames + 1),
    )  # fmt: skip


def forces(dynamics: Dynamics, q: np.ndarray, steps: np.ndarray) -> np.ndarray:
    """(N, n) [N] that make q: (N + 2, n) happen."""
    n_frames, none = len(q) - 2, len(dynamics.kinematics.point_body)
    pose = dynamics.kinematics.forward(q)
    balance = dynamics.balance(
        pose, np.zeros((3, n_frames, none)), np.zeros((3, n_frames, none)), steps / STEP
    )
    return dynamics.residual(balance) / balance.pace.shares


def uneven(n_steps: int, mean: float) -> np.ndarray:
    """(n_steps,) [s] in phases of other steps."""
    return mean * np.repeat([0.6, 1.7, 0.9, 0.8], -(-n_steps // 4))[:n_steps]


def test_a_throw_needs_no_force() -> None:
    steps = uneven(12, STEP)
    time = np.append(0.0, np.cumsum(steps))
    dynamics = dynamics_of(len(time) - 2)
    q = (np.outer(time, [2.0, 0.0, 3.0]) + np.outer(time**2 / 2, GRAVITY)) @ dynamics.tree.axis.T
    assert forces(dynamics, q, steps) == pytest.approx(0.0, abs=1e-9)


def oscillation(n_steps: int) -> float:
    """Error [m] after a quarter of a period of a mass on a spring, let go at 1 m, gravity aside."""
    rate = 5.0  # rad/s
    steps = uneven(n_steps, 1.0)
    steps *= np.pi / 2 / rate / steps.sum()
    dynamics = dynamics_of(1)
    dof = dynamics.tree.names.index("root.tx")
    mass = dynamics.kinematics.character.mass
    q = np.zeros((3, dynamics.tree.n))
    q[0, dof], q[1, dof] = 1.0, 1.0 - (rate * steps[0]) ** 2 / 2  # half a kick, then the first step
    for pair in itertools.pairwise(steps):

        def missing(x: float, pair: tuple[float, ...] = pair) -> float:
            q[2, dof] = x
            own = forces(dynamics, q, np.array(pair))[0, dof] + mass * GRAVITY[0]
            return float(own + mass * rate**2 * q[1, dof])

        brentq(missing, -3.0, 3.0, xtol=1e-14)
        q[:2] = q[1:]
    return abs(float(q[1, dof]))


def test_an_oscillator_is_followed_to_second_order() -> None:
    coarse, fine = oscillation(16), oscillation(32)
    assert coarse < 0.02
    assert fine == pytest.approx(coarse / 4, rel=0.1)
