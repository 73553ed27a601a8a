"""A job whose character has even sides, which a mirrored cycle needs."""

from dataclasses import replace

import numpy as np

from ..arrays import Array
from ..mechanics.even_sides import even_sides
from ..mechanics.mirror import Mirror, Unevenness, find_mirror
from ..mechanics.tree import tree_of
from .cycle import Cycle
from .hold import Hold
from .job import Job
from .mirrored_holds import mirrored_holds

ROUNDED = 1e-12  # relative


def with_even_sides(job: Job) -> Job:
    """A job with a mirrored cycle, with the means of its left and right sides; any other job as it is.

    Raises:
        InputError: the sides differ too much; see ``find_mirror``.
    """
    if not is_mirrored(job):
        return job
    mirror, character = find_mirror(job.character, tree_of(job.character)), even_sides(job.character)
    if character == job.character and not job.holds:
        return job
    return replace(job, character=character, holds=_holds(job, mirror))


def along_mirror(job: Job) -> Job:
    """A job whose mirrored cycle travels exactly along the plane of its mirror; any other job as it is."""
    if not is_mirrored(job):
        return job
    assert job.cycle is not None
    mirror = find_mirror(job.character, tree_of(job.character))
    given = np.array(job.cycle.translation)
    along = (given + mirror.reflection @ given) / 2
    length = np.linalg.norm(given)
    if np.linalg.norm(along - given) <= ROUNDED * length:
        return job
    x, y, z = (along * length / np.linalg.norm(along)).tolist()
    return replace(job, cycle=replace(job.cycle, translation=(x, y, z)))


def whole_cycle(job: Job) -> Job:
    """The same job without mirroring: each side is as it is."""
    assert job.cycle is not None
    return replace(job, cycle=replace(job.cycle, mirrored=False))


def unevenness(job: Job) -> Unevenness | None:
    """How far the sides of a mirrored cycle's character are from each other; None for other jobs.

    Raises:
        InputError: too far; see ``find_mirror``.
    """
    return find_mirror(job.character, tree_of(job.character)).unevenness if is_mirrored(job) else None


def is_mirrored(job: Job) -> bool:
    """Whether the second half of a job's cycle mirrors the first."""
    return job.cycle is not None and job.cycle.mirrored


def _holds(job: Job, mirror: Mirror) -> tuple[Hold, ...]:
    """Holds between the means of their points and their images' mirrored points."""
    if not job.holds:
        return ()
    cycle, images = job.cycle or Cycle(), mirrored_holds(job, mirror)
    found = []
    for hold, image, sign in zip(job.holds, images.images, images.sign, strict=True):
        other = job.holds[image]
        points = (other.point_a, other.point_b) if sign > 0 else (other.point_b, other.point_a)
        bodies = (hold.body_a, hold.body_b)
        later = [0.0 if body else np.array(cycle.translation) / 2 for body in bodies]
        a, b = (
            _mean(own, mirror.image(np.array(point)) + shift)
            for own, point, shift in zip((hold.point_a, hold.point_b), points, later, strict=True)
        )
        found.append(replace(hold, point_a=a, point_b=b))
    return tuple(found)


def _mean(point: tuple[float, float, float], image: Array) -> tuple[float, float, float]:
    x, y, z = ((np.array(point) + image) / 2).tolist()
    return x, y, z
