"""A contact on a box or a plate stays within it."""

import numpy as np

from ...verify.violation import Kind
from ..rows.point_rows import PointRows
from ..rows.point_terms import PointTerms
from ..transcription import Transcription


class WithinTop(PointRows):
    """|side . (x_c(t) - middle)| <= half the side's length, for both sides of the top, as a stance begins.

    The rest of a stance has no rows: the contact does not slide.
    """

    broken = Kind.WITHIN_TOP

    def __init__(self, transcription: Transcription) -> None:
        timeline = transcription.timeline
        begins = timeline.active.copy()
        begins[1:] &= ~timeline.lasting[:-1]
        begins &= np.array([plane.half is not None for plane in transcription.planes])[timeline.surface]
        frames, contacts = np.nonzero(begins)
        planes = [transcription.planes[k] for k in timeline.surface[frames, contacts]]
        sides = np.array([plane.turn[:, :2].T for plane in planes]).reshape(-1, 3)  # (2 K, 3)
        middle = np.repeat([plane.point for plane in planes], 2, axis=0).reshape(-1, 3)
        half = np.array([plane.half for plane in planes], float).ravel()
        center = (sides * middle).sum(1)
        row, frame, point = np.arange(len(half)), np.repeat(frames, 2) + 1, np.repeat(contacts, 2)
        carrier = np.repeat(timeline.carrier[frames, contacts], 2)
        super().__init__(
            transcription, PointTerms(row, frame, point, sides, carrier), center - half, center + half
        )
