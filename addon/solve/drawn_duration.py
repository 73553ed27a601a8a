"""Expected duration of Make Physical, refined during its iterations.

The time of an iteration is proportional to the frames, and to the degrees of freedom to the power of 1.5. The number
of iterations is unknown; long motions and those with many contacts need more. After some iterations, the gradient of
the Lagrangian predicts how many are left (docs/measurements/fidelity.md). A motion with a high frame rate is solved at
fewer frames first, and then refined to all of them.
"""

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from ...solver.job.drawn_motion import first_steps
from ...solver.messages import Progress

# iterations for one frame and one contact, and the powers of frames and contacts by which they grow
USUAL, GROWTH, SPREAD = 1.3, 0.5, 0.8
REFINING = 17  # iterations at all frames
PER_FRAME = 3e-6  # s of one iteration, for each frame, at one degree of freedom
READING = 0.002  # s per frame, for evaluating and writing it in Blender
BEGINNING = 0.2  # s before the first iteration and after the last one
LATER = 0.4  # of the iterations so far; usually at least this share remains
# iterations left at a gradient of 1 if one more was expected; proportional to the fourth roots of both
LEFT = 4.0
RECENT = 3  # iterations over which the median of the gradient is taken
SEEN = 1.0  # s of a solve needed to measure its speed
FREEDOMS = 3  # of a body in a drawn motion, approximately


@dataclass(frozen=True)
class DrawnWork:
    """Properties of a drawn motion that determine its solving time.

    Attributes:
        first: number of frames of the first solve.
        n_refined: number of frames after refinement; equal to ``first`` without refinement.
        freedoms: degrees of freedom.
        contacts: number of possible contact points.
    """

    first: float
    n_refined: float
    freedoms: int
    contacts: int

    @classmethod
    def at(cls, frames: float, fps: float, *, freedoms: int, contacts: int) -> "DrawnWork":
        """For a motion with a number of frames and a frame rate."""
        return cls(first_steps(round(frames) - 1, fps) + 1, frames, freedoms, contacts)

    @property
    def finding(self) -> float:
        """Usual number of iterations of the first solve."""
        return float(USUAL * self.first**GROWTH * max(self.contacts, 1) ** SPREAD)

    @property
    def refining(self) -> float:
        """Usual number of iterations of the refinement."""
        return REFINING if self.first < self.n_refined else 0

    def seconds(self, finding: float, refining: float) -> float:
        """Seconds from the click to the motion on a computer of 2025, given the iterations."""
        solved = finding * self.first + refining * self.n_refined
        return BEGINNING + READING * self.n_refined + PER_FRAME * solved * float(self.freedoms**1.5)


def expected_seconds(work: DrawnWork) -> float:
    """Expected seconds from the click to the motion on a computer of 2025."""
    return work.seconds(work.finding, work.refining)


def pace_of(history: Sequence[Progress], work: DrawnWork, seconds: float) -> float:
    """Duration of a solve relative to that of its iterations on a computer of 2025."""
    refined = sum(each.is_refined for each in history)
    return seconds / work.seconds(len(history) - refined, refined)


def expected_left(history: Sequence[Progress], work: DrawnWork) -> float:
    """Remaining seconds predicted from the iterations so far, at least one; NaN within the first second."""
    seconds = history[-1].seconds
    if seconds < SEEN:
        return math.nan
    refined = sum(each.is_refined for each in history)
    at_first = len(history) - refined
    pace = seconds / (at_first * work.first + refined * work.n_refined)
    if refined:
        return pace * work.n_refined * max(work.refining - refined, LATER * refined)
    usual = max(work.finding - at_first, LATER * at_first)
    gradient = statistics.median(each.dual_infeasibility for each in history[-RECENT:])
    left = LEFT * math.sqrt(math.sqrt(usual * gradient))
    return pace * (work.first * left + work.n_refined * work.refining)
