"""Keyed range of controls for a repeating take, and its extrapolation."""

from dataclasses import dataclass

import bpy
import numpy as np

from ...solver.job.cycle import Cycle
from ..blender.write_motion import TURNS

STRAIGHT = 1e-6  # rad; cycles that turn by less are straight


@dataclass(frozen=True)
class Repetitions:
    """Keyed range of a take.

    Attributes:
        last: last keyed frame.
        goes_on: whether it repeats after that.
        travels: whether each repetition continues from the end of the previous one.
    """

    last: float
    goes_on: bool
    travels: bool


def repetitions_of(take: bpy.types.Action, cycle: Cycle | None, end: int) -> Repetitions:
    """Turning cycles are keyed until they are back at the start, or to the scene's end: curves cannot repeat turns."""
    first, last = take.frame_range[0], take.frame_range[1]
    if cycle is None or abs(cycle.yaw) < STRAIGHT:
        return Repetitions(last, cycle is not None, travels=True)
    shown = int(np.clip(np.ceil((end - first) / (last - first)), 1, TURNS))
    round_trip = cycle.round_trip(shown)
    return Repetitions(first + (round_trip or shown) * (last - first), round_trip > 0, travels=False)
