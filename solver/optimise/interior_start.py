"""Moves a start off its bounds, as an interior-point method needs."""

import numpy as np

from ..arrays import Array
from .nlp import Nlp

PUSH = 1e-2  # distance from bounds; 1e-6 traps unknowns that must leave their bounds


def interior_start(nlp: Nlp, x: Array, push: float = PUSH) -> Array:
    """Unknowns moved off their bounds by ``push``, relative to the bound if above 1, and at most to their range.

    IPOPT does the same (Waechter and Biegler 2006, section 3.6), but only after it has evaluated derivatives. Open
    clips are left to IPOPT: with scaling at the original start, more flips are solved.

    Args:
        nlp: to be solved.
        x: (size,) initial guess.
        push: distance from a bound of size 1 or less.
    """
    lower, upper = nlp.lower, nlp.upper
    room = upper - lower
    least = lower + push * np.minimum(_unit(lower), room)
    most = upper - push * np.minimum(_unit(upper), room)
    return np.clip(x, least, most)


def _unit(bound: Array) -> Array:
    """The size of bounds, at least 1, possibly infinite."""
    return np.where(np.isfinite(bound), np.maximum(np.abs(bound), 1.0), 1.0)
