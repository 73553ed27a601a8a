"""The two points of a hold coincide."""

import numpy as np

from ...job.display_names import display_names
from ...verify.violation import Kind, Place, Violation
from ..rows.point_rows import PointRows
from ..rows.point_terms import PointTerms
from ..tracked_points import TrackedPoint
from ..transcription import Transcription


class HoldTogether(PointRows):
    """x_a(t) - x_b(t) = 0 along each world axis while a hold lasts; x_b is fixed where the world holds.

    The constraint force is an unknown of the equations of motion (Witkin & Kass 1988, section 3).
    """

    def __init__(self, transcription: Transcription) -> None:
        frames, held = np.nonzero(transcription.timeline.held)
        holds, points = transcription.job.holds, transcription.points
        self._hold, self._frame = held, frames
        self._called = [display_names(h.display_names, h.body_a, h.body_b)[0] for h in holds]
        first = np.array([points.index(TrackedPoint(h.body_a, h.point_a)) for h in holds], np.intp)[held]
        ends = [points.index(TrackedPoint(h.body_b, h.point_b)) if h.body_b else -1 for h in holds]
        second = np.array(ends, np.intp)[held]
        row = np.arange(3 * len(held)).reshape(-1, 3)
        moving = second >= 0
        axes = np.tile(np.eye(3), (len(held), 1, 1))
        terms = PointTerms(
            np.concatenate([row.ravel(), row[moving].ravel()]),
            np.concatenate([np.repeat(frames, 3), np.repeat(frames[moving], 3)]) + 1,
            np.concatenate([np.repeat(first, 3), np.repeat(second[moving], 3)]),
            np.concatenate([axes.reshape(-1, 3), -axes[moving].reshape(-1, 3)]),
        )
        fixed = np.array([h.point_b for h in holds], float).reshape(-1, 3)[held]
        where = np.where(moving[:, None], 0.0, fixed).ravel()
        super().__init__(transcription, terms, where, where)

    def violation(self, row: int, amount: float) -> Violation:
        hold = int(self._hold[row // 3])
        place = Place(self.transcription.when(self._frame[row // 3]), self._called[hold])
        name, constraint = self.transcription.job.holds[hold].name, f"job.holds[{hold}]"
        return Violation(Kind.HOLD_TOGETHER, (name,), amount, "m", place, constraint)
