"""Rotations with the least twist."""

import numpy as np

from ...arrays import Array
from ...rotations import cross

OPPOSITE = -1 + 1e-7  # cosine


def least_twist(before: Array, after: Array) -> Array:
    """Smallest rotations (..., 3, 3) that take directions (..., 3) to others (..., 3); of any lengths above 0.

    Opposite directions turn about an axis across them that is chosen from the first alone.
    """
    a, b = _unit(before), _unit(after)
    cosine = (a * b).sum(axis=-1)
    axis = cross(a, b)
    turn = axis[..., :, None] * axis[..., None, :] / np.maximum(1 + cosine, 1e-9)[..., None, None]
    x, y, z = axis[..., 0], axis[..., 1], axis[..., 2]
    turn[..., 0, 0] += cosine
    turn[..., 1, 1] += cosine
    turn[..., 2, 2] += cosine
    turn[..., 0, 1] -= z
    turn[..., 1, 0] += z
    turn[..., 0, 2] += y
    turn[..., 2, 0] -= y
    turn[..., 1, 2] -= x
    turn[..., 2, 1] += x
    if not (whole := a.any(axis=-1) & b.any(axis=-1)).all():  # no direction, no turn
        turn[~whole] = np.eye(3)
    if (opposite := cosine < OPPOSITE).any():
        turn[opposite] = _half_turns(np.broadcast_to(a, axis.shape)[opposite])
    return turn


def frame_of(x: Array, y: Array) -> Array:
    """(..., 3, 3) right-handed axes in columns: X along the first vectors (..., 3), Y near the second."""
    x = _unit(x)
    z = _unit(cross(x, y))
    return np.stack([x, cross(z, x), z], axis=-1)


def _half_turns(a: Array) -> Array:
    across = np.where(np.abs(a[:, 2:]) < 0.9, [0.0, 0.0, 1.0], [1.0, 0.0, 0.0])
    axis = _unit(cross(a, across))
    return 2 * axis[:, :, None] * axis[:, None, :] - np.eye(3)


def _unit(vectors: Array) -> Array:
    size = np.sqrt((vectors * vectors).sum(axis=-1, keepdims=True))
    unit: Array = vectors / np.maximum(size, 1e-12)
    return unit
