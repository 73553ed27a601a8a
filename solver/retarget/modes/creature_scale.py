"""Scale by creature size: large creatures move far along each of their extents (Hecker 2008, section 3.2.2)."""

from dataclasses import replace

from .part import MovedPart
from .placing import Placing


def placed(placing: Placing, part: MovedPart) -> Placing:
    """Axes as long as the creature's extents along them."""
    return replace(placing, axes=placing.axes * part.size)
