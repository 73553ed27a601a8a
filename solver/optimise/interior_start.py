"""Moves a start off its bounds, as an interior-point method needs."""

import numpy as np

from ..arrays import Array
from .nlp import Nlp

PUSH = 1e-2  # off a bound; 1e-6 holds what must leave its bound


def interior_start(nlp: Nlp, x: Array, push: float = PUSH) -> Array:
    """Unknowns off their bounds by ``push``, in units of the bound where that is large, and of their range at most.

    IPOPT does the same by itself (Waechter and Biegler 2006, section 3.6), but asks for derivatives before. Open clips
    are left to it: scaled where they really begin, more flips end in a motion.

    Args:
        nlp: that is to be solved.
        x: (size,) first guess.
        push: from a bound of size 1 or less.
    """
    lower, upper = nlp.lower, nlp.upper
    room = upper - lower
    least = lower + push * np.minimum(_unit(lower), room)
    most = upper - push * np.minimum(_unit(upper), room)
    return np.clip(x, least, most)


def _unit(bound: Array) -> Array:
    """The size of bounds, at least 1; those at infinity stay there."""
    return np.where(np.isfinite(bound), np.maximum(np.abs(bound), 1.0), 1.0)
