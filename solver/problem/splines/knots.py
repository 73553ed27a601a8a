"""Knots of a cubic B-spline: evaluation at frames, and knot insertion."""

from dataclasses import dataclass

import numpy as np

from ...arrays import Array

DEGREE = 3
LEAST_SPANS = 4  # of a closed curve: with fewer, a basis function would overlap itself
INDEPENDENT = 0.05  # smallest singular value of the basis at the frames that determines all control points


@dataclass(frozen=True, eq=False)
class Knots:
    """Knots from 0 to the end of the curve, in frames or another unit of time.

    An open curve is clamped: its end knots have multiplicity 4. The basis function of control point i of a closed curve
    begins at break i.

    Attributes:
        breaks: (S + 1,) strictly increasing.
        closed: whether the curve is periodic.
        half: 1 or -1 for a closed curve whose second half is its first or the negative of it, and which has control
            points for its first half only; else 0.
    """

    breaks: Array
    closed: bool
    half: int = 0

    @property
    def spans(self) -> Array:
        """(S + 1,) breaks of the spans that may be divided."""
        return self.breaks[: len(self.breaks) // 2 + 1] if self.half else self.breaks

    @property
    def n_controls(self) -> int:
        """Number of control points."""
        return len(self.spans) - 1 + (0 if self.closed else DEGREE)

    @property
    def vector(self) -> Array:
        """(n_knots,) knot vector, including knots beyond the ends."""
        if not self.closed:
            return np.pad(self.breaks, DEGREE, mode="edge")
        length = self.breaks[-1]
        before, after = self.breaks[-1 - DEGREE : -1] - length, self.breaks[1 : 1 + DEGREE] + length
        return np.concatenate([before, self.breaks, after])

    def matrix(self, frames: Array) -> Array:
        """(N, n_controls) weights of the control points in the curve's values."""
        shares = _shares(frames, self.vector)
        if not self.closed:
            return shares
        n_spans = len(self.breaks) - 1
        matrix = np.zeros((len(frames), n_spans))
        index = (np.arange(shares.shape[1]) - DEGREE) % n_spans
        np.add.at(matrix.T, index, shares.T)
        return matrix[:, : n_spans // 2] + self.half * matrix[:, n_spans // 2 :] if self.half else matrix

    def is_determined(self, frames: Array) -> bool:
        """Whether values at frames (N,) determine every control point."""
        if self.n_controls > len(frames):
            return False
        return bool(np.linalg.svd(self.matrix(frames), compute_uv=False)[-1] > INDEPENDENT)

    def inserted(self, at: float) -> tuple["Knots", Array]:
        """Inserts a knot (Boehm 1980), and its counterpart in the other half.

        Args:
            at: between two breaks; in the first half if there are halves.

        Returns:
            The finer knots, and the matrix (n_controls + 1, n_controls) that preserves the curve.
        """
        if self.half:
            return self._inserted_twice(at)
        knots, n = self.vector, self.n_controls
        width = knots[DEGREE:] - knots[:-DEGREE]
        ratio = np.divide(at - knots[:-DEGREE], width, out=1.0 * (knots[:-DEGREE] < at), where=width > 0)
        share = np.clip(ratio, 0.0, 1.0)
        kept, shifted = np.diag(share)[:, :-1], np.diag(1 - share)[:, 1:]
        matrix = kept + shifted  # new_i = share_i old_i + (1 - share_i) old_(i - 1)
        index = int(np.searchsorted(self.breaks, at))
        finer = Knots(np.insert(self.breaks, index, at), self.closed)
        if self.closed:
            around = min(index, DEGREE) + np.arange(n + 1)  # one period, including all changed ones
            turned = np.zeros((n + 1, n))
            old = (np.arange(matrix.shape[1]) - DEGREE) % n
            for row in around:
                np.add.at(turned[(row - DEGREE) % (n + 1)], old, matrix[row])
            matrix = turned
        return finer, matrix

    def _inserted_twice(self, at: float) -> tuple["Knots", Array]:
        whole, first = Knots(self.breaks, self.closed).inserted(at)
        finer, second = whole.inserted(at + self.breaks[-1] / 2)
        n = self.n_controls
        matrix = (second @ first)[: n + 1]
        return Knots(finer.breaks, self.closed, self.half), matrix[:, :n] + self.half * matrix[:, n:]


def _shares(frames: Array, knots: Array) -> Array:
    """(N, K - 4) values at frames (N,) of the cubic B-splines on knots (K,), by their recurrence (de Boor 1972)."""
    at, last = frames[:, None], len(knots) - DEGREE - 2
    shares = np.zeros((len(frames), len(knots) - 1))
    span = np.clip(np.searchsorted(knots, frames, side="right") - 1, DEGREE, last)
    shares[range(len(frames)), span] = 1.0
    for degree in range(1, DEGREE + 1):
        width = knots[degree:] - knots[:-degree]
        past = np.divide(
            at - knots[:-degree], width, out=np.zeros((len(frames), len(width))), where=width > 0
        )
        shares = past[:, :-1] * shares[:, :-1] + (1 - past[:, 1:]) * shares[:, 1:]
    return shares


def even_knots(frames: Array, end: float, *, spans: int, closed: bool, half: int = 0) -> Knots:
    """Uniform knots; fewer than ``spans`` if the frames would not determine all control points.

    Args:
        frames: (N,) at which the curve has values.
        end: of the curve; for a closed curve, one frame beyond its last.
        spans: number to try first.
        closed: whether the curve is periodic.
        half: as of Knots; makes the number of spans even.
    """
    step = 2 if half else 1
    least = LEAST_SPANS if closed else 1
    spans = max(least, min(spans, step * len(frames)) // step * step)
    while True:
        knots = Knots(np.linspace(0.0, end, spans + 1), closed, half)
        if spans == least or knots.is_determined(frames):
            return knots
        spans -= step
