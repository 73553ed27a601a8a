"""Scale by limb length: long limbs make large movements, short ones small movements (Hecker 2008, section 3.2.2)."""

from dataclasses import replace

from .part import MovedPart
from .placing import Placing


def placed(placing: Placing, part: MovedPart) -> Placing:
    """Axes as long as the limb."""
    return replace(placing, axes=placing.axes * part.limb_length)
