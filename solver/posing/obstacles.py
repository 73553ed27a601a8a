"""What bodies of a pose may not enter: the ground, and boxes that stand on it."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..arrays import Array
from ..job.surfaces import Box
from ..mechanics.euler import turn_about


@dataclass(frozen=True, eq=False)
class Obstacles:
    """Solids with level tops.

    Attributes:
        ground_height: [m].
        boxes: that stand somewhere.
    """

    ground_height: float
    boxes: Sequence[Box] = ()

    def distances(self, points: Array) -> tuple[Array, Array]:
        """Of points (P, 3) from each solid: (S, P) [m], below 0 inside, and the way out (S, P, 3), of length 1."""
        up = np.broadcast_to([0.0, 0.0, 1.0], points.shape)
        found = [(points[:, 2] - self.ground_height, up)]
        found += [_from_box(box, points) for box in self.boxes]
        distances, ways = zip(*found, strict=True)
        return np.array(distances), np.array(ways)


def _from_box(box: Box, points: Array) -> tuple[Array, Array]:
    axes = turn_about("Z", box.yaw)
    local = (points - box.centre) @ axes
    beyond = np.abs(local) - np.array(box.size) / 2
    outside = np.maximum(beyond, 0.0)
    far = np.linalg.norm(outside, axis=1)
    nearest = np.eye(3)[beyond.argmax(1)]  # inside, the way out is through the nearest face
    way = np.where((far > 0.0)[:, None], outside / np.maximum(far, 1e-12)[:, None], nearest)
    signs = np.where(local < 0.0, -1.0, 1.0)
    return np.where(far > 0.0, far, beyond.max(1)), (way * signs) @ axes.T
