"""Key reduction: a channel of one key per frame as cubic segments within a tolerance."""

from collections.abc import Callable
from itertools import pairwise

import numpy as np

from ..arrays import Array, Indices


def slopes_of(values: Array, *, closed: bool = False) -> Array:
    """(S, k) slopes per frame of samples (S, k); both ends of a closed channel have the slope across the seam."""
    slopes: Array = np.gradient(values, axis=0)
    if closed:
        slopes[[0, -1]] = (values[1] - values[0] + values[-1] - values[-2]) / 2
    return slopes


def hermite(values: Array, slopes: Array, keys: Indices) -> Array:
    """(S, k) cubic Hermite segments through the samples and slopes at ``keys`` (de Boor 1978, chapter 4)."""
    frames = np.arange(len(values))
    right = np.clip(np.searchsorted(keys, frames, side="right"), 1, len(keys) - 1)
    a, b = keys[right - 1], keys[right]
    h = (b - a)[:, None].astype(float)
    u = ((frames - a)[:, None]) / h
    start = (1 + 2 * u) * (1 - u) ** 2 * values[a] + u * (1 - u) ** 2 * h * slopes[a]
    curve: Array = start + u**2 * (3 - 2 * u) * values[b] + u**2 * (u - 1) * h * slopes[b]
    return curve


def keys_within(
    values: Array, tolerance: float, *, size: Callable[[Array], Array], closed: bool = False
) -> Indices:
    """Frames (K,) to keep so that cubic segments between them are within a tolerance at every frame.

    Starts with the ends and adds the worst frame of each segment until all are within the tolerance.

    Args:
        values: (S, k) one row per frame, S at least 2.
        tolerance: maximum ``size`` of a difference.
        size: norm (S,) of differences (S, k).
        closed: whether the channel repeats.
    """
    slopes, keys = slopes_of(values, closed=closed), np.array([0, len(values) - 1])
    while True:
        stray = size(hermite(values, slopes, keys) - values)
        worst = [a + int(stray[a:b].argmax()) for a, b in pairwise(keys)]
        more = [frame for frame in worst if stray[frame] > tolerance]
        if not more:
            return keys
        keys = np.union1d(keys, more)
