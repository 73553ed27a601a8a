"""Colored lines and faces, and the shapes of overlays, as arrays; nothing is drawn here."""

from dataclasses import dataclass, field, replace
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike

from ...solver.arrays import Array, SparseIndices

Colour = tuple[float, float, float, float]
NEXT, LAST = [1, 2, 0], [2, 0, 1]  # of X, Y and Z
AROUND = 24  # corners of a circle
RINGS, MERIDIANS = 9, 16  # of an ellipsoid
LIGHT = np.array(
    [-0.4, -0.5, 0.77], np.float32
)  # direction toward the light, whose shading distinguishes adjacent bodies
SHADE = 0.35  # darkening of surfaces parallel to the light
# Depth in Blender's view: GROUND is hidden by nearer faces, BODIES are before skins, TOP is over everything.
GROUND, BODIES, TOP = 0, 1, 2


@dataclass(frozen=True, eq=False)
class Drawing:
    """Lines and triangles.

    Attributes:
        line_points: (2 L, 3) ends of lines, pair by pair.
        line_colours: (2 L, 4) RGBA.
        face_points: (V, 3) corners of triangles.
        face_colours: (V, 4) RGBA.
        triangles: (T, 3) indices of ``face_points``.
        layers: (T,) GROUND, BODIES or TOP.
    """

    line_points: Array = field(default_factory=lambda: np.zeros((0, 3)))
    line_colours: Array = field(default_factory=lambda: np.zeros((0, 4)))
    face_points: Array = field(default_factory=lambda: np.zeros((0, 3)))
    face_colours: Array = field(default_factory=lambda: np.zeros((0, 4)))
    triangles: SparseIndices = field(default_factory=lambda: np.zeros((0, 3), np.int32))
    layers: SparseIndices = field(default_factory=lambda: np.zeros(0, np.int32))

    def placed(self, place: Array, frame: Array) -> "Drawing":
        """The drawing with its axes along the columns of ``frame`` (3, 3) and its origin at ``place`` (3,)."""
        lines, corners = (points @ frame.T + place for points in (self.line_points, self.face_points))
        return replace(self, line_points=lines, face_points=corners)


def together(drawings: "list[Drawing]") -> Drawing:
    """Several drawings as one, in the GPU's single precision."""
    if not drawings:
        return Drawing()
    before = np.cumsum([0] + [len(d.face_points) for d in drawings[:-1]])
    return Drawing(
        _joined([d.line_points for d in drawings]),
        _joined([d.line_colours for d in drawings]),
        _joined([d.face_points for d in drawings]),
        _joined([d.face_colours for d in drawings]),
        np.concatenate([d.triangles + n for d, n in zip(drawings, before.tolist(), strict=True)]),
        np.concatenate([d.layers for d in drawings]),
    )


def _joined(arrays: list[Array]) -> Array:
    return np.concatenate(arrays, dtype=np.float32)


def faces(points: Array, colours: Array, triangles: ArrayLike, layer: int) -> Drawing:
    """Triangles (T, 3) of points (V, 3) with colors (V, 4), all in one layer."""
    numbers = np.asarray(triangles, np.int32).reshape(-1, 3)
    layers = np.full(len(numbers), layer, np.int32)
    return Drawing(face_points=points, face_colours=colours, triangles=numbers, layers=layers)


def segments(starts: ArrayLike, ends: ArrayLike, colours: ArrayLike) -> Drawing:
    """Lines from ``starts`` (L, 3) to ``ends`` (L, 3); colours: (4,), or one per line (L, 4)."""
    last = np.atleast_2d(ends)
    points, shades = np.empty((len(last), 2, 3)), np.empty((len(last), 2, 4))
    points[:, 0], points[:, 1] = starts, last
    shades[:] = np.reshape(colours, (-1, 1, 4))
    return Drawing(line_points=points.reshape(-1, 3), line_colours=shades.reshape(-1, 4))


def path(points: Array, colour: Colour) -> Drawing:
    """A line through points (P, 3)."""
    return segments(points[:-1], points[1:], colour)


def arrows(tails: Array, vectors: Array, colour: Colour) -> Drawing:
    """Arrows (A, 3) whose heads have wings in two planes, visible from any side."""
    length = np.linalg.norm(vectors, axis=1, keepdims=True)
    along = vectors / np.maximum(length, 1e-12)
    helper = np.where(np.abs(along[:, 2:]) > 0.9, [[1.0, 0.0, 0.0]], [[0.0, 0.0, 1.0]])
    side = _cross(along, helper)
    side /= np.maximum(np.linalg.norm(side, axis=1, keepdims=True), 1e-12)
    tips, head, sides = tails + vectors, 0.15 * length, np.stack([side, _cross(along, side)])
    back, out = tips - head * along, 0.4 * head * sides
    ends = np.concatenate([tails[None], back - out, back + out])
    return segments(ends.reshape(-1, 3), np.tile(tips, (len(ends), 1)), colour)


def _cross(a: Array, b: Array) -> Array:
    """Cross products (A, 3), many times faster than ``np.cross`` for a few vectors."""
    product: Array = a[:, NEXT] * b[:, LAST] - a[:, LAST] * b[:, NEXT]
    return product


def disc(centre: Array, radius: float, colour: Colour, *, layer: int = TOP) -> Drawing:
    """A horizontal disc about a center (3,), world [m]."""
    return discs(centre[None], np.array([radius]), np.array([colour]), layer=layer)


def discs(centres: Array, radii: Array, colours: Array, *, layer: int = TOP) -> Drawing:
    """Horizontal discs about centers (D, 3) with radii (D,) and colors (D, 4), world [m]."""
    circle, n_discs = _circle(), len(centres)
    points = np.empty((n_discs, len(circle) + 1, 3))
    points[:] = centres[:, None]
    points[:, 1:] += radii[:, None, None] * circle
    triangles = _fan_triangles(points.shape[1]) + points.shape[1] * np.arange(n_discs)[:, None, None]
    return faces(points.reshape(-1, 3), np.repeat(colours, points.shape[1], axis=0), triangles, layer)


def fan(points: Array, colour: Colour, *, layer: int = TOP) -> Drawing:
    """A filled star-shaped outline: a fan of triangles about the first of ``points`` (P, 3)."""
    return faces(points, np.tile(colour, (len(points), 1)), _fan_triangles(len(points)), layer)


@lru_cache(maxsize=64)
def _fan_triangles(n_points: int) -> SparseIndices:
    """Indices (P - 2, 3) of a fan about the first point."""
    k = np.arange(1, n_points - 1, dtype=np.int32)
    return np.stack([np.zeros_like(k), k, k + 1], 1)


def ellipsoids(centres: Array, axes: Array, radii: Array, colours: Array, *, layer: int = BODIES) -> Drawing:
    """Ellipsoids, lit from the upper left of someone looking along Y.

    Args:
        centres: (B, 3).
        axes: (B, 3, 3) columns are their principal axes.
        radii: (B, 3).
        colours: (B, 4).
        layer: of all faces.
    """
    surface, normals = _surfaces(radii.astype(np.float32).tobytes())
    turns = axes.astype(surface.dtype)
    points = surface @ turns.transpose(0, 2, 1)
    points += centres.astype(surface.dtype)[:, None]
    shades = np.repeat(colours.astype(surface.dtype)[:, None], points.shape[1], 1)
    shades[..., :3] *= 1 - SHADE + SHADE * (normals @ (LIGHT @ turns)[..., None])
    return faces(points.reshape(-1, 3), shades.reshape(-1, 4), _triangles(len(centres)), layer)


def outlines(centres: Array, axes: Array, radii: Array, colours: Array) -> Drawing:
    """Ellipsoids as three rings each, which do not hide what is behind; arguments as for ``ellipsoids``."""
    rings = np.stack([np.roll(_circle(), turn, axis=-1) for turn in range(3)])  # (3, P, 3)
    points = (rings * radii[:, None, None]) @ axes.transpose(0, 2, 1)[:, None] + centres[:, None, None]
    starts, ends = (points[:, :, cut].reshape(-1, 3) for cut in (slice(None, -1), slice(1, None)))
    return segments(starts, ends, np.repeat(colours, 3 * AROUND, axis=0))


@lru_cache(maxsize=8)
def _surfaces(radii: bytes) -> tuple[Array, Array]:
    """Points and normals (B, P, 3) of ellipsoids in their own axes; cached, since radii seldom change."""
    sizes, (ball, _) = np.frombuffer(radii, np.float32).reshape(-1, 1, 3), _ball()
    normals = ball / sizes
    return ball * sizes, normals / np.linalg.norm(normals, axis=-1, keepdims=True)


@lru_cache(maxsize=8)
def _triangles(n_bodies: int) -> SparseIndices:
    """Indices (B T, 3) for a number of balls in sequence."""
    ball, triangles = _ball()
    return (triangles + len(ball) * np.arange(n_bodies, dtype=np.int32)[:, None, None]).reshape(-1, 3)


@lru_cache(maxsize=1)
def _circle() -> Array:
    """Points (P, 3) of a horizontal circle; the last repeats the first."""
    angle = np.linspace(0.0, 2 * np.pi, AROUND + 1)
    return np.stack([np.cos(angle), np.sin(angle), np.zeros(AROUND + 1)], 1)


@lru_cache(maxsize=1)
def _ball() -> tuple[Array, SparseIndices]:
    """Points (P, 3) and triangles (T, 3) of a unit ball, in the GPU's single precision."""
    height = np.linspace(-np.pi / 2, np.pi / 2, RINGS)
    angle = np.linspace(0.0, 2 * np.pi, MERIDIANS, endpoint=False)
    h, a = np.meshgrid(height, angle, indexing="ij")
    points = np.stack([np.cos(h) * np.cos(a), np.cos(h) * np.sin(a), np.sin(h)], -1).reshape(-1, 3)
    ring, step = np.meshgrid(np.arange(RINGS - 1), np.arange(MERIDIANS), indexing="ij")
    low, low_next = ring * MERIDIANS + step, ring * MERIDIANS + (step + 1) % MERIDIANS
    quads = np.stack([low, low_next, low_next + MERIDIANS, low, low_next + MERIDIANS, low + MERIDIANS], -1)
    real = np.stack([ring > 0, ring < RINGS - 2], -1)  # at the poles, one triangle of each quad is degenerate
    return points.astype(np.float32), quads.reshape(-1, 3)[real.ravel()].astype(np.int32)
