"""Restores contacts without which the body would topple."""

import numpy as np

from ...arrays import Array, Flags
from ...stretches import stretches
from .points import CandidatePoints

TOPPLES = 0.5  # tangent of the lean beyond the support from which more contacts are needed
LIES = 0.05  # sizes per fall, 15 cm/s for a person; faster bodies may topple for a while, as in a roll
FLAT = 0.02  # sizes; minimum height of the center of mass above the support
DIRECTIONS = np.array([[np.cos(angle), np.sin(angle)] for angle in np.arange(16) * np.pi / 8]).T


def balanced(
    touches: Flags, discarded: Flags, points: CandidatePoints, likelihood: Array, middle: Array, least: float
) -> Flags:
    """(N, P) contacts, plus discarded slow ones while the body would topple without them.

    Args:
        touches: (N, P) whether each point touches.
        discarded: (N, P) contacts discarded in favor of a neighbor; the most likely are restored first.
        points: candidates.
        likelihood: (N, P) likelihood of contact.
        middle: (N, 3) center of mass, world [sizes].
        least: number of frames below which toppling is ignored.
    """
    touches, discarded = touches.copy(), discarded & (points.speed < LIES)
    parts = [
        (p, first, last) for p in range(discarded.shape[1]) for first, last in stretches(discarded[:, p])
    ]
    for p, first, last in sorted(parts, key=lambda part: -likelihood[part[1] : part[2] + 1, part[0]].sum()):
        (needed,) = np.nonzero(needs(touches, p, points, middle, slice(first, last + 1)))
        if len(needed) >= least:
            touches[first + max(needed[0] - 1, 0) : min(first + needed[-1] + 1, last) + 1, p] = True
    return touches


def needs(touches: Flags, p: int, points: CandidatePoints, middle: Array, frames: slice) -> Flags:
    """(F,) whether the body would topple without p, given contacts (N, P), at each frame of a slice."""
    both = np.repeat(touches[None, frames], 2, axis=0)
    both[0, :, p], both[1, :, p] = False, True
    without, with_it = (_leans(each, points.places[frames], middle[frames]) for each in both)
    return np.asarray((without > TOPPLES) & (without > with_it + TOPPLES / 2))


def _leans(touches: Flags, places: Array, middle: Array) -> Array:
    """(N,) horizontal distance of the center of mass from its support, over its height; infinite without contacts.

    The distance from the hull of points p is max_u min_p u . (p - c), over horizontal unit vectors u.

    Args:
        touches: (N, P) whether each point touches.
        places: (N, P, 3) of the points, world [sizes].
        middle: (N, 3) center of mass c, world [sizes].
    """
    along = np.where(touches[..., None], (places - middle[:, None])[..., :2] @ DIRECTIONS, np.inf)
    lowest = np.where(touches, places[..., 2], np.inf).min(1)
    return np.asarray(np.maximum(along.min(1).max(1), 0.0) / np.maximum(middle[:, 2] - lowest, FLAT))
