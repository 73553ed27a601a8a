"""Rows that are linear in the positions of points relative to moving bodies."""

import numpy as np

from ...arrays import Array
from ..state import State
from ..transcription import Transcription
from .component import Pattern
from .point_terms import PointTerms


class MovingSurfaceTerms:
    """direction . p of each term, a . b in problem/moving_surface.py, and the carrier's center at rest.

    Args:
        transcription: of the problem.
        terms: on moving bodies.
    """

    def __init__(self, transcription: Transcription, terms: PointTerms) -> None:
        self._transcription, self._row, self._direction = transcription, terms.row, terms.direction
        c = self._carried = transcription.moving_surfaces(terms.frame, terms.point, terms.carrier)
        row = np.broadcast_to(terms.row[:, None], c.used.shape)
        self.jacobian_pattern: Pattern = (row[c.used], c.index[c.used])
        pair = c.used[:, :, None] & c.used[:, None]
        self._lower = pair & np.tril(np.ones(pair.shape[1:], bool))
        a, b = (np.broadcast_to(p, pair.shape)[self._lower] for p in (c.index[:, :, None], c.index[:, None]))
        self.hessian_pattern: Pattern = (np.maximum(a, b), np.minimum(a, b))

    def values(self, state: State, n_rows: int) -> Array:
        """(n_rows,)."""
        c = self._carried
        amounts = (c.arms(state.pose) * self._turned(state)).sum(0) + (self._direction * c.rest).sum(1)
        return np.asarray(np.bincount(self._row, amounts, n_rows), float)

    def jacobian(self, state: State) -> Array:
        """Values at ``jacobian_pattern``."""
        c, b = self._carried, self._turned(state)
        slopes = c.arm_slopes(state.pose) * b[..., None] + c.arms(state.pose)[..., None] * c.axis_slopes(
            state.pose, b
        )
        return np.asarray(slopes.sum(0)[c.used])

    def hessian(self, state: State, multipliers: Array) -> Array:
        """Values at ``hessian_pattern``, without the part that ``point_weights`` supplies."""
        c = self._carried
        bend = np.einsum(
            "rki,rkj->kij", c.arm_slopes(state.pose), c.axis_slopes(state.pose, self._turned(state))
        )
        whole = (bend + bend.swapaxes(1, 2)) * multipliers[self._row][:, None, None]
        return np.asarray(whole[self._lower])

    def point_weights(self, state: State, multipliers: Array) -> Array:
        """(3, N, P), see ``Component.point_weights``."""
        c, weight = self._carried, multipliers[self._row]
        return c.on_points(c.arms(state.pose) * weight, self._turned(state) * weight, self._direction)

    def _turned(self, state: State) -> Array:
        """(3, T) b."""
        return np.einsum("krm,km->rk", self._carried.turns(state.pose), self._direction)
