"""Obstacles for the bodies of a pose: the ground and boxes."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..arrays import Array
from ..job.planes import contact_plane
from ..job.surfaces import Box


@dataclass(frozen=True, eq=False)
class Obstacles:
    """Solids that can be stood on.

    Attributes:
        ground_height: [m].
        boxes: on or above the ground.
    """

    ground_height: float
    boxes: Sequence[Box] = ()

    def distances(self, points: Array) -> tuple[Array, Array]:
        """(S, P) signed distances [m] of points (P, 3), negative inside a solid, and (S, P, 3) unit vectors outward."""
        up = np.broadcast_to([0.0, 0.0, 1.0], points.shape)
        found = [(points[:, 2] - self.ground_height, up)]
        found += [_from_box(box, points) for box in self.boxes]
        distances, ways = zip(*found, strict=True)
        return np.array(distances), np.array(ways)


def _from_box(box: Box, points: Array) -> tuple[Array, Array]:
    axes = contact_plane(box).turn
    local = (points - box.centre) @ axes
    beyond = np.abs(local) - np.array(box.size) / 2
    outside = np.maximum(beyond, 0.0)
    far = np.linalg.norm(outside, axis=1)
    nearest = np.eye(3)[beyond.argmax(1)]  # inside, outward through the nearest face
    way = np.where((far > 0.0)[:, None], outside / np.maximum(far, 1e-12)[:, None], nearest)
    signs = np.where(local < 0.0, -1.0, 1.0)
    return np.where(far > 0.0, far, beyond.max(1)), (way * signs) @ axes.T
