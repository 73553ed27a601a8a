"""Penalty for jumps at the edges of a window, where acceleration and forces continue (Cohen 1992, section 3.3).

Cohen's windows are continuous to second order because their splines are. Values per frame are not: minimal effort
between two positions and velocities begins with a jump of the force, at any frame rate.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from ..arrays import Array, Flags, Indices
from ..job.job import Objective
from ..job.objectives.force_change import ForceChange
from ..job.objectives.jerk import Jerk
from ..job.objectives.torque_change import TorqueChange
from ..problem.objectives.acceleration import SMOOTH_TIME
from ..problem.objectives.force_change import CHANGE_TIME
from ..problem.objectives.jerk import JERK_TIME
from ..problem.objectives.squares import Squares
from ..problem.objectives.torque_change import RISE_TIME
from ..problem.objectives.weighted_sum import WeightedSum
from ..problem.problem import Problem
from ..problem.transcription import Transcription

EDGE_TIME = 0.15  # s from an edge within which jumps are penalized, less with distance
RISE = 0.05  # s; duration of a change of force or acceleration at an edge if only effort counts
MEASURES = (
    Jerk((SMOOTH_TIME**2 * RISE / JERK_TIME**3) ** 2),
    TorqueChange((RISE / RISE_TIME) ** 2),
    ForceChange((RISE / CHANGE_TIME) ** 2),
)


def edge_penalty(
    problem: Problem, x: Array, window: Indices, *, free: Flags, frames: Indices, is_blind: bool
) -> WeightedSum:
    """Penalizes changes of jerk, and of the rates of torques and forces, near the edges.

    An unchanged motion costs nothing. In a blind window, whose future is unknown, the jerk and the rates themselves are
    penalized after its first frame.

    Args:
        problem: of the motion.
        x: (size,) its current unknowns.
        window: (F,) frames whose motion may change, in order.
        free: (size,) which unknowns may change.
        frames: (size,) frame of each unknown.
        is_blind: whether the window has no far edge.
    """
    near = _nearness(problem.transcription, window, has_end=not is_blind)[frames]
    edges = _Edges(problem.rows_of, x, near, free, is_blind)
    return WeightedSum(MEASURES, problem.transcription, edges.rows)


def _nearness(transcription: Transcription, window: Indices, *, has_end: bool) -> Array:
    """(N,) weight of each frame: 1 at an edge, falling to 0 at EDGE_TIME or the window's middle; 0 outside."""
    n_frames, cyclic = transcription.timeline.n_frames, transcription.timeline.cycle is not None
    reach = max(min(EDGE_TIME / transcription.timeline.step, len(window) / (2 if has_end else 1)), 1.0)
    passed, near = np.arange(len(window)), np.zeros(n_frames)
    if len(window) == n_frames:  # no edges
        return near
    if cyclic or window[0] > 0:
        near[window] = np.maximum(near[window], 1 - passed / reach)
        near[window[0] - 1] = 1.0
    if has_end and (cyclic or window[-1] < n_frames - 1):
        near[window] = np.maximum(near[window], 1 - passed[::-1] / reach)
        near[(window[-1] + 1) % n_frames] = 1.0
    return np.maximum(near, 0.0)


@dataclass(frozen=True, eq=False)
class _Edges:
    """Rows of a measure near the edges.

    Attributes:
        rows_of: returns all rows of a measure.
        x: (size,) current unknowns.
        near: (size,) weight of each unknown near an edge.
        free: (size,) which unknowns may change.
        is_blind: whether to penalize values instead of changes.
    """

    rows_of: Callable[[Objective], Squares]
    x: Array
    near: Array
    free: Flags
    is_blind: bool

    def rows(self, measure: Objective, _: Transcription) -> Squares:
        """Rows times the square root of their weights."""
        s = self.rows_of(measure)
        nearness, changes = np.zeros(len(s.target)), np.zeros(len(s.target), bool)
        np.maximum.at(nearness, s.row, self.near[s.column])
        changes[s.row[self.free[s.column]]] = True
        factor = np.sqrt(nearness * changes)
        if not self.is_blind:
            now = np.bincount(s.row, s.value * self.x[s.column], len(s.target))
            s = replace(s, target=np.asarray(now, float))
        kept = factor[s.row] > 0
        return Squares(s.row[kept], s.column[kept], (s.value * factor[s.row])[kept], s.target * factor)
