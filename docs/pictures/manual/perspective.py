"""Camera matrices for pictures drawn without a screen."""

import importlib
import math
from typing import Any

mathutils: Any = importlib.import_module("mathutils")
Matrix: Any = mathutils.Matrix
Point = tuple[float, float, float]


def stand(middle: Point, eye: Point) -> Any:
    """Transform (4, 4), world, of a camera at ``eye`` that looks at ``middle`` [m]."""
    found = (mathutils.Vector(middle) - mathutils.Vector(eye)).to_track_quat("-Z", "Y").to_matrix().to_4x4()
    found.translation = eye
    return found


def projection(width: int, height: int, *, half_angle: float, near: float, far: float) -> Any:
    """Projection matrix (4, 4) of a perspective camera.

    Args:
        width: of the picture [pixels].
        height: likewise.
        half_angle: from the center of the picture to its upper edge [rad].
        near: distance of the near clipping plane [m].
        far: distance of the far clipping plane [m].
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
    """Orthographic projection matrix (4, 4) of pixels, with the origin at the lower left.

    Args:
        width: of the picture [pixels].
        height: likewise.
    """
    scale = Matrix.Diagonal((2 / width, 2 / height, 1.0, 1.0))
    return Matrix.Translation((-1.0, -1.0, 0.0)) @ scale
