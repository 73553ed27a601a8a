"""A motion JSON as arrays, and the rigid-body geometry to judge it, with numpy only."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Recorded:
    """A motion; a cycle has one more frame at either end, so that every frame has neighbors.

    Attributes:
        step: between frames [s].
        gravity: (3,) [m/s^2].
        mass: (B,) [kg].
        inertia: (B, 3, 3) about the centers, in body axes [kg m^2].
        radii: (B, 3) half diameters [m].
        names: of the bodies.
        centers: (N, B, 3) [m].
        turns: (N, B, 3, 3) from body axes to world axes.
        forces: external forces for each judged frame, as dicts from the file.
    """

    step: float
    gravity: Array
    mass: Array
    inertia: Array
    radii: Array
    names: list[str]
    centers: Array
    turns: Array
    forces: list[list[dict[str, Any]]]

    @property
    def weight(self) -> float:
        """Total weight of all bodies [N]; without gravity, the weight on Earth."""
        return float(self.mass.sum() * (np.linalg.norm(self.gravity) or 9.81))


def recorded(motion: Mapping[str, Any]) -> Recorded:
    """Reads a motion JSON: SI units, quaternions w x y z, with the origin of each body at its center of mass."""
    bodies = motion["bodies"]
    mass = np.array([body["mass"] for body in bodies], float)
    radii = np.array([body["diameters"] for body in bodies], float) / 2
    squares = radii**2
    moments = mass[:, None] / 5 * (squares.sum(1, keepdims=True) - squares)  # of a solid ellipsoid
    centers, turns = np.array(motion["pos"], float), turn_of(np.array(motion["quat"], float))
    forces, cycle = list(motion["contacts"]), motion.get("cycle")
    if cycle:
        turn, shift = turn_of(np.array(cycle["quat"], float)), np.array(cycle["trans"], float)
        after = (centers[:1] @ turn.T + shift, turn @ turns[:1])
        before = ((centers[-1:] - shift) @ turn, turn.T @ turns[-1:])
        centers = np.concatenate([before[0], centers, after[0]])
        turns = np.concatenate([before[1], turns, after[1]])
    else:
        forces = forces[1:-1]
    return Recorded(
        float(motion["h"]), np.array(motion["gravity"], float), mass, np.eye(3) * moments[:, None, :], radii,
        [body["name"] for body in bodies], centers, turns, forces,
    )  # fmt: skip


def turn_of(quaternion: Array) -> Array:
    """Matrices (..., 3, 3) of unit quaternions (..., 4), with q e q* of the unit vectors e as columns."""
    q = quaternion / np.linalg.norm(quaternion, axis=-1, keepdims=True)
    scalar, vector = q[..., :1, None], q[..., 1:]
    across = cross_matrix(vector)
    turn: Array = np.eye(3) + 2 * scalar * across + 2 * across @ across
    return turn


def cross_matrix(vector: Array) -> Array:
    """Matrices (..., 3, 3) whose product with u is vector x u."""
    x, y, z = np.moveaxis(vector, -1, 0)
    none = np.zeros_like(x)
    rows = [[none, -z, y], [z, none, -x], [-y, x, none]]
    return np.stack([np.stack(row, -1) for row in rows], -2)


def rotation_between(here: Array, there: Array) -> Array:
    """World rotation vectors (..., 3) of the shortest rotations from ``here`` to ``there`` [rad]."""
    moved = there @ np.swapaxes(here, -1, -2)
    skew = np.stack(
        [moved[..., 2, 1] - moved[..., 1, 2], moved[..., 0, 2] - moved[..., 2, 0], moved[..., 1, 0] - moved[..., 0, 1]],
        -1,
    ) / 2  # fmt: skip
    sine, cosine = np.linalg.norm(skew, axis=-1), (np.trace(moved, axis1=-2, axis2=-1) - 1) / 2
    angle = np.arctan2(sine, cosine)
    rotation: Array = skew * np.where(sine > 1e-12, angle / np.maximum(sine, 1e-300), 1.0)[..., None]
    return rotation


def turned_half(here: Array, rotation: Array) -> Array:
    """Orientations halfway along rotation vectors (..., 3), by Rodrigues' formula."""
    half = rotation / 2
    angle = np.linalg.norm(half, axis=-1)[..., None, None]
    k = cross_matrix(half)
    first = np.where(angle > 1e-9, np.sin(angle) / np.maximum(angle, 1e-300), 1.0)
    second = np.where(angle > 1e-9, (1 - np.cos(angle)) / np.maximum(angle, 1e-150) ** 2, 0.5)
    turned: Array = (np.eye(3) + first * k + second * k @ k) @ here
    return turned
