"""Rows that are linear in the positions of tracked points."""

from dataclasses import dataclass

import numpy as np

from ..setting import Setting
from ..state import State
from .component import Array, Component, Indices


@dataclass(frozen=True, eq=False)
class Terms:
    """direction . position of one tracked point at one extended frame, added to one row; many at once.

    Attributes:
        row: (T,) which row.
        frame: (T,) extended frame.
        point: (T,) which tracked point; contacts come first.
        direction: (T, 3).
    """

    row: Indices
    frame: Indices
    point: Indices
    direction: Array


class PointRows(Component):
    """lower <= sum over a row's terms of direction . position <= upper [m].

    The Hessian is ``point_weights``: the equations of motion's own Hessian carries it along for nothing.
    """

    is_full = True

    def __init__(self, setting: Setting, terms: Terms, lower: Array, upper: Array) -> None:
        self.setting, self.terms, self.lower, self.upper = setting, terms, lower, upper
        points, dofs = setting.point_pairs
        term, pair = np.nonzero(terms.point[:, None] == points)
        self._term, self._pair = term, pair
        timeline, n_points = setting.timeline, len(setting.points)
        gone = np.bincount(terms.row, (timeline.way[terms.frame] * terms.direction).sum(1), len(lower))
        longer = np.flatnonzero(gone) if setting.has_free_steps else np.empty(0, np.intp)
        self._gone = gone[longer]  # with the clip's length
        place = np.broadcast_to(setting.variables.length, longer.shape)
        self.jacobian_pattern = (
            np.concatenate([terms.row[term], longer]),
            np.concatenate([setting.place[terms.frame[term], dofs[pair]], place]),
        )
        point = setting.source_point[terms.frame, terms.point]
        self._pull = np.einsum("trc,tr->ct", timeline.placement.turn[terms.frame], terms.direction)
        at = timeline.source[terms.frame] * n_points + point
        self._pulled = at + np.arange(3)[:, None] * timeline.n_frames * n_points
        self._slope = terms.direction[term].T * setting.sign[terms.frame[term], dofs[pair]]

    def values(self, state: State) -> Array:
        t = self.terms
        amounts = (state.pose.points[:, t.frame, t.point] * t.direction.T).sum(0)
        return np.asarray(np.bincount(t.row, amounts, len(self.lower)), float)

    def jacobian(self, state: State) -> Array:
        motion = state.point_jacobian[:, self.terms.frame[self._term], self._pair]
        return np.concatenate([(motion * self._slope).sum(0), self._gone])

    def point_weights(self, state: State, multipliers: Array) -> Array:
        shape = (3, self.setting.timeline.n_frames, len(self.setting.points))
        pulls = self._pull * multipliers[self.terms.row]
        sums = np.bincount(self._pulled.ravel(), pulls.ravel(), int(np.prod(shape)))
        return np.asarray(sums, float).reshape(shape)

    def contact_name(self, row: int) -> str:
        """Name of a row's first contact."""
        contact = int(self.terms.point[np.flatnonzero(self.terms.row == row)[0]])
        return self.setting.job.character.contacts[contact].name

    def when(self, row: int) -> str:
        """A row's first frame in words."""
        first = int(self.terms.frame[np.flatnonzero(self.terms.row == row)[0]])
        return self.setting.when(int(self.setting.timeline.source[first]))


def one_term_each(frames: Indices, points: Indices, direction: Array) -> Terms:
    """Terms of rows that have one term each; direction: (3,), or (T, 3) row by row."""
    return Terms(np.arange(len(frames)), frames, points, np.broadcast_to(direction, (len(frames), 3)))
