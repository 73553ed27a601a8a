"""Search for the timing of a motion if it is not given."""

import bpy

from ...solver.errors import InputError
from ...solver.job.job import TimingSearch
from ...solver.job.timings import CmaEs, FreeLength, Gradient
from .goal_kinds import FASTEST

GIVEN = "GIVEN"
LENGTH_RANGE = 2.0  # factor by which a timing search may shorten or lengthen a motion
LEAST_SHARE = 1 / 4  # of the set length, if the shortest one is requested
TIMING_SEARCHES: dict[str, TimingSearch] = {
    "POLISHED": Gradient(),
    "SEARCHED": CmaEs(),
    "BOTH": Gradient(evolution=CmaEs()),
}


def is_timing_free(settings: bpy.types.PropertyGroup) -> bool:
    """Whether the solver finds contact phases or the length."""
    return settings.timing != GIVEN or any(_shortens(goal) for goal in settings.goals)


def timing_search(settings: bpy.types.PropertyGroup) -> TimingSearch:
    """Method of the search for free timings; by gradient if only a goal minimizes time."""
    return TIMING_SEARCHES.get(settings.timing, Gradient())


def free_length(settings: bpy.types.PropertyGroup, length: float, *, follows_keys: bool) -> FreeLength | None:
    """Range of lengths [s] for a motion of this length; None if the length is fixed.

    Raises:
        InputError: a goal minimizes time, but the motion follows keys, which fix its length.
    """
    hurried = [goal.name for goal in settings.goals if _shortens(goal)]
    if follows_keys:
        if hurried:
            raise InputError(
                f"the goal '{hurried[0]}': expected a motion whose length is free, found keys to follow; "
                "disable Follow Keys or the goal"
            )
        return None
    if hurried:
        return FreeLength(length * LEAST_SHARE, length * LENGTH_RANGE)
    if settings.timing != GIVEN and settings.free_length:
        return FreeLength(length / LENGTH_RANGE, length * LENGTH_RANGE)
    return None


def _shortens(goal: bpy.types.PropertyGroup) -> bool:
    return bool(goal.use) and goal.kind == FASTEST
