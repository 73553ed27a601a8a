"""Footprints beside boxes and swings over them, in the initial guess."""

from dataclasses import dataclass

import numpy as np

from ...arrays import Array, Flags
from ...job.solids import SLIT, SolidBox, solid_boxes
from ..transcription import Transcription

BESIDE = 0.02  # hip heights between a box and a footprint beside it
ABREAST = 0.06  # hip heights from a box within which a swing is above its top
HIGHEST = 0.7  # hip heights to which a swing is raised; it passes higher boxes otherwise
SLOPE, SPREAD = 0.75, 5  # by which a raise falls from frame to frame, and over how many frames
TOUCHING = 1e-3  # m below a top, within which a point is on it


@dataclass(frozen=True, eq=False)
class BoxesInTheWay:
    """Fixed boxes of a job.

    Attributes:
        boxes: that stand on the ground or above it.
        size: the character's hip height [m].
    """

    boxes: tuple[SolidBox, ...]
    size: float

    def beside(self, points: Array) -> Array:
        """Points (K, 3) of one footprint, moved together out of boxes whose tops are higher, by the shortest way."""
        moved = points.copy()
        for box in self.boxes:
            if box.top.heights(moved).max() > -TOUCHING:
                continue
            along = (box.top.drop(moved) - box.centre) @ box.axes[:, :2]
            outside = np.concatenate([along - box.half[:2], -along - box.half[:2]], axis=1).min(0)
            k = int(outside.argmax())
            if outside[k] < 0:
                way = box.axes[:, k % 2] * [1, 1, 0] * (1 if k < 2 else -1)
                moved = moved + (BESIDE * self.size - outside[k]) * way
        return moved

    def over(self, points: Array, lift: Array, swings: Flags) -> Array:
        """Points (N, K, 3) of one body, raised together above the boxes that they pass.

        Args:
            points: at each frame.
            lift: (N, K, 1) height above a box's top that is asked for.
            swings: (N,) frames that may be changed.
        """
        raised = np.zeros(len(points))
        for box in self.boxes:
            on_top = box.top.drop(points)
            beyond = np.abs((on_top - box.centre) @ box.axes[:, :2]) - box.half[:2]
            is_there = beyond.max(-1) < ABREAST * self.size
            above = on_top[..., 2] + lift[..., 0] - points[..., 2]
            above = np.where(is_there & (box.top.heights(points) > -2 * box.half[2]), above, 0.0).max(1)
            raised = np.maximum(raised, np.where(above < HIGHEST * self.size, above, 0.0))
        raised *= swings
        for _ in range(SPREAD):
            spread = np.zeros_like(raised)
            spread[1:], spread[:-1] = SLOPE * raised[:-1], np.maximum(spread[:-1], SLOPE * raised[1:])
            raised = np.maximum(raised, spread * swings)
        return points + raised[:, None, None] * np.array([0.0, 0.0, 1.0])


def boxes_in_the_way(transcription: Transcription) -> BoxesInTheWay:
    """Those of a job."""
    job = transcription.job
    size = job.character.hip_height
    fixed = [box for box in solid_boxes(job.surfaces, job.character) if box.carrier < 0]
    return BoxesInTheWay(tuple(box.standing(job.ground_height, SLIT * size) for box in fixed), size)
