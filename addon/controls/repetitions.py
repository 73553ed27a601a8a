"""How far the controls of a take that repeats are keyed, and how they go on from there."""

from dataclasses import dataclass

import bpy
import numpy as np

from ...solver.job.cycle import Cycle
from ..blender.write_motion import TURNS

STRAIGHT = 1e-6  # rad: a cycle that turns by less goes straight on


@dataclass(frozen=True)
class Repetitions:
    """What is keyed of a take.

    Attributes:
        last: frame up to which.
        goes_on: whether it repeats from there.
        travels: whether each repetition goes on from where the last one arrived.
    """

    last: float
    goes_on: bool
    travels: bool


def repetitions_of(take: bpy.types.Action, cycle: Cycle | None, end: int) -> Repetitions:
    """One that turns is keyed until it is back where it began, or else up to the frame ``end``: no curve goes round.

    Args:
        take: the action.
        cycle: of its motion; None: it does not repeat.
        end: last frame of the scene.
    """
    first, last = take.frame_range[0], take.frame_range[1]
    if cycle is None or abs(cycle.yaw) < STRAIGHT:
        return Repetitions(last, cycle is not None, travels=True)
    shown = int(np.clip(np.ceil((end - first) / (last - first)), 1, TURNS))
    round_trip = cycle.round_trip(shown)
    return Repetitions(first + (round_trip or shown) * (last - first), round_trip > 0, travels=False)
