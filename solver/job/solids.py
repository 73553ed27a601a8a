"""Solid boxes: the volumes behind surfaces that have sides."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ..arrays import Array
from ..character import Character
from ..rotations import matrix_from_quaternion
from .constraints.clearance import Clearance
from .job import Job
from .planes import ContactPlane, contact_plane
from .surfaces import Box, HalfSpace, Surface

SLIT = 0.1  # hip heights; nothing passes below a box that is this low
THIN = 1e-3  # m; a plate that is thinner has no volume


@dataclass(frozen=True, eq=False)
class SolidBox:
    """A box that bodies stay out of.

    Attributes:
        name: of the surface.
        surface: its index among contact planes: 1 for the first surface, because 0 is the ground.
        carrier: index of the body that carries it; -1: it is fixed.
        centre: world; of a carried box in the rest pose [m].
        axes: (3, 3) columns: its own axes, world, in the rest pose; the last points out of the surface.
        half: (3,) half extents along them [m].
    """

    name: str
    surface: int
    carrier: int
    centre: Array
    axes: Array
    half: Array

    @property
    def top(self) -> ContactPlane:
        """Its face with the surface."""
        return ContactPlane(self.centre + self.half[2] * self.axes[:, 2], self.axes, self.half[:2])

    def standing(self, ground_height: float, slit: float) -> "SolidBox":
        """The box, or a deeper one if nothing can pass between it and the ground.

        Then the way out of it never leads down. It is as deep as wide, so that the nearest way out is about the same
        relative to its half extents.
        """
        bottom = self.centre[2] + self.half @ (abs(self.axes[2]) * [1, 1, -1])  # the highest of its bottom
        if self.carrier >= 0 or bottom - ground_height > slit:
            return self
        deeper = max(0.0, float(self.half[:2].min()) - float(self.half[2])) + slit
        return replace(
            self, centre=self.centre - deeper * self.axes[:, 2], half=self.half + np.array([0.0, 0.0, deeper])
        )


def solid_boxes(surfaces: Sequence[Surface], character: Character) -> tuple[SolidBox, ...]:
    """Boxes behind the faces of boxes and of plates; a plate's reaches to the far side of its body."""
    boxes = []
    for k, surface in enumerate(surfaces):
        if isinstance(surface, HalfSpace):
            continue
        plane = contact_plane(surface)
        assert plane.half is not None
        if isinstance(surface, Box):
            carrier, depth = -1, surface.size[2]
        else:
            carrier = character.body_index(surface.body)
            body = character.bodies[carrier]
            along = matrix_from_quaternion(body.orientation).T @ plane.normal
            reach = float(np.linalg.norm(along * np.array(body.diameters) / 2))
            depth = plane.height - float(plane.normal @ np.array(body.position)) + reach
        if depth >= THIN:
            centre = plane.point - depth / 2 * plane.normal
            half = np.array([*plane.half, depth / 2])
            boxes.append(SolidBox(surface.name, k + 1, carrier, centre, plane.turn, half))
    return tuple(boxes)


def soft_depths(job: Job) -> Array:
    """(C,) depth to which each contact may sink into a surface [m], see ``Clearance``."""
    depth = np.zeros(len(job.character.contacts))
    for _, constraint in job.constraints_of(Clearance):
        depth[job.character.contact_index(constraint.contact)] = max(0.0, -constraint.height)
    return depth
