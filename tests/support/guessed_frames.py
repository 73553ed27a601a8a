"""Frames of guessed contacts."""

import numpy as np

from solver.analysis.contact_guess.guessed import GuessedContact
from solver.arrays import Flags


def frames_of(contact: GuessedContact, count: int) -> Flags:
    """(N,) whether a guessed contact touches at each of ``count`` frames."""
    touches = np.zeros(count, bool)
    for phase in contact.phases:
        first, last = (round(at * (count - 1)) for at in (phase.start, phase.start + phase.duration))
        touches[first : last + 1] = True
    return touches
