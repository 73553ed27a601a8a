"""How long it takes to make keys physical: told before it is begun, and better once its iterations are seen.

An iteration takes as long as there are frames, times the degrees of freedom to the power of 1.5. How many there will be
is not known; long captures need more, and nearly all between half and twice as many (docs/measurements/fidelity.md).
A motion of many frames a second is found at fewer first, and then refined to all of them.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from ...solver.job.drawn_motion import first_steps
from ...solver.messages import Progress

ITERATIONS, GROWTH = 2.8, 0.6  # of one frame, and the power of the frames with which they grow
REFINING = 17  # iterations at all frames
PER_FRAME = 1.7e-6  # s of one iteration, for each frame, at one degree of freedom
READING = 0.012  # s for each frame, which Blender shows once, and writes
BEGINNING = 0.9  # s until the first iteration, and from the last one to the motion
LATER = 0.4  # of the iterations so far; at least so many are still to come
SEEN = 1.0  # s of iterations after which their speed is known
FREEDOMS = 3  # of a body in a motion that is drawn, or nearly


@dataclass(frozen=True)
class DrawnFrames:
    """How many frames of a drawn motion are solved.

    Attributes:
        first: at which it is found.
        whole: to which it is refined then; as many as ``first`` where all are solved at once.
    """

    first: float
    whole: float

    @classmethod
    def at(cls, frames: float, fps: float) -> "DrawnFrames":
        """Of a motion of so many frames, so many a second."""
        return cls(first_steps(round(frames) - 1, fps) + 1, frames)

    @property
    def refining(self) -> float:
        """Iterations at all frames after those at fewer."""
        return REFINING if self.first < self.whole else 0


def expected_seconds(frames: DrawnFrames, freedoms: int) -> float:
    """From the click to the motion, on a computer of 2025.

    Args:
        frames: that are solved.
        freedoms: degrees of freedom.
    """
    solved = _iterations(frames.first) * frames.first + frames.refining * frames.whole
    return BEGINNING + READING * frames.whole + PER_FRAME * solved * float(freedoms**1.5)


def expected_left(history: Sequence[Progress], frames: DrawnFrames) -> float:
    """Seconds that iterations so far let expect; NaN: too few have been seen.

    Args:
        history: of the solve so far, not empty.
        frames: that are solved.
    """
    seconds = history[-1].seconds
    if seconds < SEEN:
        return math.nan
    refined = sum(each.is_refined for each in history)
    at_first = len(history) - refined
    pace = seconds / (at_first * frames.first + refined * frames.whole)
    if refined:
        return pace * frames.whole * max(frames.refining - refined, LATER * refined)
    left = max(_iterations(frames.first) - at_first, LATER * at_first)
    return pace * (frames.first * left + frames.whole * frames.refining)


def _iterations(frames: float) -> float:
    """How many there usually are."""
    return float(ITERATIONS * frames**GROWTH)
