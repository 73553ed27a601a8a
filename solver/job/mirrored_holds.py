"""Mirror pairs of holds in a mirrored cycle."""

from dataclasses import dataclass

import numpy as np

from ..arrays import Array, Indices
from ..errors import InputError
from ..mechanics.mirror import SAME_PLACE, Mirror, size_of
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
    """Mirror images of a job's holds: the nearest within SAME_PLACE of the character's size.

    Fixed points of the world move by half the cycle's translation.

    Raises:
        InputError: a hold has no mirror image; names it.
    """
    images, signs, near = [], [], SAME_PLACE * size_of(job.character)
    for i, hold in enumerate(job.holds):
        ends = _image(job, mirror, hold)
        candidates = [
            (apart, k, sign)
            for k, other in enumerate(job.holds)
            for sign, (first, second) in ((1.0, ends), (-1.0, ends[::-1]))
            if other.strength == hold.strength
            and first[0] == other.body_a
            and second[0] == other.body_b
            and (apart := max(_distance(first, other.point_a), _distance(second, other.point_b))) <= near
        ]
        if not candidates:
            raise InputError(
                f"the hold '{hold.name}' has no mirror image: one of mirrored points and equal strength",
                field=f"job.holds[{i}]",
            )
        _, image, sign = min(candidates)
        images.append(image)
        signs.append(sign)
    return MirroredHolds(np.array(images, np.intp), np.array(signs))


def _image(job: Job, mirror: Mirror, hold: Hold) -> list[tuple[str, Array]]:
    """Body and point of both ends' mirror images."""
    assert job.cycle is not None
    character, ends = job.character, []
    for body, point in ((hold.body_a, hold.point_a), (hold.body_b, hold.point_b)):
        position = mirror.image(np.array(point))
        if not body:
            position = position + np.array(job.cycle.translation) / 2
        name = character.bodies[mirror.bodies[character.body_index(body)]].name if body else ""
        ends.append((name, position))
    return ends


def _distance(end: tuple[str, Array], point: tuple[float, float, float]) -> float:
    return float(np.linalg.norm(end[1] - point))
