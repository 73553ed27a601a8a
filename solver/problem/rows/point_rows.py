"""Rows that are linear in the positions of tracked points."""

from typing import ClassVar

import numpy as np

from ...arrays import Array, Indices
from ...verify.violation import Kind, Violation
from ..reuse import Numbers
from ..state import State
from ..transcription import Transcription
from .component import Component, merged
from .moving_surface_terms import MovingSurfaceTerms
from .point_terms import PointTerms


class PointRows(Component):
    """lower <= sum over a row's terms of direction . position <= upper [m].

    The Hessian is ``point_weights``, which the Hessian of the equations of motion includes at no extra cost. Only
    points on moving bodies, whose terms are bilinear, add to it.

    Attributes:
        broken: kind of violation of the rows of this class.
    """

    is_full = True
    keeps = Numbers.BODIES | Numbers.SURFACES | Numbers.HOLDS
    broken: ClassVar[Kind] = Kind.POINT

    def __init__(self, transcription: Transcription, terms: PointTerms, lower: Array, upper: Array) -> None:
        self.transcription, self.terms, self.lower, self.upper = transcription, terms, lower, upper
        is_carried = terms.carrier >= 0
        self._fixed = terms.only(~is_carried)
        self._carried = (
            MovingSurfaceTerms(transcription, terms.only(is_carried)) if is_carried.any() else None
        )
        terms = self._fixed
        points, dofs = transcription.point_pairs
        term, pair = np.nonzero(terms.point[:, None] == points)
        self._moved = terms.frame[term] * len(points) + pair  # indices in a component of state.point_jacobian
        self._at = terms.frame * len(transcription.points) + terms.point  # and of pose.points
        self._direction = terms.direction.T.copy()
        timeline, n_points = transcription.timeline, len(transcription.points)
        gone = np.bincount(
            terms.row, (timeline.shift_slope[terms.frame] * terms.direction).sum(1), len(lower)
        )
        longer = np.flatnonzero(gone) if transcription.has_free_steps else np.empty(0, np.intp)
        self._gone = gone[longer]  # with the clip's length
        index = np.broadcast_to(transcription.variables.length, longer.shape)
        self.jacobian_pattern = (
            np.concatenate([terms.row[term], longer]),
            np.concatenate([transcription.index[terms.frame[term], dofs[pair]], index]),
        )
        if self._carried:
            parts = zip(self.jacobian_pattern, self._carried.jacobian_pattern, strict=True)
            row, column = (np.concatenate(both) for both in parts)
            self.jacobian_pattern, self.hessian_pattern = (row, column), self._carried.hessian_pattern
        one_each = np.array_equal(terms.row, np.arange(len(lower)))
        self._is_plain = one_each and not self._carried  # each row is one term
        self._slot: Indices | None = None
        if len(np.unique(terms.row * (timeline.n_frames + 2) + terms.frame)) < len(terms.row):
            # two points of one row and frame may share degrees of freedom
            self.jacobian_pattern, self._slot = merged(self.jacobian_pattern, transcription.variables.size)
        point = transcription.source_point[terms.frame, terms.point]
        self._pull = np.einsum("trc,tr->ct", timeline.placement.turn[terms.frame], terms.direction)
        at = timeline.source[terms.frame] * n_points + point
        self._pulled = (at + np.arange(3)[:, None] * timeline.n_frames * n_points).ravel()
        self._slope = terms.direction[term].T * transcription.sign[terms.frame[term], dofs[pair]]

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
        n_frames, n_points = self.transcription.timeline.n_frames, len(self.transcription.points)
        pulls = self._pull * multipliers.take(self._fixed.row)
        sums = np.bincount(self._pulled, pulls.ravel(), 3 * n_frames * n_points)
        weights = np.asarray(sums, float).reshape(3, n_frames, n_points)
        return weights + self._carried.point_weights(state, multipliers) if self._carried else weights

    def violation(self, row: int, amount: float) -> Violation:
        first = np.flatnonzero(self.terms.row == row)[0]
        frame = self.transcription.timeline.source[self.terms.frame[first]]
        return self.of_contact(self.broken, int(self.terms.point[first]), frame, amount, "m")


def one_term_each(
    frames: Indices, points: Indices, direction: Array, carrier: Indices | int = -1
) -> PointTerms:
    """PointTerms of rows that have one term each; direction: (3,), or (T, 3) row by row."""
    return PointTerms(
        row=np.arange(len(frames)),
        frame=frames,
        point=points,
        direction=np.broadcast_to(direction, (len(frames), 3)),
        carrier=np.array(carrier),
    )
