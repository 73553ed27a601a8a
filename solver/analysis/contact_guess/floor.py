"""Where the floor is: by where most of what is still is most of the time, not by the lowest, which noise decides.

A capture's floor leans a little, drifts a little, and is not at the same height under heel and toe.
"""

from dataclasses import dataclass

import numpy as np

from ...arrays import Array, Flags

LEANS = 0.02  # expected slope of a capture's floor, as a tangent
DRIFTS = 0.03  # sizes; expected rise of a capture's floor from beginning to end
BLUR = 0.02  # sizes; by which heights of what stands differ anyway
SEES = 1.5  # times the height within which something stands; what is farther off says nothing of slopes
ROUNDS = 5
MUCH = 0.1  # of the time in which the body is held; less is no reason to look for the floor elsewhere
TRIED = 12  # levels on either side


@dataclass(frozen=True, eq=False)
class Floor:
    """A floor as seen.

    Attributes:
        level: in the middle of where and when something is still [sizes].
        above: (N, P) height of points above their own levels, 0 for what is lower [sizes].
        own: (P,) how much higher than the floor each point stands [sizes].
    """

    level: float
    above: Array
    own: Array


def find_floor(
    places: Array,
    still: Flags,
    feet: Flags,
    held: Flags,
    reach: tuple[Array, Array],
    *,
    low: float,
    fall: float,
) -> Floor:
    """The floor below points, some of which are still.

    Args:
        places: (N, P, 3) world [sizes].
        still: (N, P) whether each may stand.
        feet: (P,) which are made to; the surfaces of other bodies are known less well.
        held: (N,) whether something must hold the body.
        reach: (P,) how far below and above the floor a point that stands may seem to be [sizes].
        low: height within which something stands [sizes].
        fall: [frames], which count as one, being near to each other.
    """
    seen = np.concatenate(
        [places[..., :2], np.broadcast_to(np.arange(len(places))[:, None, None], (*places.shape[:2], 1))],
        axis=-1,
    )
    weight = still.any()
    middle = seen[still].mean(0) if weight else seen.mean((0, 1))
    seen = (seen - middle) * [LEANS, LEANS, DRIFTS / len(places)]
    heights, slope = places[..., 2], np.zeros(3)
    level, own = _levels(heights, still, feet, held, reach, low)
    for _ in range(ROUNDS if weight else 0):
        slope = _slope(seen, heights, (heights - own - seen @ slope) / (SEES * low), still / max(fall, 1.0))
        level, own = _levels(heights - seen @ slope, still, feet, held, reach, low)
    return Floor(level, np.maximum(heights - seen @ slope - own, 0.0), own - level)


def _levels(
    heights: Array, still: Flags, feet: Flags, held: Flags, reach: tuple[Array, Array], low: float
) -> tuple[float, Array]:
    """The level at which the lowest still point (N, P) is most of the time, and the one (P,) at which each is."""
    lowest = np.where(still, heights, np.inf).min(1)
    found = lowest[np.isfinite(lowest)]
    holding = np.where(still & feet, heights, np.inf).min(1)[held]
    holding = holding[np.isfinite(holding)]
    level = densest(found if len(found) else heights.min(1), low / 2)
    below, beyond = reach
    level = _within_reach_of_most(level, holding, float(below.max()), float(beyond.max()))
    stands = still & (heights > level - below) & (heights < level + beyond)
    own = [np.median(h[s]) if s.any() else level for h, s in zip(heights.T, stands.T, strict=True)]
    return level, np.array(own)


def _within_reach_of_most(level: float, holding: Array, below: float, beyond: float) -> float:
    """The level, or one from which it is within reach and much more of what holds the body (H,) as well.

    Feet of captures stand at different heights: what a body stands on says where the floor is, however far apart.
    """
    if not len(holding):
        return level
    tried = level + np.linspace(-beyond, below, 2 * TRIED + 1)[1:-1]
    seen = (holding > tried[:, None] - below) & (holding < tried[:, None] + beyond)
    worth = seen.mean(1) - MUCH * np.abs(tried - level) / (below + beyond)
    now = float(((holding > level - below) & (holding < level + beyond)).mean())
    return float(tried[worth.argmax()]) if worth.max() > now else level


def densest(values: Array, width: float) -> float:
    """The mean of those (N,) within a width of the one that has most of them there."""
    values = np.sort(values)
    first, after = np.searchsorted(values, values - width), np.searchsorted(values, values + width, "right")
    best = (after - first).argmax()
    return float(values[first[best] : after[best]].mean())


def _slope(seen: Array, heights: Array, off: Array, weight: Array) -> Array:
    """(3,) by which floors rise, at least squares with Tukey's weights, slopes of 1 being expected to be rare.

    Args:
        seen: (N, P, 3) where and when, in the lengths over which slopes are expected.
        heights: (N, P) [sizes].
        off: (N, P) distance from the floor known so far, as a share of what still counts.
        weight: (N, P) of each.
    """
    weight = weight * np.clip(1 - off**2, 0, 1) ** 2
    whole = np.maximum(weight.sum(0), 1e-12)
    away = seen - np.einsum("np,npi->pi", weight, seen) / whole[:, None]
    rise = heights - np.einsum("np,np->p", weight, heights) / whole
    normal = np.einsum("npi,np,npj->ij", away, weight, away) + BLUR**2 * np.eye(3)
    return np.asarray(np.linalg.solve(normal, np.einsum("npi,np,np->i", away, weight, rise)))
