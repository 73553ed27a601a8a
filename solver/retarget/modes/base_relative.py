"""Base relative: a position counts from where the limb is attached, in limb lengths, so that 1 is stretched out.

Hecker et al. (2008, section 5) wished for a mode that means "close in" and "extended"; rest relative movements cannot
say it, since a limb may rest in any direction.
"""

from dataclasses import replace

import numpy as np

from .part import MovedPart
from .placing import Placing


def placed(placing: Placing, part: MovedPart) -> Placing:
    """Origin at the limb's first joint, axes as long as the limb."""
    return replace(placing, origin=part.base[None], axes=part.limb_length * np.eye(3)[None])
