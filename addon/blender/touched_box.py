"""The box that stands for an object which contacts touch: its top is the object's largest flat face that points up.

An object that is about as large as its bounding box is read as that; so is one without a large flat face, such as a
ball or rough terrain. What is behind the face, down to the object's deepest point, is solid.
"""

import math
from dataclasses import dataclass
from functools import lru_cache

import bpy
import numpy as np
from mathutils.geometry import box_fit_2d

from ...solver.arrays import Array, Flags
from ...solver.errors import InputError
from ...solver.job.planes import tilt
from ...solver.job.surfaces import Box
from .units import world_matrix

STEEPEST = math.radians(50.0)  # of a face to stand on
UPRIGHT = 0.9999  # cosine; what is less tilted is upright
PARALLEL = 0.999  # cosine between faces of one direction
CELLS = 30.0  # per unit of a normal's components, to find the direction of most faces
LARGE = 0.5  # of all that is seen from above; faces of one direction, that an object has a flat face
LEVEL = 1e-3  # of the size; between parallel faces that are one
EQUAL = 0.01  # of the area; between faces of which the higher is meant
ALIKE = 0.1  # of its bounding box's sides, up to which an object is read as that
ALONG = (
    1.01  # area of a rectangle along the object's own axes, relative to the smallest, up to which it is taken
)
CLOSED = 1e-3  # of all areas; their sum as vectors
FULL = 0.9  # of its volume; a box that is filled less is not the object


@dataclass(frozen=True)
class TouchedBox:
    """An object as a surface.

    Attributes:
        box: that stands for it.
        has_face: whether the box's top is a face of the object, or at least about as large as one.
        is_filled: whether the object fills the box.
    """

    box: Box
    has_face: bool
    is_filled: bool

    @property
    def steepness(self) -> float:
        """Angle of the top to the ground [rad]."""
        return math.acos(min(1.0, self.box.normal[2]))

    @property
    def top(self) -> tuple[float, float, float]:
        """Sides of the top, and the height of its middle [m]."""
        first, second, depth = self.box.size
        return first, second, self.box.centre[2] + depth / 2 * self.box.normal[2]


def touched_box(touched: bpy.types.Object, world: Array | None = None) -> TouchedBox:
    """The box of an object.

    Args:
        touched: of any type.
        world: (4, 4) from the object's space to the world [m], if it is not where it is now.

    Raises:
        InputError: naming an object with no face to stand on.
    """
    world = world_matrix(touched) if world is None else world
    corners = np.array([corner[:] for corner in touched.bound_box], float)
    try:
        return _fitted(touched.name, world.tobytes(), corners.tobytes(), _triangles(touched).tobytes())
    except _NoFaceError as error:
        raise InputError(
            f"the object '{touched.name}' is used as a surface and has no face to stand on: {error}; expected one "
            f"that is at most {math.degrees(STEEPEST):.0f}° steep"
        ) from None


class _NoFaceError(Exception):
    """What an object has instead."""


@dataclass(frozen=True, eq=False)
class _Top:
    """A rectangle.

    Attributes:
        axes: (3, 3) columns: along its sides, and its normal.
        low, high: (3,) corners of the box along these [m].
    """

    axes: Array
    low: Array
    high: Array

    def box(self, name: str) -> Box:
        """The box below it."""
        if self.axes[2, 2] < math.cos(STEEPEST):
            angle = math.degrees(math.acos(np.clip(self.axes[2, 2], -1.0, 1.0)))
            raise _NoFaceError(f"the largest is {angle:.0f}° steep")
        normal = self.axes[:, 2] if self.axes[2, 2] < UPRIGHT else np.array([0.0, 0.0, 1.0])
        first = tilt(normal.tolist()).T @ self.axes[:, 0]
        x, y, z = (self.axes @ ((self.low + self.high) / 2)).tolist()
        a, b, c = (self.high - self.low).tolist()
        nx, ny, nz = normal.tolist()
        return Box(name, (x, y, z), (a, b, c), math.atan2(first[1], first[0]), (nx, ny, nz))

    def contains(self, points: Array) -> bool:
        """Whether points (P, 3) are in the box or near its sides."""
        along, near = points @ self.axes, ALIKE * (self.high - self.low).max()
        return bool((along > self.low - near).all() and (along < self.high + near).all())

    def is_about(self, other: "_Top") -> bool:
        """Whether the other box has the same top, and about the same sides."""
        if float(self.axes[:, 2] @ other.axes[:, 2]) < PARALLEL:
            return False
        shares = np.abs((other.high - other.low) @ np.abs(other.axes.T @ self.axes) - (self.high - self.low))
        size = np.maximum(self.high - self.low, 1e-9)
        middle = (self.low + self.high) / 2 - (other.low + other.high) / 2 @ (other.axes.T @ self.axes)
        off = abs(middle[2] + (self.high - self.low)[2] / 2 - (other.high - other.low)[2] / 2)
        return bool((shares[:2] < ALIKE * size[:2]).all() and off < LEVEL * size.max())


@lru_cache(maxsize=32)
def _fitted(name: str, matrix: bytes, bounds: bytes, vertices: bytes) -> TouchedBox:
    """From the object's matrix, the corners of its bounding box, and its triangles (K, 3, 3), in its own space."""
    world = np.frombuffer(matrix).reshape(4, 4)
    corners = np.frombuffer(bounds).reshape(-1, 3)
    triangles = np.frombuffer(vertices).reshape(-1, 3, 3) @ world[:3, :3].T + world[:3, 3]
    around = _around(world, corners)
    if not len(triangles):
        return TouchedBox(_required(around).box(name), has_face=True, is_filled=True)
    if np.linalg.det(world[:3, :3]) < 0:
        triangles = triangles[:, ::-1]
    areas = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]) / 2
    volume = float(np.einsum("ki,ki->", areas, triangles.mean(1) - triangles.mean((0, 1)))) / 3
    is_closed = np.linalg.norm(areas.sum(0)) < CLOSED * np.linalg.norm(areas, axis=1).sum()
    if (is_closed and volume < 0) or not (areas[:, 2] > 0).any():  # its normals point inward or down
        areas = -areas
    face = _flat_face(triangles, areas, world)
    top = _required(around if face is None or (around is not None and around.is_about(face)) else face)
    box = top.box(name)
    is_filled = abs(volume) >= FULL * math.prod(box.size) and top.contains(triangles.reshape(-1, 3))
    return TouchedBox(box, has_face=face is not None, is_filled=is_filled)


def _required(top: _Top | None) -> _Top:
    if top is None:
        raise _NoFaceError("it is flat and upright")
    return top


def _around(world: Array, corners: Array) -> _Top | None:
    """The object's bounding box (8, 3), along its own axes; None if no side of it points up."""
    axes = world[:3, :3] / np.maximum(np.linalg.norm(world[:3, :3], axis=0), 1e-12)
    points = corners @ world[:3, :3].T + world[:3, 3]
    size = np.ptp(corners, axis=0) * np.linalg.norm(world[:3, :3], axis=0)
    seen = np.abs(axes[2]) * size[[1, 2, 0]] * size[[2, 0, 1]]
    k = int(seen.argmax())
    if seen[k] <= 1e-9 * max(float(size.max()) ** 2, 1e-12):
        return None if size.any() else _box_along(axes, points)
    normal = axes[:, k] * (1.0 if axes[2, k] > 0 else -1.0)
    first = axes[:, (k + 1) % 3]
    first = first - (first @ normal) * normal
    first = first / np.linalg.norm(first)
    return _box_along(np.stack([first, np.cross(normal, first), normal], axis=1), points)


def _box_along(axes: Array, points: Array) -> _Top:
    """Around points (P, 3)."""
    along = points @ axes
    return _Top(axes, along.min(0), along.max(0))


def _flat_face(triangles: Array, areas: Array, world: Array) -> _Top | None:
    """The largest flat face that is seen from above; None if it is only a small part of what is seen.

    Raises:
        _NoFaceError: nothing is seen from above.
    """
    size = np.linalg.norm(areas, axis=1)
    seen = areas[:, 2] > 1e-6 * np.maximum(size, 1e-300)
    if not seen.any():
        raise _NoFaceError("none points up")
    normals = areas / np.maximum(size, 1e-300)[:, None]
    weight = np.where(seen, areas[:, 2], 0.0)
    _, cell = np.unique(np.round(normals[seen] * CELLS), axis=0, return_inverse=True)
    most = np.bincount(cell.ravel(), weight[seen]).argmax()
    among = np.flatnonzero(seen)[cell.ravel() == most]
    normal = areas[among].sum(0)
    normal /= np.linalg.norm(normal)
    alike = seen & (normals @ normal > PARALLEL)
    if weight[alike].sum() < LARGE * weight.sum():
        return None
    face = _largest_level(triangles, size, alike, normal)
    normal = areas[face].sum(0)
    normal /= np.linalg.norm(normal)
    own = triangles[face].reshape(-1, 3)
    axes = _sides(own, normal, world)
    found = _box_along(axes, own)
    found.low[2] = (triangles.reshape(-1, 3) @ axes[:, 2]).min()
    return found


def _largest_level(triangles: Array, size: Array, alike: Flags, normal: Array) -> Array:
    """Which of parallel triangles are the largest face; of faces that are as large, the highest."""
    rows = np.flatnonzero(alike)
    heights = triangles[rows].mean(1) @ normal
    order = heights.argsort()
    gap = LEVEL * float(np.ptp(triangles.reshape(-1, 3), axis=0).max())
    level = np.zeros(len(rows), np.intp)
    level[order] = np.cumsum(np.diff(heights[order], prepend=heights[order[0]]) > gap)
    totals = np.bincount(level, size[rows])
    best = np.flatnonzero(totals > (1 - EQUAL) * totals.max()).max()
    found: Array = rows[level == best]
    return found


def _sides(points: Array, normal: Array, world: Array) -> Array:
    """(3, 3) columns: sides of a rectangle around points (P, 3) of a face, and its normal.

    They are along the object's own axes if that rectangle is about as small as any.
    """
    own = world[:3, :3] / np.maximum(np.linalg.norm(world[:3, :3], axis=0), 1e-12)
    first = own[:, 0] if abs(own[:, 0] @ normal) < 0.9 else own[:, 1]
    first = first - (first @ normal) * normal
    first /= np.linalg.norm(first)
    axes: Array = np.stack([first, np.cross(normal, first), normal], axis=1)
    flat = np.unique((points @ axes)[:, :2], axis=0)
    angle = box_fit_2d(flat.tolist())
    turn = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
    fits = [turn, turn.T]  # whichever way it turns points
    least = min(fits, key=lambda each: float(np.ptp(flat @ each, axis=0).prod()))
    if np.ptp(flat, axis=0).prod() > ALONG * np.ptp(flat @ least, axis=0).prod():
        axes[:, :2] = axes[:, :2] @ least
    return axes


def _triangles(touched: bpy.types.Object) -> Array:
    """Vertices (K, 3, 3) of a mesh's triangles with its modifiers, in its own space; none of other objects."""
    layer = bpy.context.view_layer
    graph = layer.depsgraph if layer is not None else None
    mesh = (touched.evaluated_get(graph) if graph is not None else touched).data
    if not isinstance(mesh, bpy.types.Mesh) or not len(mesh.polygons):
        return np.empty((0, 3, 3))
    mesh.calc_loop_triangles()
    vertices = np.empty(3 * len(mesh.vertices), np.float32)
    mesh.vertices.foreach_get("co", vertices)
    corners = np.empty(3 * len(mesh.loop_triangles), np.int32)
    mesh.loop_triangles.foreach_get("vertices", corners)
    found: Array = vertices.reshape(-1, 3)[corners.reshape(-1, 3)].astype(float)
    return found
