"""Measures how much each frame of a motion violates physics."""

import numpy as np

from ..arrays import Array
from ..motion.world_motion import WorldMotion
from .balance import balance

FORCE = 0.05  # body weights; an unexplained force below is not visible
MOMENT = 0.05  # body weights x 1 m
PULL = 0.02  # body weights of a surface's pull, or of friction beyond its cone
HEIGHT = 0.01  # m between a touching point and its surface


def frame_faults(motion: WorldMotion, torques: Array) -> Array:
    """(N,) violation of physics at each frame, as a multiple of the tolerance, for torques (N, n); up to 1 is physical.

    It is the largest of unexplained forces and moments (``balance``), pull and excessive friction of surfaces, and
    distance of touching points from their surface. The ends of an open motion have no acceleration and get the
    residuals of their neighbors.
    """
    linear, angular = (np.linalg.norm(r, axis=-1).max(-1) / motion.weight for r in balance(motion, torques))
    missing = np.maximum(linear / FORCE, angular / MOMENT)
    if motion.cycle is None:
        missing = np.concatenate([missing[:1], missing, missing[-1:]])
    force = motion.local_forces
    friction = np.array([contact.friction for contact in motion.character.contacts])
    grip = np.linalg.norm(force[..., :2], axis=-1) - friction * np.maximum(force[..., 2], 0.0)
    pull = np.maximum(grip, -force[..., 2]) / motion.weight
    height = np.abs(motion.heights(motion.carried_contacts())) * motion.touching
    touching = np.maximum(pull / PULL, height / HEIGHT).max(-1, initial=0.0)
    worst: Array = np.maximum(missing, touching)
    return worst
