"""Which of the points that touch a body needs, so as not to topple over the others."""

import numpy as np

from ...arrays import Array, Flags
from ...stretches import stretches
from .points import CandidatePoints

TOPPLES = 0.5  # tangent; a body that leans so far beside what touches needs what else does
LIES = 0.05  # sizes per fall, 15 cm/s for a person; faster bodies may well topple for a while, as in a roll
FLAT = 0.02  # sizes; as high the center of mass is at least
DIRECTIONS = np.array([[np.cos(angle), np.sin(angle)] for angle in np.arange(16) * np.pi / 8]).T


def balanced(
    kept: Flags, left: Flags, points: CandidatePoints, likely: Array, middle: Array, least: float
) -> Flags:
    """(N, P) that touch, with what lies and was left to neighbors while the body would topple without it.

    Args:
        kept: (N, P) whether each point touches.
        left: (N, P) whether it would, too, had it not been left to a neighbor; the surest come back first.
        points: that may touch.
        likely: (N, P) how likely each touches.
        middle: (N, 3) center of mass, world [sizes].
        least: frames for which it may well topple.
    """
    kept, left = kept.copy(), left & (points.speed < LIES)
    parts = [(p, first, last) for p in range(left.shape[1]) for first, last in stretches(left[:, p])]
    for p, first, last in sorted(parts, key=lambda part: -likely[part[1] : part[2] + 1, part[0]].sum()):
        (needed,) = np.nonzero(needs(kept, p, points, middle, slice(first, last + 1)))
        if len(needed) >= least:
            kept[first + max(needed[0] - 1, 0) : min(first + needed[-1] + 1, last) + 1, p] = True
    return kept


def needs(touches: Flags, p: int, points: CandidatePoints, middle: Array, own: slice) -> Flags:
    """(F,) frames of which the body would topple without p, beside the others (N, P) that touch."""
    both = np.repeat(touches[None, own], 2, axis=0)
    both[0, :, p], both[1, :, p] = False, True
    without, with_it = (_leans(each, points.places[own], middle[own]) for each in both)
    return np.asarray((without > TOPPLES) & (without > with_it + TOPPLES / 2))


def _leans(touches: Flags, places: Array, middle: Array) -> Array:
    """(N,) how far the center of mass is beside what touches, of its height above that; infinite where nothing does.

    Beside the hull of points p it is by max_u min_p u . (p - c), over horizontal directions u.

    Args:
        touches: (N, P) whether each point does.
        places: (N, P, 3) of the points, world [sizes].
        middle: (N, 3) center of mass c, world [sizes].
    """
    along = np.where(touches[..., None], (places - middle[:, None])[..., :2] @ DIRECTIONS, np.inf)
    lowest = np.where(touches, places[..., 2], np.inf).min(1)
    return np.asarray(np.maximum(along.min(1).max(1), 0.0) / np.maximum(middle[:, 2] - lowest, FLAT))
