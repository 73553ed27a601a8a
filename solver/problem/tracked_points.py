"""Points of bodies to which constraints and forces refer."""

from dataclasses import dataclass

import numpy as np

from ..character import RigidBody
from ..job.job import Job
from ..job.surfaces import Plate
from ..mechanics.mirror import Mirror
from .expression_terms import expression_points

COINCIDENT = 1e-5  # m; nearer points are one


@dataclass(frozen=True)
class TrackedPoint:
    """A point of a body.

    Attributes:
        body: its name.
        point: in the rest pose, world [m].
    """

    body: str
    point: tuple[float, float, float]


def tracked_points(job: Job) -> tuple[TrackedPoint, ...]:
    """A job's points: contacts in order, then the ends of holds, points in expressions, and those of its plates."""
    contacts = [TrackedPoint(contact.body, contact.point) for contact in job.character.contacts]
    ends = [TrackedPoint(hold.body_a, hold.point_a) for hold in job.holds]
    ends += [TrackedPoint(hold.body_b, hold.point_b) for hold in job.holds if hold.body_b]
    ends += [TrackedPoint(body, point) for body, point in expression_points(job)]
    carriers = {surface.body for surface in job.surfaces if isinstance(surface, Plate)}
    ends += [point for b in job.character.bodies if b.name in carriers for point in carrier_points(b)]
    return (*contacts, *dict.fromkeys(ends))


def carrier_points(body: RigidBody) -> tuple[TrackedPoint, ...]:
    """A body's centre and, 1 m from it, the tips of the world's axes in the rest pose."""
    centre = np.array(body.position)
    places = [centre, *(centre + axis for axis in np.eye(3))]
    return tuple(TrackedPoint(body.name, (float(x), float(y), float(z))) for x, y, z in places)


def with_mirror_images(
    points: tuple[TrackedPoint, ...], job: Job, mirror: Mirror | None
) -> tuple[tuple[TrackedPoint, ...], list[int]]:
    """The points, extended by their missing mirror images, and the index of each one's image."""
    if mirror is None:
        return points, list(range(len(points)))
    found, images = list(points), list(mirror.contacts)
    bodies = job.character.bodies
    k = len(images)
    while k < len(found):
        body = bodies[mirror.bodies[job.character.body_index(found[k].body)]].name
        place = mirror.image(np.array(found[k].point))
        same = [
            i
            for i, other in enumerate(found)
            if i >= len(mirror.contacts)
            and other.body == body
            and np.linalg.norm(np.array(other.point) - place) < COINCIDENT
        ]
        if not same:
            x, y, z = place
            found.append(TrackedPoint(body, (float(x), float(y), float(z))))
            same = [len(found) - 1]
        images.append(same[0])
        k += 1
    return tuple(found), images
