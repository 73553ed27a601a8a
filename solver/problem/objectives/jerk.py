"""Squared changes of acceleration."""

import numpy as np

from ...job.objectives.jerk import Jerk
from ..transcription import Transcription
from .coordinates import coordinate_squares, whole_clip
from .squares import Squares

JERK_TIME = 0.05  # s; a jerk of 1 rad (or m) per JERK_TIME^3 costs 1 per second


def squares(objective: Jerk, transcription: Transcription) -> Squares:
    """JERK_TIME^3 (q(t+2) - 3 q(t+1) + 3 q(t) - q(t-1)) / h^3 sqrt(h)."""
    frames = whole_clip(transcription, before=1, after=2)
    return coordinate_squares(
        transcription, np.arange(transcription.tree.n), order=3, frames=frames, scale=JERK_TIME**3, target_value=0.0
    )  # fmt: skip
