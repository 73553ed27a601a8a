"""Rotations with the least twist."""

import numpy as np

from ...arrays import Array


def least_twist(before: Array, after: Array) -> Array:
    """Smallest rotations (F, 3, 3) that take directions (F, 3) or (3,) to others (F, 3); of any lengths above 0.

    Opposite directions turn about an axis across them that is chosen from the first alone.
    """
    a = _unit(np.broadcast_to(before, after.shape))
    b = _unit(after)
    cosine = (a * b).sum(axis=1)
    axis = np.cross(a, b)
    square = np.zeros((len(a), 3, 3))
    square[:, 0, 1], square[:, 0, 2], square[:, 1, 2] = -axis[:, 2], axis[:, 1], -axis[:, 0]
    square -= square.transpose(0, 2, 1)
    factor = 1 / np.maximum(1 + cosine, 1e-9)
    turn = np.eye(3) + square + factor[:, None, None] * (square @ square)
    if (opposite := cosine < -1 + 1e-7).any():
        turn[opposite] = _half_turns(a[opposite])
    return turn


def frame_of(x: Array, y: Array) -> Array:
    """(F, 3, 3) right-handed axes in columns: X along the first vectors (F, 3), Y as near as possible to the second."""
    x = _unit(x)
    z = np.cross(x, y)
    z = _unit(z)
    return np.stack([x, np.cross(z, x), z], axis=-1)


def _half_turns(a: Array) -> Array:
    across = np.where(np.abs(a[:, 2:]) < 0.9, [0.0, 0.0, 1.0], [1.0, 0.0, 0.0])
    axis = _unit(np.cross(a, across))
    return 2 * axis[:, :, None] * axis[:, None, :] - np.eye(3)


def _unit(vectors: Array) -> Array:
    size = np.sqrt((vectors * vectors).sum(axis=-1, keepdims=True))
    unit: Array = vectors / np.maximum(size, 1e-12)
    return unit
