"""Secondary relative: the first axis leads from the rest position to a target, which is at 1 (Hecker 2008, 3.2.2).

The other axes keep their length, and with them the style of a movement when the target comes near or goes away.
"""

from dataclasses import replace

import numpy as np

from ...arrays import Array
from .part import MovedPart
from .placing import Placing

LEAST = 1e-3  # of the limb's length: a target at the rest position has no direction


def placed(placing: Placing, part: MovedPart, *, direction_only: bool) -> Placing:
    """Axes turned toward the target; the first reaches it unless only its direction counts."""
    way = part.target - part.rest
    distance = np.linalg.norm(way, axis=-1, keepdims=True)
    near = LEAST * part.limb_length
    way = np.where(distance < near, near * np.array([1.0, 0.0, 0.0]), way)
    distance = np.maximum(distance, near)
    turn = _toward(way / distance)
    lengths = np.linalg.norm(placing.axes, axis=-2)  # (1, 3)
    lengths = np.broadcast_to(lengths, (len(way), 3)).copy()
    if not direction_only:
        lengths[:, 0] = distance[:, 0]
    return replace(placing, origin=part.rest[None], axes=turn * lengths[:, None, :])


def _toward(x: Array) -> Array:
    """(F, 3, 3) the smallest rotation that takes forward to each direction (F, 3); backward is reached by yaw."""
    cosine = x[:, 0]
    axis = np.stack([np.zeros(len(x)), -x[:, 2], x[:, 1]], axis=1)  # forward cross x
    sine = np.linalg.norm(axis, axis=1)
    axis = np.where(sine[:, None] < 1e-9, [0.0, 0.0, 1.0], axis / np.maximum(sine, 1e-300)[:, None])
    cross = np.zeros((len(x), 3, 3))
    cross[:, 0, 1], cross[:, 0, 2], cross[:, 1, 2] = -axis[:, 2], axis[:, 1], -axis[:, 0]
    cross -= cross.transpose(0, 2, 1)
    turn: Array = np.eye(3) + sine[:, None, None] * cross + (1 - cosine)[:, None, None] * cross @ cross
    return turn
