"""Preview messages."""

import numpy as np

from ..arrays import Array
from ..messages import DIGITS, Iterate
from ..problem.transcription import Transcription


def preview(iteration: int, transcription: Transcription, x: Array) -> Iterate:
    """The motion, rounded to visible precision.

    Args:
        iteration: of the optimizer, or generation of a timing search.
        transcription: of the unknowns.
        x: (size,) unknowns.
    """
    rows = np.round(x[transcription.variables.q], DIGITS).tolist()
    return Iterate(iteration, tuple(map(tuple, rows)))
