"""What lets a warm start see the bounds that its neighbour did not touch."""

from dataclasses import replace

import numpy as np

from ..problem.constraints.component import Array
from .multipliers import Multipliers
from .programme import Programme

WARM_PUSH = 1e-2  # of unknowns from their bounds; 1e-6 holds every unknown that must leave its bound
SLACK_PUSH = 3e-3  # of rows from theirs: they are metres more often than radians
STIFFNESS = 3e-6  # multiplier of a bound times its distance squared


def with_bounds_ahead(multipliers: Multipliers, programme: Programme, x: Array) -> Multipliers:
    """The multipliers of a neighbour, those of bounds that lie ahead of ``x`` raised.

    A bound that the neighbour does not touch has next to no multiplier z, and so next to no part in the matrix of the
    next step, where the distance s from it counts by z / s: the step goes right through it and is cut for all
    unknowns at once. As z = STIFFNESS / s^2 it is felt the more, the nearer it is. Only where one begins is changed,
    not what is solved.

    Args:
        multipliers: of the neighbour.
        programme: that is to be solved.
        x: (size,) where it begins.
    """
    row = programme.constraints(np.clip(x, programme.lower, programme.upper))
    pull = _felt(programme.g_upper - row, SLACK_PUSH) - _felt(row - programme.g_lower, SLACK_PUSH)
    pull[programme.g_lower == programme.g_upper] = 0.0
    return replace(
        multipliers,
        rows=np.where(np.abs(pull) > np.abs(multipliers.rows), pull, multipliers.rows),
        lower=np.maximum(multipliers.lower, _felt(x - programme.lower, WARM_PUSH)),
        upper=np.maximum(multipliers.upper, _felt(programme.upper - x, WARM_PUSH)),
    )


def _felt(distance: Array, least: float) -> Array:
    """Multipliers of bounds at a distance; none are nearer than the optimiser begins at."""
    return STIFFNESS / np.maximum(distance, least) ** 2
