"""Parts of presets: rods between two points, and left and right copies of a body."""

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import ArrayLike

from ...character import RigidBody
from ...rotations import quaternion_from_matrix

SIDES = (("L", 1.0), ("R", -1.0))  # name, and sign of world Y, for characters that face world X

Vector = tuple[float, float, float]


def rod(name: str, mass: float, ends: tuple[ArrayLike, ArrayLike], width: float) -> RigidBody:
    """A long ellipsoid between two ends, with its Z axis along it.

    Args:
        name: of the body.
        mass: [kg].
        ends: two points in the rest pose, world [m].
        width: both short diameters [m].
    """
    first, second = (np.asarray(end, float) for end in ends)
    along = second - first
    length = float(np.linalg.norm(along))
    z = along / length
    x = np.cross([0.0, 1.0, 0.0] if abs(z[1]) < 0.9 else [1.0, 0.0, 0.0], z)
    x = x / np.linalg.norm(x)
    turn = np.stack([x, np.cross(z, x), z], axis=1)
    return RigidBody(name, mass, (width, width, length), vector((first + second) / 2), quaternion(turn))


def vector(values: Iterable[float]) -> Vector:
    """Three plain floats."""
    x, y, z = (float(v) for v in values)
    return x, y, z


def quaternion(axes: ArrayLike) -> tuple[float, float, float, float]:
    """wxyz, as plain floats, of axes (3, 3) in columns."""
    w, x, y, z = (float(v) for v in quaternion_from_matrix(axes))
    return w, x, y, z


def left_and_right(parts: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Mirror pairs of parts named "part.L" and "part.R"."""
    return tuple((f"{part}.L", f"{part}.R") for part in parts)
