"""The direction that an open clip faces over time."""

import numpy as np

from ..arrays import Array

Heading = tuple[float, ...]  # [rad] about Z, at even times with straight lines between; none: 0 throughout

AHEAD: Heading = ()


def headings(told: Heading, count: int) -> Array:
    """(count,) [rad] at even frames."""
    given = np.array(told or (0.0,))
    return np.interp(np.linspace(0, len(given) - 1, count), np.arange(len(given)), given)
