"""Look at: rotations are measured from the one that faces a target (Hecker 2008, section 3.2.2).

A nod stays a nod while the eyes follow. Soft limits let go of targets behind, so that of several heads one follows.
"""

import numpy as np

from ...arrays import Array
from ...rotations import matrix_from_quaternion, rotation_about
from .part import MovedPart


def looking(part: MovedPart, limit: float) -> Array:
    """(F, 3, 3) smallest rotations from forward to the target; they fade out between ``limit`` and half a turn.

    Args:
        part: that looks.
        limit: angle [rad] up to which it looks at the target exactly.
    """
    way = part.target - part.rest
    distance = np.maximum(np.linalg.norm(way, axis=-1, keepdims=True), 1e-9)
    x = way / distance
    angle = np.arccos(np.clip(x[:, 0], -1.0, 1.0))
    axis = np.stack([np.zeros(len(x)), -x[:, 2], x[:, 1]], axis=1)
    sine = np.linalg.norm(axis, axis=1, keepdims=True)
    axis = np.where(sine < 1e-9, [0.0, 0.0, 1.0], axis / np.maximum(sine, 1e-300))
    return matrix_from_quaternion(rotation_about(axis, _softened(angle, limit)))


def _softened(angle: Array, limit: float) -> Array:
    """The angle up to the limit; beyond, it returns to 0 at half a turn, smoothly."""
    beyond = np.clip((angle - limit) / max(np.pi - limit, 1e-9), 0.0, 1.0)
    share = 1 - beyond * beyond * (3 - 2 * beyond)
    softened: Array = np.minimum(angle, limit) * share
    return softened
