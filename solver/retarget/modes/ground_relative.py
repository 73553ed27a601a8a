"""Ground relative: height 0 is at rest and 1 on the ground, whatever the creature's height (Hecker 2008, 3.2.2)."""

import numpy as np

from .part import MovedPart
from .placing import Placing

LEAST = 1e-2  # of the creature's height, for bodies that rest on the ground


def placed(placing: Placing, part: MovedPart) -> Placing:
    """Third axis from the rest height down to the ground."""
    height = max(float(part.rest[2]), LEAST * float(part.size[2]))
    return placing.with_axis(2, np.array([0.0, 0.0, -height]), start=part.rest)
