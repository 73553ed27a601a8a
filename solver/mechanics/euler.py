"""Three successive rotations about different axes, and the angles of a rotation in any such order.

``axes`` "ZXY" means R = Rz(a) Rx(b) Ry(c): intrinsic rotations, each about an axis that the ones before it have moved.
"""

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import Array


def turn_about(letter: str, angle: ArrayLike) -> Array:
    """Rotation matrices (..., 3, 3) of turns by ``angle`` (...) [rad] about one of X, Y and Z."""
    angle = np.asarray(angle, float)
    i = "XYZ".index(letter)
    j, k = (i + 1) % 3, (i + 2) % 3
    matrix = np.zeros((*angle.shape, 3, 3))
    matrix[..., i, i] = 1.0
    matrix[..., j, j] = matrix[..., k, k] = np.cos(angle)
    matrix[..., k, j] = np.sin(angle)
    matrix[..., j, k] = -np.sin(angle)
    return matrix


def matrix_from_angles(angles: ArrayLike, axes: str) -> Array:
    """Rotation matrices (..., 3, 3) of ``angles`` (..., len(axes)) [rad]; ``axes`` are any letters of XYZ."""
    angles = np.asarray(angles, float)
    matrix = np.broadcast_to(np.eye(3), (*angles.shape[:-1], 3, 3))
    for i, letter in enumerate(axes):
        matrix = matrix @ turn_about(letter, angles[..., i])
    return matrix


def angles_from_matrix(matrix: ArrayLike, axes: str) -> Array:
    """Angles (..., 3) [rad] of rotation matrices about three different ``axes``.

    The middle angle is within a right angle of 0. At a right angle (gimbal lock), only the sum or difference of the
    others is determined, and the last is 0.
    The other solution is ``other_angles``. (Diebel 2006, section 5.)
    """
    m = np.asarray(matrix, float)
    i, j, k = ("XYZ".index(letter) for letter in axes)
    sign = parity(axes)
    cosine = np.hypot(m[..., i, i], m[..., i, j])
    middle = np.arctan2(sign * m[..., i, k], cosine)
    first = np.arctan2(-sign * m[..., j, k], m[..., k, k])
    last = np.arctan2(-sign * m[..., i, j], m[..., i, i])
    degenerate = cosine < 1e-9
    first = np.where(degenerate, np.arctan2(sign * m[..., k, j], m[..., j, j]), first)
    return np.stack([first, middle, np.where(degenerate, 0.0, last)], -1)


def other_angles(angles: ArrayLike) -> Array:
    """The second triple (..., 3) of angles that makes the same rotation."""
    angles = np.asarray(angles, float)
    return np.stack([angles[..., 0] + np.pi, np.pi - angles[..., 1], angles[..., 2] + np.pi], -1)


def turned_axes(base: ArrayLike, turned: ArrayLike, axes: str) -> Array:
    """Axes (N, a, 3) of the successive rotations from ``base`` to ``turned``, in the frame of both.

    Args:
        base: (N, 3, 3) rotation before all turns.
        turned: (N, 3, 3) rotation after them; missing axes make up the part that ``axes`` cannot produce.
        axes: a different letters of XYZ.
    """
    carried = np.asarray(base, float)
    order = axes + "".join(letter for letter in "XYZ" if letter not in axes)
    angles = angles_from_matrix(np.swapaxes(carried, -1, -2) @ np.asarray(turned, float), order)
    directions = [np.zeros((len(carried), 0, 3))]
    for i, letter in enumerate(axes):
        directions.append(carried[:, None, :, "XYZ".index(letter)])
        carried = carried @ turn_about(letter, angles[:, i])
    return np.concatenate(directions, 1)


def parity(axes: str) -> int:
    """1 for the cyclic orders XYZ, YZX and ZXY, -1 for the others."""
    return 1 if axes in "XYZXY" else -1
