"""Sagittal relative: sideways 0 is at rest and 1 in the middle, so that hands meet there on any creature.

Planned by Hecker et al. (2008, footnote 3). Bodies in the middle have no way to go; they move as their limb is long.
"""

import numpy as np

from .part import MovedPart
from .placing import Placing

LEAST = 1e-2  # of the creature's width


def placed(placing: Placing, part: MovedPart) -> Placing:
    """Second axis from the rest position to the sagittal plane."""
    off = float(part.rest[1])
    if abs(off) < LEAST * float(part.size[1]):
        off = -part.limb_length
    return placing.with_axis(1, np.array([0.0, -off, 0.0]), start=part.rest)
