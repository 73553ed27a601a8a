"""Estimates the floor from the most common height of still points; the lowest point depends on noise.

A capture's floor leans and drifts slightly, and differs in height under heel and toe.
"""

from dataclasses import dataclass

import numpy as np

from ...arrays import Array, Flags

LEANS = 0.02  # tangent; expected slope of a capture's floor
DRIFTS = 0.03  # sizes; expected rise of a capture's floor from beginning to end
BLUR = 0.02  # sizes; noise of the heights of standing points
SEES = 1.5  # times the maximum height of a standing point; points farther away do not affect the slope
ROUNDS = 5
MUCH = 0.1  # of the time that the body is supported; a smaller gain does not move the floor
TRIED = 12  # candidate levels on either side


@dataclass(frozen=True, eq=False)
class Floor:
    """An estimated floor.

    Attributes:
        level: height at the mean place and time of still points [sizes].
        above: (N, P) height of points above their own levels, at least 0 [sizes].
        levels: (P,) each point's own level above the floor [sizes].
    """

    level: float
    above: Array
    levels: Array


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
    """Fits a floor to still points.

    Args:
        places: (N, P, 3) world [sizes].
        still: (N, P) whether each may stand.
        feet: (P,) whether each is a contact of the character; surfaces of other bodies are less accurate.
        held: (N,) whether something must support the body.
        reach: (P,) apparent distance of a standing point below and above the floor, at most [sizes].
        low: maximum height of a standing point [sizes].
        fall: [frames], which count as one sample because they are correlated.
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
    """The most common height of the lowest still point (N, P), and the own level of each point (P,)."""
    lowest = np.where(still, heights, np.inf).min(1)
    standing = lowest[np.isfinite(lowest)]
    holding = np.where(still & feet, heights, np.inf).min(1)[held]
    holding = holding[np.isfinite(holding)]
    level = densest(standing if len(standing) else heights.min(1), low / 2)
    below, beyond = reach
    level = _within_reach_of_most(level, holding, float(below.max()), float(beyond.max()))
    stands = still & (heights > level - below) & (heights < level + beyond)
    own = [np.median(h[s]) if s.any() else level for h, s in zip(heights.T, stands.T, strict=True)]
    return level, np.array(own)


def _within_reach_of_most(level: float, holding: Array, below: float, beyond: float) -> float:
    """The level, or one within reach of it that explains many more heights (H,) of supporting points.

    Captured feet stand at different heights, but wherever a body stands, there is floor.
    """
    if not len(holding):
        return level
    candidates = level + np.linspace(-beyond, below, 2 * TRIED + 1)[1:-1]
    seen = (holding > candidates[:, None] - below) & (holding < candidates[:, None] + beyond)
    score = seen.mean(1) - MUCH * np.abs(candidates - level) / (below + beyond)
    current = float(((holding > level - below) & (holding < level + beyond)).mean())
    return float(candidates[score.argmax()]) if score.max() > current else level


def densest(values: Array, width: float) -> float:
    """Mean of the values (N,) within a width of the one with the most neighbors there."""
    values = np.sort(values)
    first, after = np.searchsorted(values, values - width), np.searchsorted(values, values + width, "right")
    best = (after - first).argmax()
    return float(values[first[best] : after[best]].mean())


def _slope(samples: Array, heights: Array, off: Array, weight: Array) -> Array:
    """(3,) slope of the floor by least squares with Tukey's weights, regularized toward 0.

    Args:
        samples: (N, P, 3) x, y and time, scaled so that the expected slope is 1.
        heights: (N, P) [sizes].
        off: (N, P) distance from the current floor; 1 is the cutoff.
        weight: (N, P) of each point.
    """
    weight = weight * np.clip(1 - off**2, 0, 1) ** 2
    whole = np.maximum(weight.sum(0), 1e-12)
    away = samples - np.einsum("np,npi->pi", weight, samples) / whole[:, None]
    rise = heights - np.einsum("np,np->p", weight, heights) / whole
    normal = np.einsum("npi,np,npj->ij", away, weight, away) + BLUR**2 * np.eye(3)
    return np.asarray(np.linalg.solve(normal, np.einsum("npi,np,np->i", away, weight, rise)))
