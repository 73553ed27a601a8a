"""Euler angles of rotations, continuous from frame to frame."""

import numpy as np

from ..arrays import Array


def euler_angles(rotation: Array, order: str, *, continuous: bool = True) -> Array:
    """(S, 3) angles about x, y, z in Blender's ``order`` (first letter first), nearest to those of the frame before.

    Without ``continuous``, each frame is by itself, with the middle angle within a quarter turn.
    """
    i, j, k = ("XYZ".index(letter) for letter in order)
    parity = 1.0 if (j - i) % 3 == 1 else -1.0
    middle = np.arctan2(-parity * rotation[:, k, i], np.hypot(rotation[:, i, i], rotation[:, j, i]))
    first = np.arctan2(parity * rotation[:, k, j], rotation[:, k, k])
    last = np.arctan2(parity * rotation[:, j, i], rotation[:, i, i])
    near = np.stack([first, middle, last], axis=1)
    if not continuous:
        return near[:, np.argsort([i, j, k])]
    far = np.stack([first + np.pi, np.pi - middle, last + np.pi], axis=1)
    # Steps between near solutions are as long as between far ones, so the frames that switch are known in advance.
    stay = np.abs(_within_half_turn(np.diff(near, axis=0))).sum(1)
    change = np.abs(_within_half_turn(far[1:] - near[:-1])).sum(1)
    is_far = np.concatenate([[False], np.logical_xor.accumulate(change < stay)])
    chosen = np.where(is_far[:, None], far, near)
    chosen[1:] -= 2 * np.pi * np.cumsum(np.round(np.diff(chosen, axis=0) / (2 * np.pi)), axis=0)
    angles = np.empty_like(chosen)
    angles[:, [i, j, k]] = chosen
    return angles


def _within_half_turn(angle: Array) -> Array:
    """The same angle between minus and plus half a turn [rad]."""
    nearest: Array = angle - 2 * np.pi * np.round(angle / (2 * np.pi))
    return nearest
