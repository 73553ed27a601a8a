"""Parts of a sheet: shapes, text and the picture that contains them, in the plane of the camera.

Letters: u right and v up in the picture, towards the reader; all in meters, the picture's middle is the origin.
"""

import math
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ...arrays import Array

Colour = tuple[float, float, float]

TILT = math.radians(8)  # of the camera below the horizon, enough to see where a foot stands
RIGHT = np.array([1.0, 0.0, 0.0])
UP = np.array([0.0, math.sin(TILT), math.cos(TILT)])
NEARER = np.array([0.0, -math.cos(TILT), math.sin(TILT)])


def colour(code: str) -> Colour:
    """Linear color of six hexadecimal digits in sRGB."""
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
        for c in (int(code[i : i + 2], 16) / 255 for i in (0, 2, 4))
    )
    return red, green, blue


def place(u: float, v: float, *, nearer: float = 0.0) -> Array:
    """World point (3,) [m] at (u, v)."""
    point: Array = u * RIGHT + v * UP + nearer * NEARER
    return point


@dataclass(frozen=True)
class PlacedMesh:
    """A unit mesh, placed and coloured.

    Attributes:
        mesh: ball of radius 1; rod or tip from Z = 0 to 1 with radius 1; slab of half width 1.
        matrix: 4 x 4, to the world.
        colour: linear.
        is_lit: whether light and shadow fall on it; else it is ink on the paper.
    """

    mesh: str
    matrix: list[list[float]]
    colour: Colour
    is_lit: bool


@dataclass(frozen=True)
class Hull:
    """The lit convex hull of points (M, 3) [m]."""

    points: list[list[float]]
    colour: Colour


@dataclass(frozen=True)
class Words:
    """A line of text that faces the reader."""

    text: str
    matrix: list[list[float]]
    colour: Colour
    align: str


@dataclass
class Picture:
    """Collects shapes and words.

    Attributes:
        size: width and height [pixels].
        width: meters across.
        background: color of the paper.
    """

    size: tuple[int, int]
    width: float
    background: Colour
    shapes: list[PlacedMesh] = field(default_factory=list)
    words: list[Words] = field(default_factory=list)
    hulls: list[Hull] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """JSON value for the renderer."""
        return {**asdict(self), "tilt": TILT}

    def ball(self, centre: ArrayLike, axes: ArrayLike, ink: Colour) -> None:
        """An ellipsoid; the columns of ``axes`` (3, 3) are its half axes [m]."""
        self._shape("ball", axes, centre, ink, True)

    def dot(self, centre: ArrayLike, radius: float, ink: Colour) -> None:
        """A disc of ink."""
        self._shape("ball", radius * np.eye(3), centre, ink, False)

    def rod(self, start: ArrayLike, end: ArrayLike, radius: float, ink: Colour, *, mesh: str = "rod") -> None:
        """A line of ink, or with the mesh ``tip`` a cone that ends in a point."""
        along = np.asarray(end, float) - np.asarray(start, float)
        length = float(np.linalg.norm(along))
        if length < 1e-9:
            return
        across = np.cross(along, RIGHT if abs(along[0]) < 0.9 * length else UP)
        across *= radius / np.linalg.norm(across)
        other = np.cross(along / length, across)
        self._shape(mesh, np.stack([across, other, along], 1), start, ink, False)

    def arrow(self, start: ArrayLike, end: ArrayLike, radius: float, ink: Colour) -> None:
        """A line with a head and a paper-colored edge, so that it stands out; a short one is all head."""
        start, end = np.asarray(start, float), np.asarray(end, float)
        way = end - start
        length = float(np.linalg.norm(way))
        if length < 1e-9:
            return
        neck, edge = end - way * min(1.0, 9 * radius / length), way * (0.7 * radius / length)
        behind = -8 * radius * NEARER
        self.rod(start + behind, neck + behind, 1.7 * radius, self.background)
        self.rod(neck - edge + behind, end + 3 * edge + behind, 4.6 * radius, self.background, mesh="tip")
        self.rod(start, neck, radius, ink)
        self.rod(neck, end, 3.2 * radius, ink, mesh="tip")

    def slab(self, centre: ArrayLike, half: ArrayLike, ink: Colour, *, turn: ArrayLike | None = None) -> None:
        """A box along the world's axes, or along the columns of ``turn`` (3, 3)."""
        axes = np.eye(3) if turn is None else np.asarray(turn, float)
        self._shape("slab", axes * np.asarray(half, float), centre, ink, True)

    def hull(self, points: Array, ink: Colour) -> None:
        """The convex hull of points (M, 3) [m]."""
        self.hulls.append(Hull(points.tolist(), ink))

    def write(self, text: str, at: Array, size: float, ink: Colour, *, align: str = "LEFT") -> None:
        """A line of text of letter height ``size`` [m] with its baseline at ``at``."""
        axes = size * np.stack([RIGHT, UP, NEARER], 1)
        self.words.append(Words(text, _matrix(axes, at), ink, align))

    def _shape(self, mesh: str, axes: ArrayLike, centre: ArrayLike, ink: Colour, is_lit: bool) -> None:
        self.shapes.append(PlacedMesh(mesh, _matrix(axes, centre), ink, is_lit))


def _matrix(axes: ArrayLike, centre: ArrayLike) -> list[list[float]]:
    matrix = np.eye(4)
    matrix[:3, :3], matrix[:3, 3] = axes, centre
    rows: list[list[float]] = matrix.tolist()
    return rows
