"""The stripe as colored bars in pixels. Pure geometry."""

from collections.abc import Callable

import numpy as np

from ..result.stripe import CHANGED, IMPOSSIBLE, UNCHANGED, Stripe
from .drawing import Colour, Drawing, fan, together

HEIGHT = 6.0  # pixels
COLOURS: dict[int, Colour] = {
    UNCHANGED: (0.3, 0.75, 0.35, 0.9),
    CHANGED: (0.95, 0.8, 0.2, 0.9),
    IMPOSSIBLE: (0.9, 0.2, 0.15, 1.0),
}


def bars(stripe: Stripe, to_pixel: Callable[[float], float], bottom: float) -> Drawing:
    """One bar for each run of frames with the same state.

    Args:
        stripe: to be drawn.
        to_pixel: horizontal position of a scene frame.
        bottom: lower edge of the bars [pixels].
    """
    drawings = []
    for start, end, state in stripe.runs:
        left, right, top = to_pixel(start), to_pixel(end), bottom + HEIGHT
        corners = np.array([(left, bottom, 0.0), (right, bottom, 0.0), (right, top, 0.0), (left, top, 0.0)])
        drawings.append(fan(corners, COLOURS[state]))
    return together(drawings)
