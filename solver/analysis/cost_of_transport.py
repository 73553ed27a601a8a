"""Metabolic cost of a motion, from the work of its muscles."""

import numpy as np

from ..clip.clip import Clip
from .gait.measures import measure_gait

RAISING, BRAKING = 0.25, 1.2  # efficiency of muscles that shorten and that are stretched (Margaria 1968)
RESTING = 1.3  # W/kg, standing
N_ROOT = 6  # coordinates of the root, which no muscle moves


def cost_of_transport(clip: Clip) -> float:
    """Gross cost of a cycle [J/kg/m]: (work+ / 0.25 + work- / 1.2 + resting) / (mass * way).

    The work is that of all joints, sum_t max(0, tau * dq/dt) h and sum_t max(0, -tau * dq/dt) h. Humans walking at
    1.3 m/s spend 3.35 (Ralston 1958; Browning & Kram 2005).
    """
    angles = clip.q[:, N_ROOT:]
    rates = (np.roll(angles, -1, 0) - np.roll(angles, 1, 0)) / (2 * clip.motion.step)
    power = clip.torques[:, N_ROOT:] * rates
    raising, braking = np.maximum(power, 0.0).sum(), np.maximum(-power, 0.0).sum()
    mass, seconds = clip.job.character.mass, clip.n_frames * clip.motion.step
    work = (raising / RAISING + braking / BRAKING) * clip.motion.step  # the key line
    return float((work / mass + RESTING * seconds) / (measure_gait(clip).speed * seconds))
