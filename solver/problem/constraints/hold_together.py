"""What is held stays in the hand."""

import numpy as np

from ..called import called
from ..setting import Setting
from ..tracked_points import TrackedPoint
from ..violation import Place
from ..written import inside
from .point_rows import PointRows, Terms


class HoldTogether(PointRows):
    """x_a(t) - x_b(t) = 0 along each world axis while a hold lasts; x_b is fixed where the world holds.

    The force that this takes is a hold's pull, an unknown of the equations of motion (Witkin & Kass 1988,
    section 3: a constraint's own force).
    """

    def __init__(self, setting: Setting) -> None:
        frames, held = np.nonzero(setting.timeline.held)
        holds, points = setting.job.holds, setting.points
        self._hold, self._frame = held, frames
        self._called = []  # first of each hold's two
        for k, hold in enumerate(holds):
            with inside(f"job.holds[{k}]"):
                self._called.append(called(hold.called, hold.body_a, hold.body_b)[0])
        first = np.array([points.index(TrackedPoint(h.body_a, h.point_a)) for h in holds], np.intp)[held]
        ends = [points.index(TrackedPoint(h.body_b, h.point_b)) if h.body_b else -1 for h in holds]
        second = np.array(ends, np.intp)[held]
        row = np.arange(3 * len(held)).reshape(-1, 3)
        moving = second >= 0
        axes = np.tile(np.eye(3), (len(held), 1, 1))
        terms = Terms(
            np.concatenate([row.ravel(), row[moving].ravel()]),
            np.concatenate([np.repeat(frames, 3), np.repeat(frames[moving], 3)]) + 1,
            np.concatenate([np.repeat(first, 3), np.repeat(second[moving], 3)]),
            np.concatenate([axes.reshape(-1, 3), -axes[moving].reshape(-1, 3)]),
        )
        fixed = np.array([h.point_b for h in holds], float).reshape(-1, 3)[held]
        where = np.where(moving[:, None], 0.0, fixed).ravel()
        super().__init__(setting, terms, where, where)

    def describe(self, row: int, violation: float) -> str:
        hold = self.setting.job.holds[self._hold[row // 3]]
        return f"the hold '{hold.name}' is {100 * violation:.2g} cm apart"

    def place(self, row: int) -> Place:
        return Place(self.setting.when(self._frame[row // 3]), self._called[self._hold[row // 3]])
