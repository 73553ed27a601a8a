"""Planes of the surfaces that contacts touch."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..arrays import Array
from .surfaces import Box, Plate, Surface


@dataclass(frozen=True, eq=False)
class ContactPlane:
    """Plane of a surface; for a surface fixed to a body, in the rest pose.

    Attributes:
        point: on the plane, world [m].
        turn: (3, 3) columns: two directions along the plane, and its normal.
        half: (2,) half extents from the point along these directions [m]; None: infinite.
    """

    point: Array
    turn: Array
    half: Array | None = None

    @property
    def normal(self) -> Array:
        """Unit vector (3,) out of the solid, world."""
        return self.turn[:, 2]

    @property
    def height(self) -> float:
        """Of the plane along its normal, from the world's origin [m]."""
        return float(self.normal @ self.point)

    def heights(self, points: Array) -> Array:
        """Heights of points (..., 3) above the plane, along its normal [m]."""
        return np.asarray(points @ self.normal - self.height)

    def drop(self, points: Array) -> Array:
        """Points (..., 3) moved along the world's Z onto the plane."""
        moved = np.array(points, float)
        moved[..., 2] = (self.height - points[..., :2] @ self.normal[:2]) / self.normal[2]
        return moved


def ground_plane(height: float) -> ContactPlane:
    """The flat ground."""
    return ContactPlane(np.array([0.0, 0.0, height]), np.eye(3))


def contact_plane(surface: Surface) -> ContactPlane:
    """The plane of a half space, of a box's top, or of a plate in the rest pose."""
    if isinstance(surface, Plate):
        turn = _turn(np.array(surface.normal, float), np.array(surface.along, float))
        return ContactPlane(np.array(surface.centre, float), turn, np.array(surface.size) / 2)
    if isinstance(surface, Box):
        along, across = np.cos(surface.yaw), np.sin(surface.yaw)
        turn = tilt(surface.normal) @ [[along, -across, 0.0], [across, along, 0.0], [0.0, 0.0, 1.0]]
        top = np.array(surface.centre) + surface.size[2] / 2 * turn[:, 2]
        return ContactPlane(top, turn, np.array(surface.size[:2]) / 2)
    normal = np.array(surface.normal, float)
    steep = abs(normal[2]) < 0.5 * np.linalg.norm(normal)
    along = np.eye(3)[int(np.argmin(np.abs(normal)))] if steep else np.array([1.0, 0.0, 0.0])
    return ContactPlane(np.array(surface.point, float), _turn(normal, along))


def tilt(normal: Sequence[float]) -> Array:
    """(3, 3) the shortest turn from the world's Z to a direction that is not straight down.

    With v = Z x n, it is 1 + [v] + [v]^2 / (1 + n_z).
    """
    x, y, z = np.array(normal, float) / np.linalg.norm(normal)
    twist = np.array([[0.0, 0.0, x], [0.0, 0.0, y], [-x, -y, 0.0]])
    found: Array = np.eye(3) + twist + twist @ twist / (1 + z)
    return found


def _turn(normal: Array, along: Array) -> Array:
    """(3, 3) columns: the part of ``along`` across the normal, across both, the normal."""
    normal = normal / np.linalg.norm(normal)
    first = along - (along @ normal) * normal
    first /= np.linalg.norm(first)
    return np.stack([first, np.cross(normal, first), normal], axis=1)
