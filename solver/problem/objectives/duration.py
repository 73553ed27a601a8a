"""Duration of the motion."""

import numpy as np

from ...job.objectives.duration import Duration
from ..transcription import Transcription
from .squares import CONSTANT, ByStep, Squares


def squares(objective: Duration, transcription: Transcription) -> Squares:
    """Sqrt(h) for every step of the clip; constant except for unknown steps."""
    timeline = transcription.timeline
    n = timeline.n_frames - (timeline.cycle is None)
    row, pair = np.arange(n), np.arange(1, n + 1)
    value = np.full(n, np.sqrt(timeline.step))
    by_step = ByStep(np.stack([pair, pair], -1), np.ones(n, np.intp), np.full(n, -1))
    return Squares(row, np.full(n, CONSTANT), value, np.zeros(n), by_step)
