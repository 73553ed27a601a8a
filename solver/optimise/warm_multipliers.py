"""Multipliers for bounds that a warm start's neighbor does not touch."""

import numpy as np

from ..arrays import Array
from .interior_start import PUSH
from .multipliers import Multipliers
from .nlp import Nlp

SLACK_PUSH = 3e-3  # of rows from theirs: they are metres more often than radians
STIFFNESS = 3e-6  # multiplier of a bound times its distance squared


def aware(nlp: Nlp, x: Array, multipliers: Multipliers) -> Multipliers:
    """A neighbour's multipliers, those of bounds that lie ahead raised.

    A bound that the neighbour does not touch has next to no multiplier z, and so next to no part in the matrix of the
    next step, where the distance s from it counts by z / s: the step goes right through it and is cut for all
    unknowns at once. As z = STIFFNESS / s^2 it is felt the more, the nearer it is. Only where one begins is changed,
    not what is solved.

    Args:
        nlp: that is to be solved.
        x: (size,) like its solution, and off its bounds.
        multipliers: of the neighbour.
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
    """Multipliers of bounds at a distance, which counts as the least where it is smaller."""
    return STIFFNESS / np.maximum(distance, least) ** 2
