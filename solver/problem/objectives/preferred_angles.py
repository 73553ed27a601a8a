"""Squared distance from the artist's preferred angles."""

import numpy as np

from ...job.objectives.preferred_angles import PreferredAngles
from ..transcription import Transcription
from .coordinates import coordinate_squares, whole_clip
from .squares import Squares


def squares(objective: PreferredAngles, transcription: Transcription) -> Squares:
    """Sqrt(weight h) (q - angle), at every frame."""
    names = transcription.tree.names
    return coordinate_squares(
        transcription,
        np.array([names.index(angle.dof) for angle in objective.angles], np.intp),
        order=0,
        frames=whole_clip(transcription),
        scale=np.sqrt([angle.weight for angle in objective.angles]),
        target_value=[angle.angle for angle in objective.angles],
    )
