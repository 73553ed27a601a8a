"""Squared distance from the artist's sketch."""

import numpy as np

from ...job.objectives.sketch import SketchCloseness
from ..transcription import Transcription
from .coordinates import coordinate_squares, whole_clip
from .squares import Squares


def squares(objective: SketchCloseness, transcription: Transcription) -> Squares:
    """Sqrt(weight h) (q - sketch), at every frame."""
    names = transcription.tree.names
    frames = whole_clip(transcription)
    values = [
        sketched.spread(len(frames), closed=transcription.timeline.cycle is not None)
        for sketched in objective.coordinates
    ]
    return coordinate_squares(
        transcription,
        np.array([names.index(sketched.dof) for sketched in objective.coordinates], np.intp),
        order=0,
        frames=frames,
        scale=np.sqrt([sketched.weight for sketched in objective.coordinates]),
        target_value=np.array(values).reshape(-1, len(frames)).T,
    )
