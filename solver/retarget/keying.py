"""Few keys for a curve that is known at every frame."""

import numpy as np
from scipy.interpolate import CubicHermiteSpline

from ..arrays import Array
from .curve import KeyedCurve


def keyed(times: Array, values: Array, tolerance: float) -> KeyedCurve:
    """The curve with the fewest keys found that stays within a tolerance; slopes are those of the values.

    Keys are added where the curve is farthest off (Schneider 1990), so that holds and turns get theirs first.

    Args:
        times: (F,) increasing [s].
        values: (F, k).
        tolerance: largest distance of any component.
    """
    if np.ptp(values, axis=0).max(initial=0.0) <= tolerance or len(times) < 2:
        return KeyedCurve((float(times[0]),), (tuple(values.mean(axis=0).tolist()),))
    slopes = np.gradient(values, times, axis=0)
    keys = [0, len(times) - 1]
    while True:
        spline = CubicHermiteSpline(times[keys], values[keys], slopes[keys])
        off = np.abs(spline(times) - values).max(axis=1)
        worst = int(off.argmax())
        if off[worst] <= tolerance or worst in keys:
            break
        keys = sorted([*keys, worst])
    return KeyedCurve(
        tuple(times[keys].tolist()),
        tuple(map(tuple, values[keys].tolist())),
        tuple(map(tuple, slopes[keys].tolist())),
    )
