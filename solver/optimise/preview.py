"""Unknowns of a motion as a message to those who watch."""

import numpy as np

from ..arrays import Array
from ..messages import DIGITS, Iterate
from ..problem.transcription import Transcription


def preview(iteration: int, transcription: Transcription, x: Array) -> Iterate:
    """The motion with as many digits as an eye can tell apart.

    Args:
        iteration: of the optimiser; of a search for timings the generation.
        transcription: of the unknowns.
        x: (size,) unknowns.
    """
    rows = np.round(x[transcription.variables.q], DIGITS).tolist()
    return Iterate(iteration, tuple(map(tuple, rows)))
