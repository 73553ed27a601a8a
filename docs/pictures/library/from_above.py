"""A walk seen from above: the curve that it follows, its center of mass, and its footprints."""

from itertools import pairwise

import numpy as np

from scripts.library.measures import EIGHT, eight
from solver.analysis.pose_sheet.shapes import Picture, colour, place
from solver.arrays import Array, Complex
from solver.clip.clip import Clip

PAPER, CURVE, WAY = colour("f6f4f0"), colour("c8c4bc"), colour("2a2a2a")
FEET = {"L": colour("3b8fe0"), "R": colour("f08030")}
MARGIN, THIN, THICK, PRINT = 0.6, 0.012, 0.05, 0.06  # m


def level_points(place: Complex) -> Array:
    """(K, 2) x and y of x + i y (K,) [m]."""
    return np.stack([place.real, place.imag], 1)


def from_above(clip: Clip, *, width: int) -> Picture:
    """A picture of a clip that follows the figure eight.

    Args:
        clip: on the ground.
        width: of the picture [pixels].
    """
    way = eight(EIGHT)
    curve = level_points(way.at(np.linspace(0, way.length, 300))[0])
    low, high = curve.min(0) - MARGIN, curve.max(0) + MARGIN
    across, middle = high - low, (high + low) / 2
    tall = bool(across[1] > across[0])  # a tall figure is turned on its side
    size = across[::-1] if tall else across

    def to_pixel(point: Array, *, nearer: float = 0.0) -> Array:
        u, v = point - middle
        return place(v, -u, nearer=nearer) if tall else place(u, v, nearer=nearer)

    found = Picture((width, round(width * size[1] / size[0])), float(size[0]), PAPER)
    for a, b in pairwise(curve):
        found.rod(to_pixel(a), to_pixel(b), THICK, CURVE)
    mass = np.array([body.mass for body in clip.motion.character.bodies])
    center = np.einsum("nbi,b->ni", clip.motion.position[..., :2], mass / mass.sum())
    for a, b in pairwise(center):
        found.rod(to_pixel(a, nearer=0.1), to_pixel(b, nearer=0.1), THIN, WAY)
    for c, contact in enumerate(clip.motion.character.contacts):
        stands = clip.motion.contact_active[:, c].astype(bool)
        for point in np.unique(clip.motion.contact_points[stands, c, :2].round(2), axis=0):
            found.dot(to_pixel(point, nearer=0.2), PRINT, FEET[contact.name[0]])
    return found
