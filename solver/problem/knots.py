"""Knots of one cubic B-spline: its values at frames, and knots inserted without changing it."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.interpolate import BSpline

Array = NDArray[np.float64]
Indices = NDArray[np.intp]

DEGREE = 3
LEAST_SPANS = 4  # of a closed curve: with fewer, a control point would meet itself
INDEPENDENT = 0.05  # smallest singular value of control points to frames; below, some are not determined


@dataclass(frozen=True, eq=False)
class Knots:
    """Where the pieces of a curve meet, in frames from 0 to its end.

    An open curve's end knots count fourfold, so that it starts and ends at its first and last control point.
    Control point i of a closed curve begins to count at break i.

    Attributes:
        breaks: (S + 1,) strictly increasing.
        closed: whether the curve's end is its start.
    """

    breaks: Array
    closed: bool

    @property
    def n_controls(self) -> int:
        """Number of control points."""
        return len(self.breaks) - 1 + (0 if self.closed else DEGREE)

    @property
    def vector(self) -> Array:
        """Knots with those beyond the ends."""
        if not self.closed:
            return np.pad(self.breaks, DEGREE, mode="edge")
        length = self.breaks[-1]
        before, after = self.breaks[-1 - DEGREE : -1] - length, self.breaks[1 : 1 + DEGREE] + length
        return np.concatenate([before, self.breaks, after])

    def matrix(self, frames: Array) -> Array:
        """(N, n_controls) shares of the control points in the curve's values."""
        shares = BSpline.design_matrix(frames, self.vector, DEGREE).toarray()
        if not self.closed:
            return np.asarray(shares)
        matrix = np.zeros((len(frames), self.n_controls))
        place = (np.arange(shares.shape[1]) - DEGREE) % self.n_controls
        np.add.at(matrix.T, place, shares.T)
        return matrix

    def is_determined(self, frames: Array) -> bool:
        """Whether values at the frames tell every control point."""
        if self.n_controls > len(frames):
            return False
        return bool(np.linalg.svd(self.matrix(frames), compute_uv=False)[-1] > INDEPENDENT)

    def inserted(self, at: float) -> tuple["Knots", Array]:
        """One more knot (Boehm 1980).

        Args:
            at: between two breaks.

        Returns:
            The finer knots, and the matrix (n_controls + 1, n_controls) that keeps the curve.
        """
        knots, n = self.vector, self.n_controls
        width = knots[DEGREE:] - knots[:-DEGREE]
        ratio = np.divide(at - knots[:-DEGREE], width, out=1.0 * (knots[:-DEGREE] < at), where=width > 0)
        share = np.clip(ratio, 0.0, 1.0)
        kept, shifted = np.diag(share)[:, :-1], np.diag(1 - share)[:, 1:]
        matrix = kept + shifted  # new_i = share_i old_i + (1 - share_i) old_(i - 1)
        place = int(np.searchsorted(self.breaks, at))
        finer = Knots(np.insert(self.breaks, place, at), self.closed)
        if self.closed:
            around = min(place, DEGREE) + np.arange(n + 1)  # once around, with all that change
            turned = np.zeros((n + 1, n))
            old = (np.arange(matrix.shape[1]) - DEGREE) % n
            for row in around:
                np.add.at(turned[(row - DEGREE) % (n + 1)], old, matrix[row])
            matrix = turned
        return finer, matrix


def even_knots(frames: Array, end: float, *, spans: int, closed: bool) -> Knots:
    """Knots at even distances; fewer than asked for where the frames would not tell all control points.

    Args:
        frames: (N,) where the curve has values.
        end: of the curve; a closed curve's is one frame beyond its last.
        spans: to begin with.
        closed: whether the curve's end is its start.
    """
    least = LEAST_SPANS if closed else 1
    spans = max(least, min(spans, len(frames)))
    while True:
        knots = Knots(np.linspace(0.0, end, spans + 1), closed)
        if spans == least or knots.is_determined(frames):
            return knots
        spans -= 1
