"""Rest relative: a movement counts from the rest pose, so that 0 is the rest pose of every creature."""

from dataclasses import replace

import numpy as np

from ...arrays import Array
from .part import MovedPart
from .placing import Placing


def placed(placing: Placing, part: MovedPart) -> Placing:
    """Origin at the handle's rest position."""
    return replace(placing, origin=part.rest[None])


def turned(part: MovedPart, is_relative: bool) -> Array:
    """(3, 3) factor behind a generalized rotation: none since rest, or from the axes that mean the same everywhere."""
    return np.eye(3) if is_relative else part.pointing.T
