"""Squares of degrees of freedom, or of their differences over time."""

import numpy as np
from numpy.typing import ArrayLike

from ...arrays import Indices
from ...expression.signals import Coordinate
from ..expression.repeats import Repeats
from ..expression.samples import Samples
from ..expression.signal_map import SignalMap
from ..transcription import Transcription
from .squares import Squares, over_time


def coordinate_squares(
    transcription: Transcription,
    dofs: Indices,
    *,
    order: int,
    frames: Indices,
    scale: ArrayLike,
    target_value: ArrayLike,
) -> Squares:
    """(scale (derivative of q - wanted))^2 sqrt(h) at frames of the whole clip; scale and wanted: (I, n)."""
    signals = SignalMap(transcription, tuple(Coordinate(int(i), order) for i in dofs), Samples(frames))
    shape = (len(frames), len(dofs))
    share = (
        0.5 if transcription.timeline.mirror else 1.0
    )  # other objectives count one half of a mirrored cycle
    factor = np.broadcast_to(np.asarray(scale, float), shape).ravel() * np.sqrt(
        share * transcription.timeline.step
    )
    target = factor * (np.broadcast_to(np.asarray(target_value, float), shape).ravel() - signals.constant)
    row = signals.unknown_row
    squares = Squares(row, signals.unknown_index, signals.unknown_factor * factor[row], target)
    return over_time(squares, np.repeat(frames % transcription.timeline.n_frames, len(dofs)))


def whole_clip(transcription: Transcription, before: int = 0, after: int = 0) -> Indices:
    """Frames of the whole clip with at least ``before`` and ``after`` neighbors."""
    repeats = Repeats(transcription)
    frames = np.arange(repeats.n_frames)
    return frames[repeats.exists(frames - before) & repeats.exists(frames + after)]
