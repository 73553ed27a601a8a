"""The whole of Chip's equations of motion against recursive Newton-Euler, as the benchmark's CasADi peer has it."""

import numpy as np
import pytest

from solver.fitting.presets.chip import chip
from solver.mechanics.dynamics import Dynamics
from solver.mechanics.kinematics import Kinematics
from tests.peers.casadi_dynamics import InverseDynamics

GRAVITY = (0.0, 0.0, -9.81)


@pytest.fixture(scope="module")
def peer() -> InverseDynamics:
    return InverseDynamics(chip(), GRAVITY)


@pytest.fixture(scope="module")
def waves() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Size [rad, m], rate [1/s] and phase of a smooth motion of each degree of freedom."""
    rng = np.random.default_rng(8)
    return rng.uniform(0.2, 0.6, 22), rng.uniform(2.0, 5.0, 22), rng.uniform(0.0, 6.0, 22)


def test_contacts_are_in_the_same_places(peer: InverseDynamics) -> None:
    kinematics = Kinematics(chip())
    q = np.random.default_rng(1).normal(size=(5, 22))
    points = kinematics.forward(q).points
    for t in range(5):
        found = np.asarray(peer.contacts(q[t])).reshape(2, 3)
        assert found == pytest.approx(points[:, t].T, abs=1e-12)


def test_discrete_principle_converges_to_newton_euler(
    peer: InverseDynamics, waves: tuple[np.ndarray, np.ndarray, np.ndarray]
) -> None:
    size, rate, phase = waves
    now, forces = 0.3, np.random.default_rng(2).normal(0.0, 300.0, (2, 3))
    q, v, a = (size * rate**k * np.sin(rate * now + phase + k * np.pi / 2) for k in range(3))
    exact = np.asarray(peer.forces(q, v, a, forces.ravel())).ravel()

    def ours(step: float) -> np.ndarray:
        times = now + step * np.array([-1.0, 0.0, 1.0])[:, None]
        kinematics = Kinematics(chip())
        dynamics = Dynamics(
            kinematics, step=step, gravity=np.array(GRAVITY), force_scale=1.0,
            pair_weight=np.ones(2),
        )  # fmt: skip
        pose = kinematics.forward(size * np.sin(rate * times + phase))
        return dynamics.residual(dynamics.balance(pose, forces.T[:, None], np.zeros((3, 1, 2))))[0]

    coarse, middle, fine = (ours(h) for h in (0.02, 0.01, 0.005))
    errors = [np.linalg.norm(each - exact) for each in (coarse, middle, fine)]
    assert errors[0] / errors[1] == pytest.approx(4.0, abs=0.1)
    assert errors[1] / errors[2] == pytest.approx(4.0, abs=0.03)
    assert (4 * fine - middle) / 3 == pytest.approx(exact, abs=1e-5 * np.abs(exact).max())
