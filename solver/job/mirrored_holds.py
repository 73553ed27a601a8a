"""Mirror pairs of holds in a mirrored cycle."""

from dataclasses import dataclass

import numpy as np

from ..arrays import Array, Indices
from ..errors import InputError
from ..mechanics.mirror import TOLERANCE, Mirror
from .hold import Hold
from .job import Job


@dataclass(frozen=True, eq=False)
class MirroredHolds:
    """Mirror images of a job's holds.

    Attributes:
        images: (H,) index of each hold's image.
        sign: (H,) of its force on its first body: -1 if the image has the two bodies exchanged.
    """

    images: Indices
    sign: Array


def mirrored_holds(job: Job, mirror: Mirror) -> MirroredHolds:
    """Mirror images of a job's holds.

    Fixed points of the world move by half the cycle's translation.

    Raises:
        InputError: a hold has no mirror image; names it.
    """
    images, signs = [], []
    for i, hold in enumerate(job.holds):
        ends = _image(job, mirror, hold)
        candidates = [
            (k, sign)
            for k, other in enumerate(job.holds)
            for sign, (first, second) in ((1.0, ends), (-1.0, ends[::-1]))
            if other.strength == hold.strength
            and _same(first, (other.body_a, other.point_a))
            and _same(second, (other.body_b, other.point_b))
        ]
        if not candidates:
            raise InputError(
                f"the hold '{hold.name}' has no mirror image: one of mirrored points and equal strength",
                field=f"job.holds[{i}]",
            )
        images.append(candidates[0][0])
        signs.append(candidates[0][1])
    return MirroredHolds(np.array(images, np.intp), np.array(signs))


def _image(job: Job, mirror: Mirror, hold: Hold) -> list[tuple[str, Array]]:
    """Body and point of both ends' mirror images."""
    assert job.cycle is not None
    character, ends = job.character, []
    for body, point in ((hold.body_a, hold.point_a), (hold.body_b, hold.point_b)):
        position = np.array(point) @ mirror.reflection + mirror.shift
        if not body:
            position = position + np.array(job.cycle.translation) / 2
        name = character.bodies[mirror.bodies[character.body_index(body)]].name if body else ""
        ends.append((name, position))
    return ends


def _same(end: tuple[str, Array], other: tuple[str, tuple[float, float, float]]) -> bool:
    return end[0] == other[0] and bool(np.linalg.norm(end[1] - other[1]) < TOLERANCE)
