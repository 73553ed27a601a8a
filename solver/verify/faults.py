"""Frames of a motion that violate physics, and by how much."""

import numpy as np

from ..arrays import Array
from ..motion.world_motion import WorldMotion
from .balance import balance

FORCE = 0.05  # body weights that no force explains, before a viewer could tell
MOMENT = 0.05  # body weights x 1 m
PULL = 0.02  # body weights by which a surface pulls, or friction exceeds its cone
HEIGHT = 0.01  # m between a touching point and its surface


def frame_faults(motion: WorldMotion, torques: Array) -> Array:
    """(N,) how far each frame breaks physics, as a multiple of what may pass; at most 1 is physical.

    The largest of: forces and moments that nothing explains (``balance``), surfaces that pull or hold more than
    friction can, and touching points away from their surface. The ends of an open motion have no acceleration
    of their own and count as their neighbours.

    Args:
        motion: what is claimed.
        torques: (N, n) generalised forces, as mechanics.tree.Tree orders them.
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
