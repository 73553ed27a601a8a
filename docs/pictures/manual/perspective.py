"""A camera for pictures that are drawn without a screen."""

import importlib
import math
from typing import Any

mathutils: Any = importlib.import_module("mathutils")
Matrix: Any = mathutils.Matrix
Point = tuple[float, float, float]


def stand(middle: Point, eye: Point) -> Any:
    """Where a camera stands that looks at ``middle`` from ``eye`` [m], world (4, 4)."""
    found = (mathutils.Vector(middle) - mathutils.Vector(eye)).to_track_quat("-Z", "Y").to_matrix().to_4x4()
    found.translation = eye
    return found


def projection(width: int, height: int, *, half_angle: float, near: float, far: float) -> Any:
    """What it sees, in the picture's coordinates (4, 4).

    Args:
        width: of the picture [pixels].
        height: likewise.
        half_angle: from the middle of the picture to its upper edge [rad].
        near: nothing nearer is seen [m].
        far: nothing farther is seen [m].
    """
    slope, deep = math.tan(half_angle), near - far
    rows = (
        (height / width / slope, 0, 0, 0),
        (0, 1 / slope, 0, 0),
        (0, 0, (far + near) / deep, 2 * far * near / deep),
        (0, 0, -1, 0),
    )
    return Matrix(rows)


def in_pixels(width: int, height: int) -> Any:
    """What shows pixels, the origin at the lower left (4, 4).

    Args:
        width: of the picture [pixels].
        height: likewise.
    """
    scale = Matrix.Diagonal((2 / width, 2 / height, 1.0, 1.0))
    return Matrix.Translation((-1.0, -1.0, 0.0)) @ scale
