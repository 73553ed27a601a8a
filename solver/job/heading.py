"""The direction that an open clip faces over time."""

import numpy as np

from ..arrays import Array

Heading = tuple[float, ...]  # [rad] about Z at even times, interpolated linearly; empty: 0 throughout

AHEAD: Heading = ()


def headings(heading: Heading, count: int) -> Array:
    """(count,) [rad] at even frames."""
    values = np.array(heading or (0.0,))
    return np.interp(np.linspace(0, len(values) - 1, count), np.arange(len(values)), values)
