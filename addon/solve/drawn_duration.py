"""How long it takes to make keys physical: told before it is begun, and better once its iterations are seen.

An iteration takes as long as there are frames, times the degrees of freedom to the power of 1.5. How many there will be
is not known; long motions and those that lie on many contacts need more. Once some are done, the gradient of the
Lagrangian tells how many are left (docs/measurements/fidelity.md). A motion of many frames a second is found at fewer
first, and then refined to all of them.
"""

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from ...solver.job.drawn_motion import first_steps
from ...solver.messages import Progress

# iterations at a frame on a contact, and powers of the frames and of the contacts with which they grow
USUAL, GROWTH, SPREAD = 1.3, 0.5, 0.8
REFINING = 17  # iterations at all frames
PER_FRAME = 3e-6  # s of one iteration, for each frame, at one degree of freedom
READING = 0.002  # s for each frame, which Blender shows once, and writes
BEGINNING = 0.2  # s until the first iteration, and from the last one to the motion
LATER = 0.4  # of the iterations so far; at least so many are usually still to come
# iterations left at a gradient of 1 where one more was expected; both count with their fourth roots
LEFT = 4.0
RECENT = 3  # iterations whose median gradient counts
SEEN = 1.0  # s of iterations after which their speed is known
FREEDOMS = 3  # of a body in a motion that is drawn, or nearly


@dataclass(frozen=True)
class DrawnWork:
    """What the time of a drawn motion depends on.

    Attributes:
        first: frames at which it is found.
        whole: to which it is refined then; as many as ``first`` where all are solved at once.
        freedoms: degrees of freedom.
        contacts: points that may touch.
    """

    first: float
    whole: float
    freedoms: int
    contacts: int

    @classmethod
    def at(cls, frames: float, fps: float, *, freedoms: int, contacts: int) -> "DrawnWork":
        """Of a motion of so many frames, so many a second."""
        return cls(first_steps(round(frames) - 1, fps) + 1, frames, freedoms, contacts)

    @property
    def finding(self) -> float:
        """Iterations that there usually are at its first frames."""
        return float(USUAL * self.first**GROWTH * max(self.contacts, 1) ** SPREAD)

    @property
    def refining(self) -> float:
        """Iterations at all frames after those at fewer."""
        return REFINING if self.first < self.whole else 0

    def seconds(self, finding: float, refining: float) -> float:
        """From the click to the motion on a computer of 2025, with so many iterations."""
        solved = finding * self.first + refining * self.whole
        return BEGINNING + READING * self.whole + PER_FRAME * solved * float(self.freedoms**1.5)


def expected_seconds(work: DrawnWork) -> float:
    """From the click to the motion, on a computer of 2025."""
    return work.seconds(work.finding, work.refining)


def pace_of(history: Sequence[Progress], work: DrawnWork, seconds: float) -> float:
    """How many times as long as on a computer of 2025 a solve took for the iterations that it had.

    Args:
        history: of the solve.
        work: that it was.
        seconds: that it took.
    """
    refined = sum(each.is_refined for each in history)
    return seconds / work.seconds(len(history) - refined, refined)


def expected_left(history: Sequence[Progress], work: DrawnWork) -> float:
    """Seconds that iterations so far let expect; NaN: too few have been seen.

    Args:
        history: of the solve so far, not empty.
        work: that it is.
    """
    seconds = history[-1].seconds
    if seconds < SEEN:
        return math.nan
    refined = sum(each.is_refined for each in history)
    at_first = len(history) - refined
    pace = seconds / (at_first * work.first + refined * work.whole)
    if refined:
        return pace * work.whole * max(work.refining - refined, LATER * refined)
    usual = max(work.finding - at_first, LATER * at_first)
    gradient = statistics.median(each.dual_infeasibility for each in history[-RECENT:])
    left = LEFT * math.sqrt(math.sqrt(usual * gradient))
    return pace * (work.first * left + work.whole * work.refining)
