"""Rotations as arrays. Quaternions are wxyz and of unit length; the last axis of an array is the component."""

import numpy as np
from numpy.typing import ArrayLike

from .arrays import Array


def cross(a: Array, b: Array, *, axis: int = -1) -> Array:
    """A x b with components along the first axis (0) or the last (-1); faster than numpy's, which moves axes."""
    (x, y, z), (u, v, w) = ([each[k] if axis == 0 else each[..., k] for k in range(3)] for each in (a, b))
    return np.stack([y * w - z * v, z * u - x * w, x * v - y * u], axis)


def matrix_from_quaternion(quaternion: ArrayLike) -> Array:
    """Rotation matrices (..., 3, 3) of quaternions (..., 4)."""
    q = np.asarray(quaternion, float)
    w, x, y, z = (q[..., k] for k in range(4))
    rows = (
        (1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)),
        (2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)),
        (2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)),
    )
    matrix = np.empty((*q.shape[:-1], 3, 3))
    for i, row in enumerate(rows):
        matrix[..., i, 0], matrix[..., i, 1], matrix[..., i, 2] = row
    return matrix


def quaternion_from_matrix(matrix: ArrayLike) -> Array:
    """Quaternions (..., 4) of rotation matrices (..., 3, 3), by the largest component (Shepperd 1978)."""
    m = np.asarray(matrix, float)
    m00, m11, m22 = m[..., 0, 0], m[..., 1, 1], m[..., 2, 2]
    squares = np.stack(
        [1 + m00 + m11 + m22, 1 + m00 - m11 - m22, 1 - m00 + m11 - m22, 1 - m00 - m11 + m22], -1
    )
    a = (m[..., 2, 1] - m[..., 1, 2], m[..., 0, 2] - m[..., 2, 0], m[..., 1, 0] - m[..., 0, 1])
    b = (m[..., 0, 1] + m[..., 1, 0], m[..., 0, 2] + m[..., 2, 0], m[..., 1, 2] + m[..., 2, 1])
    candidates = np.stack(
        [
            np.stack([squares[..., 0], a[0], a[1], a[2]], -1),
            np.stack([a[0], squares[..., 1], b[0], b[1]], -1),
            np.stack([a[1], b[0], squares[..., 2], b[2]], -1),
            np.stack([a[2], b[1], b[2], squares[..., 3]], -1),
        ],
        -2,
    )
    best = np.take_along_axis(candidates, squares.argmax(-1)[..., None, None], -2)[..., 0, :]
    unit: Array = best / np.linalg.norm(best, axis=-1, keepdims=True)
    return unit


def quaternion_product(a: ArrayLike, b: ArrayLike) -> Array:
    """Product a b (..., 4) wxyz of (..., 4) each: the rotation b followed by a."""
    w1, x1, y1, z1 = np.moveaxis(np.asarray(a, float), -1, 0)
    w2, x2, y2, z2 = np.moveaxis(np.asarray(b, float), -1, 0)
    return np.stack(
        [
            w1 * w2 - x1 * x2 - y1 * y2 - z1 * z2,
            w1 * x2 + x1 * w2 + y1 * z2 - z1 * y2,
            w1 * y2 - x1 * z2 + y1 * w2 + z1 * x2,
            w1 * z2 + x1 * y2 - y1 * x2 + z1 * w2,
        ],
        -1,
    )


def quaternion_inverse(quaternion: ArrayLike) -> Array:
    """Inverse rotations (..., 4) wxyz of unit quaternions (..., 4)."""
    inverse: Array = np.asarray(quaternion, float) * np.array([1.0, -1.0, -1.0, -1.0])
    return inverse


def continuous_signs(quaternions: ArrayLike) -> Array:
    """The same rotations (N, ..., 4), with each quaternion in the hemisphere of the previous one."""
    q = np.array(quaternions, float)
    flips = np.where((q[1:] * q[:-1]).sum(-1, keepdims=True) < 0, -1.0, 1.0)
    q[1:] *= np.cumprod(flips, axis=0)
    return q


def rotation_about(axis: ArrayLike, angle: ArrayLike) -> Array:
    """Quaternions (..., 4) of rotations by ``angle`` (...) [rad] about unit ``axis`` (..., 3)."""
    half = np.asarray(angle, float)[..., None] / 2
    return np.concatenate([np.cos(half), np.sin(half) * np.asarray(axis, float)], -1)


def rotation_vector(quaternion: ArrayLike) -> Array:
    """Axis times angle (..., 3) [rad] of quaternions, along the shortest rotation."""
    q = np.asarray(quaternion, float)
    q = np.where(q[..., :1] < 0, -q, q)
    sine = np.linalg.norm(q[..., 1:], axis=-1, keepdims=True)
    angle = 2 * np.arctan2(sine, q[..., :1])
    vector: Array = q[..., 1:] * np.where(sine > 1e-12, angle / np.maximum(sine, 1e-300), 2.0)
    return vector


def angle_between(a: ArrayLike, b: ArrayLike) -> Array:
    """Angles (...) [rad] of the rotations between matrices (..., 3, 3)."""
    sine = np.linalg.norm(np.asarray(a) - np.asarray(b), axis=(-2, -1)) / np.sqrt(8)  # of half the angle
    angle: Array = 2 * np.arcsin(np.minimum(sine, 1.0))
    return angle
