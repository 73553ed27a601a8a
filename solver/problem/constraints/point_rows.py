"""Rows that are linear in the positions of tracked points."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..setting import Setting
from ..state import State
from ..violation import Place
from .carried_terms import CarriedTerms
from .component import Array, Component, Indices, merged


@dataclass(frozen=True, eq=False)
class Terms:
    """direction . position of one tracked point at one extended frame, added to one row; many at once.

    Attributes:
        row: (T,) which row.
        frame: (T,) extended frame.
        point: (T,) which tracked point; contacts come first.
        direction: (T, 3).
        carrier: (T,) body as whose place the point counts, see problem/carried.py; -1: the world, as when left out.
    """

    row: Indices
    frame: Indices
    point: Indices
    direction: Array
    carrier: Indices = field(default_factory=lambda: np.array(-1))

    def __post_init__(self) -> None:
        object.__setattr__(self, "carrier", np.broadcast_to(self.carrier, self.row.shape))

    def only(self, which: NDArray[np.bool_]) -> "Terms":
        """Some of them."""
        return Terms(*(array[which] for array in self._arrays))

    def and_those(self, others: "Terms") -> "Terms":
        """These and others, added to the same rows."""
        return Terms(*(np.concatenate(both) for both in zip(self._arrays, others._arrays, strict=True)))

    @property
    def _arrays(self) -> tuple[NDArray[Any], ...]:
        return (self.row, self.frame, self.point, self.direction, self.carrier)


class PointRows(Component):
    """lower <= sum over a row's terms of direction . position <= upper [m].

    The Hessian is ``point_weights``: the equations of motion's own Hessian carries it along for nothing. Only places
    on moving bodies, which are bilinear in points, add to it.
    """

    is_full = True

    def __init__(self, setting: Setting, terms: Terms, lower: Array, upper: Array) -> None:
        self.setting, self.terms, self.lower, self.upper = setting, terms, lower, upper
        is_carried = terms.carrier >= 0
        self._fixed = terms.only(~is_carried)
        self._carried = CarriedTerms(setting, terms.only(is_carried)) if is_carried.any() else None
        terms = self._fixed
        points, dofs = setting.point_pairs
        term, pair = np.nonzero(terms.point[:, None] == points)
        self._moved = terms.frame[term] * len(points) + pair  # places in a component of state.point_jacobian
        self._at = terms.frame * len(setting.points) + terms.point  # and of pose.points
        self._direction = terms.direction.T.copy()
        timeline, n_points = setting.timeline, len(setting.points)
        gone = np.bincount(terms.row, (timeline.way[terms.frame] * terms.direction).sum(1), len(lower))
        longer = np.flatnonzero(gone) if setting.has_free_steps else np.empty(0, np.intp)
        self._gone = gone[longer]  # with the clip's length
        place = np.broadcast_to(setting.variables.length, longer.shape)
        self.jacobian_pattern = (
            np.concatenate([terms.row[term], longer]),
            np.concatenate([setting.place[terms.frame[term], dofs[pair]], place]),
        )
        if self._carried:
            parts = zip(self.jacobian_pattern, self._carried.jacobian_pattern, strict=True)
            row, column = (np.concatenate(both) for both in parts)
            self.jacobian_pattern, self.hessian_pattern = (row, column), self._carried.hessian_pattern
        one_each = np.array_equal(terms.row, np.arange(len(lower)))
        self._is_plain = one_each and not self._carried  # each row is one term
        self._slot: Indices | None = None
        if len(np.unique(terms.row * (timeline.n_frames + 2) + terms.frame)) < len(terms.row):
            # two points of one row and frame may hang on the same degrees of freedom
            self.jacobian_pattern, self._slot = merged(self.jacobian_pattern, setting.variables.size)
        point = setting.source_point[terms.frame, terms.point]
        self._pull = np.einsum("trc,tr->ct", timeline.placement.turn[terms.frame], terms.direction)
        at = timeline.source[terms.frame] * n_points + point
        self._pulled = (at + np.arange(3)[:, None] * timeline.n_frames * n_points).ravel()
        self._slope = terms.direction[term].T * setting.sign[terms.frame[term], dofs[pair]]

    def values(self, state: State) -> Array:
        points = state.pose.points.reshape(3, -1).take(self._at, axis=1)
        amounts = np.einsum("rt,rt->t", points, self._direction)
        if self._is_plain:
            return np.asarray(amounts)
        values = np.asarray(np.bincount(self._fixed.row, amounts, len(self.lower)), float)
        return values + self._carried.values(state, len(values)) if self._carried else values

    def jacobian(self, state: State) -> Array:
        motion = state.point_jacobian.reshape(3, -1).take(self._moved, axis=1)
        entries = np.einsum("rk,rk->k", motion, self._slope)
        if self._carried or len(self._gone):
            carried = [self._carried.jacobian(state)] if self._carried else []
            entries = np.concatenate([entries, self._gone, *carried])
        if self._slot is None:
            return entries
        return np.asarray(np.bincount(self._slot, entries, len(self.jacobian_pattern[0])))

    def hessian(self, state: State, multipliers: Array) -> Array:
        return self._carried.hessian(state, multipliers) if self._carried else np.empty(0)

    def point_weights(self, state: State, multipliers: Array) -> Array:
        n_frames, n_points = self.setting.timeline.n_frames, len(self.setting.points)
        pulls = self._pull * multipliers.take(self._fixed.row)
        sums = np.bincount(self._pulled, pulls.ravel(), 3 * n_frames * n_points)
        weights = np.asarray(sums, float).reshape(3, n_frames, n_points)
        return weights + self._carried.point_weights(state, multipliers) if self._carried else weights

    def describe(self, row: int, violation: float) -> str:
        return f"'{self.contact_name(row)}' is {100 * violation:.3g} cm away from its place"

    def contact_name(self, row: int) -> str:
        """Name of a row's first contact."""
        contact = int(self.terms.point[np.flatnonzero(self.terms.row == row)[0]])
        return self.setting.job.character.contacts[contact].name

    def place(self, row: int) -> Place:
        first = np.flatnonzero(self.terms.row == row)[0]
        frame = self.setting.timeline.source[self.terms.frame[first]]
        return self.place_of(int(self.terms.point[first]), frame)


def one_term_each(frames: Indices, points: Indices, direction: Array, carrier: Indices | int = -1) -> Terms:
    """Terms of rows that have one term each; direction: (3,), or (T, 3) row by row."""
    return Terms(
        row=np.arange(len(frames)),
        frame=frames,
        point=points,
        direction=np.broadcast_to(direction, (len(frames), 3)),
        carrier=np.array(carrier),
    )
