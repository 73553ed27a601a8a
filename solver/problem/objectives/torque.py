"""Squared muscle torques, not relative to strength."""

import numpy as np

from ...job.objectives.torque import Torque
from ..transcription import Transcription
from .squares import Squares, entries, over_time


def squares(objective: Torque, transcription: Transcription) -> Squares:
    """Sqrt(h) torque, for every muscle and dynamic frame."""
    variables = transcription.variables
    row = np.arange(variables.torque.size).reshape(variables.torque.shape)
    value = np.sqrt(transcription.timeline.step) * transcription.force_scale
    squares = entries((row, variables.torque, value), target=np.zeros(row.size))
    return over_time(squares, np.repeat(transcription.timeline.dynamic, row.shape[1]))
