"""A throw whose motion is known to twelve digits."""

import numpy as np
from scipy.integrate import solve_ivp

from solver.character import Character, RigidBody
from solver.motion.world import World
from solver.motion.world_motion import WorldMotion
from solver.rotations import quaternion_product

G = 9.81


def thrown(step: float, n_frames: int = 25) -> WorldMotion:
    """A tumbling ellipsoid in free flight: Euler's equations to 12 digits."""
    body = RigidBody("egg", 7.0, (0.2, 0.5, 0.9), (0.0, 0.0, 2.0))
    inertia = 7.0 / 20 * np.array([0.5**2 + 0.9**2, 0.2**2 + 0.9**2, 0.2**2 + 0.5**2])

    def rates(_: float, state: np.ndarray) -> np.ndarray:
        quaternion, spin = state[:4], state[4:]  # spin in the body's own axes
        turning = quaternion_product(quaternion, np.concatenate([[0.0], spin])) / 2
        return np.concatenate([turning, np.cross(inertia * spin, spin) / inertia])

    time = step * np.arange(n_frames)
    start = [1.0, 0, 0, 0, 3.0, 7.0, -2.0]
    states = solve_ivp(rates, (0, time[-1]), start, t_eval=time, rtol=1e-12, atol=1e-13, method="DOP853").y.T
    flight = np.array([0.0, 0.0, 2.0]) + np.outer(time, [1.0, 0.5, 4.0]) - np.outer(time**2 / 2, [0, 0, G])
    return WorldMotion(
        character=Character("egg", (body,)),
        world=World(),
        step=step,
        position=flight[:, None],
        orientation=states[:, None, :4],
        contact_points=np.zeros((n_frames, 0, 3)),
        contact_forces=np.zeros((n_frames, 0, 3)),
        contact_moments=np.zeros((n_frames, 0)),
        contact_active=np.zeros((n_frames, 0), bool),
    )
