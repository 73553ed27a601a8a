"""How long it takes to make keys physical: told before it is begun, and better once its iterations are seen.

An iteration takes as long as there are frames, times the degrees of freedom to the power of 1.5. How many there will be
is not known; long captures need more, and nearly all between half and twice as many (docs/measurements/fidelity.md).
"""

import math
from collections.abc import Sequence

from ...solver.messages import Progress

ITERATIONS, GROWTH = 2.8, 0.6  # of one frame, and the power of the frames with which they grow
PER_FRAME = 1.7e-6  # s of one iteration, for each frame, at one degree of freedom
READING = 0.012  # s for each frame, which Blender shows once, and writes
BEGINNING = 0.9  # s until the first iteration, and from the last one to the motion
LATER = 0.4  # of the iterations so far; at least so many are still to come
SEEN = 1.0  # s of iterations after which their speed is known
FREEDOMS = 3  # of a body in a motion that is drawn, or nearly


def expected_seconds(frames: float, freedoms: int) -> float:
    """From the click to the motion, on a computer of 2025.

    Args:
        frames: that are solved.
        freedoms: degrees of freedom.
    """
    solving: float = _iterations(frames) * PER_FRAME * frames * freedoms**1.5
    return BEGINNING + READING * frames + solving


def expected_left(history: Sequence[Progress], frames: float) -> float:
    """Seconds that iterations so far let expect; NaN: too few have been seen.

    Args:
        history: of the solve so far, not empty.
        frames: that are solved.
    """
    if history[-1].seconds < SEEN:
        return math.nan
    count = len(history)
    return max(_iterations(frames) - count, LATER * count) * history[-1].seconds / count


def _iterations(frames: float) -> float:
    """How many there usually are."""
    return float(ITERATIONS * frames**GROWTH)
