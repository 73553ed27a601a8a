"""Multipliers for bounds that are inactive in a warm start's neighbor."""

import numpy as np

from ..arrays import Array
from .interior_start import PUSH
from .multipliers import Multipliers
from .nlp import Nlp

SLACK_PUSH = 3e-3  # distance of rows from their bounds, more often in meters than in radians
STIFFNESS = 3e-6  # multiplier of a bound times its distance squared


def with_nearby_bounds_raised(nlp: Nlp, x: Array, multipliers: Multipliers) -> Multipliers:
    """A neighbor's multipliers, with those of nearby bounds raised.

    A bound that is inactive in the neighbor has almost no multiplier z, and therefore almost no weight z / s in the
    matrix of the next step, with s the distance from it: the step crosses the bound and is truncated for all unknowns
    at once. With z = STIFFNESS / s^2, the weight grows as the bound gets nearer. This changes only the starting
    point, not the solution.

    Args:
        nlp: to be solved.
        x: (size,) near its solution, and off its bounds.
        multipliers: of the neighbor.
    """
    lower, upper = nlp.lower, nlp.upper
    row = nlp.constraints(x)
    pull = _felt(nlp.g_upper - row, SLACK_PUSH) - _felt(row - nlp.g_lower, SLACK_PUSH)
    pull[nlp.g_lower == nlp.g_upper] = 0.0
    return Multipliers(
        rows=np.where(np.abs(pull) > np.abs(multipliers.rows), pull, multipliers.rows),
        lower=np.maximum(multipliers.lower, _felt(x - lower, PUSH)),
        upper=np.maximum(multipliers.upper, _felt(upper - x, PUSH)),
    )


def _felt(distance: Array, least: float) -> Array:
    """Multipliers of bounds at a distance of at least ``least``."""
    return STIFFNESS / np.maximum(distance, least) ** 2
