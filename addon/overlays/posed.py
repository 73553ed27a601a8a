"""Overlays of Pose Mode: the support area of the pose, and the flight arc between keys."""

from dataclasses import dataclass

import numpy as np
from mathutils.geometry import convex_hull_2d

from ...solver.arrays import Array
from .drawing import GROUND, TOP, Drawing, disc, ellipsoids, path, segments, together
from .physics import ARC, FALLING, ORANGE, SHADE, STEADY, is_inside, support_area

AROUND = 8  # points around a contact's patch
STEPS = 33  # points of an arc
NEAR = 0.02  # statures; tolerated distance of a pose from the arc


@dataclass(frozen=True, eq=False)
class KeyedFlight:
    """A flight between two keys with ground contact.

    Attributes:
        ends: (2, 3) center of mass at both keys [m].
        seconds: between them.
        share: elapsed fraction of the flight, 0 to 1.
        gravity: (3,) [m/s^2].
    """

    ends: Array
    seconds: float
    share: float
    gravity: Array

    def at(self, shares: Array) -> Array:
        """Center of mass (K, 3) at fractions (K,) of the flight, as determined by gravity [m]."""
        time = self.seconds * np.asarray(shares, float)[:, None]
        start, end = self.ends
        velocity = (end - start) / self.seconds - self.seconds / 2 * self.gravity
        arc: Array = start + time * velocity + time**2 / 2 * self.gravity
        return arc


@dataclass(frozen=True, eq=False)
class Posed:
    """A character in Pose Mode.

    Attributes:
        centre: (3,) of mass, world [m].
        touching: (P, 3) contact points on the ground, world [m]; none in the air.
        patches: (P,) their radii [m].
        ground: its height [m].
        stature: the character's largest extent [m].
        flight: at the current frame, if any.
    """

    centre: Array
    touching: Array
    patches: Array
    ground: float
    stature: float
    flight: KeyedFlight | None

    @property
    def support(self) -> Array:
        """Corners (K, 2) of the support area; fewer than 3 have no area."""
        angles = np.linspace(0.0, 2 * np.pi, AROUND, endpoint=False)
        around = np.stack([np.cos(angles), np.sin(angles)], 1)
        points = self.touching[:, None, :2] + self.patches[:, None, None] * around
        flat = np.unique(points.reshape(-1, 2).round(9), axis=0)
        corners: Array = flat[convex_hull_2d([(x, y) for x, y in flat])] if len(flat) > 2 else flat
        return corners

    @property
    def is_balanced(self) -> bool:
        """Whether the center of mass is above the support area."""
        return len(self.support) > 2 and is_inside(self.centre[:2], self.support)


def draw_posed(posed: Posed) -> Drawing:
    """Center of mass with its plumb line, support area, and flight arc with the deviation of the pose from it."""
    size, centre = 0.02 * posed.stature, posed.centre
    foot, lift = np.array([*centre[:2], posed.ground]), np.array([0.0, 0.0, 0.002 * posed.stature])
    ball = ellipsoids(centre[None], np.eye(3)[None], np.full((1, 3), size), np.array([ORANGE]), layer=TOP)
    drawn = [ball, segments(centre, foot, SHADE)]
    if len(posed.touching):
        drawn += [_support(posed), disc(foot + lift, 1.5 * size, SHADE, layer=GROUND)]
    if posed.flight is not None:
        there = posed.flight.at(np.array([posed.flight.share]))[0]
        far = float(np.linalg.norm(there - centre))
        colour = STEADY if far < NEAR * posed.stature else FALLING
        drawn += [
            path(posed.flight.at(np.linspace(0.0, 1.0, STEPS)), ARC),
            segments(centre, there, (*colour[:3], 1.0)),
        ]
        drawn += [disc(end, 0.75 * size, ARC) for end in (*posed.flight.ends, there)]
    return together(drawn)


def _support(posed: Posed) -> Drawing:
    corners = posed.support
    heights = np.full(len(corners), posed.ground + 0.001 * posed.stature)
    return support_area(np.column_stack([corners, heights]), is_balanced=posed.is_balanced)
