"""Intervals of consecutive frames."""

import numpy as np

from .arrays import Flags


def stretches(flags: Flags) -> list[tuple[int, int]]:
    """First and last frame of each interval of True in (N,) flags."""
    edges = np.flatnonzero(np.diff(flags, prepend=False, append=False))
    return [(first, after - 1) for first, after in edges.reshape(-1, 2).tolist()]
