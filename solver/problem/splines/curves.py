"""Selection of the coordinates that are splines, and the linear map from control points to values at frames.

A coordinate can be a spline if it has a muscle, whose unknown torque at every frame satisfies the equation of
motion for any spline. A coordinate without a muscle needs its value at every frame to satisfy its equation.
Roots of floating characters and passive joints therefore keep a value per frame: with few control points, their
equations would have no solution, or one that shakes the joints. All coordinates of an arm on a fixed base are
splines.
"""

from dataclasses import dataclass, replace

import numpy as np
import scipy.sparse

from ...arrays import Array, Indices
from ...job.basis import Spline, curve_dofs
from ...mechanics.mirror import Mirror
from ..transcription import Transcription
from .knots import Knots, even_knots

DIVIDED = 1 / 3  # fraction of all spans that each refinement divides


@dataclass(frozen=True, eq=False)
class CoordinateCurve:
    """A coordinate's values at all frames as a spline; in a mirrored cycle also those of its mirror image.

    Attributes:
        knots: of the curve.
        dofs: (K,) its coordinates: one, or one and its mirror image.
        starts: (K,) frame of the curve at which the unknowns of each begin.
        signs: (K,) 1, or -1 where the unknowns are the negative of the curve.
    """

    knots: Knots
    dofs: tuple[int, ...]
    starts: tuple[int, ...] = (0,)
    signs: tuple[float, ...] = (1.0,)

    def shares(self, n_frames: int) -> Array:
        """(K, N, n_controls) weights of the control points in the unknowns."""
        frames = np.array(self.starts, float)[:, None] + np.arange(n_frames)
        return np.array([sign * self.knots.matrix(at) for sign, at in zip(self.signs, frames, strict=True)])


@dataclass(frozen=True, eq=False)
class Curves:
    """x = matrix @ c: c holds the other unknowns, then each curve's control points.

    Attributes:
        transcription: of the problem.
        curves: in their order in c.
    """

    transcription: Transcription
    curves: tuple[CoordinateCurve, ...]

    @property
    def knots(self) -> tuple[Knots, ...]:
        """Of each curve."""
        return tuple(curve.knots for curve in self.curves)

    @property
    def dofs(self) -> tuple[int, ...]:
        """Coordinates that are curves."""
        return tuple(dof for curve in self.curves for dof in curve.dofs)

    @property
    def kept(self) -> Indices:
        """(U,) unknowns other than values of curves."""
        kept = np.ones(self.transcription.variables.size, bool)
        kept[self.transcription.variables.q[:, list(self.dofs)]] = False
        return np.flatnonzero(kept)

    @property
    def controls(self) -> tuple[Indices, ...]:
        """Indices (n_controls,) of each curve's control points in c."""
        ends = len(self.kept) + np.cumsum([k.n_controls for k in self.knots])
        return tuple(np.arange(end - k.n_controls, end) for end, k in zip(ends, self.knots, strict=True))

    @property
    def size(self) -> int:
        """Length of c."""
        return len(self.kept) + sum(k.n_controls for k in self.knots)

    @property
    def matrix(self) -> scipy.sparse.csr_array:
        """(size of x, size of c)."""
        q, kept = self.transcription.variables.q, self.kept
        rows, columns, shares = [kept], [np.arange(len(kept))], [np.ones(len(kept))]
        for curve, index in zip(self.curves, self.controls, strict=True):
            share = curve.shares(len(q))
            which, frame, control = np.nonzero(share)
            rows.append(q[frame, np.array(curve.dofs)[which]])
            columns.append(index[control])
            shares.append(share[which, frame, control])
        entries = np.concatenate(shares), (np.concatenate(rows), np.concatenate(columns))
        return scipy.sparse.csr_array(entries, shape=(self.transcription.variables.size, self.size))

    def fitted(self, x: Array) -> Array:
        """(size,) c whose values at the frames are nearest to x."""
        c = np.zeros(self.size)
        c[: len(self.kept)] = x[self.kept]
        q = x[self.transcription.variables.q]
        for curve, index in zip(self.curves, self.controls, strict=True):
            shares = curve.shares(len(q)).reshape(-1, len(index))
            c[index] = np.linalg.lstsq(shares, q[:, curve.dofs].T.ravel(), rcond=None)[0]
        return c

    def refined(self, slope: Array) -> tuple["Curves", scipy.sparse.csr_array]:
        """Divides the spans with the largest expected gain, except those with too few frames.

        Args:
            slope: (N, n) of the Lagrangian by each coordinate at each frame.

        Returns:
            The finer curves, and the matrix from the old c to the new, which preserves the motion.
        """
        gains = [_gains(curve, slope[:, curve.dofs]) for curve in self.curves]
        threshold = np.quantile(np.concatenate(gains), 1 - DIVIDED)
        finer, matrices = [], [scipy.sparse.eye_array(len(self.kept))]
        for curve, gain in zip(self.curves, gains, strict=True):
            divided, matrix = _divided(curve, np.flatnonzero(gain >= threshold), len(slope))
            finer.append(divided)
            matrices.append(scipy.sparse.csr_array(matrix))
        return replace(self, curves=tuple(finer)), scipy.sparse.block_diag(matrices, format="csr")


def make_curves(transcription: Transcription, basis: Spline) -> Curves:
    """Curves of a job."""
    timeline = transcription.timeline
    dofs = curve_dofs(basis, transcription.tree, is_cyclic=timeline.cycle is not None)
    if timeline.mirror is not None:
        return Curves(transcription, _mirrored(transcription, basis, timeline.mirror, dofs))
    frames, closed = np.arange(timeline.n_frames, dtype=float), timeline.cycle is not None
    end = timeline.n_frames - (0.0 if closed else 1.0)
    spans = round(end * timeline.step * basis.knots_per_second)
    knots = even_knots(frames, end, spans=spans, closed=closed)
    return Curves(transcription, tuple(CoordinateCurve(knots, (dof,)) for dof in dofs))


def _mirrored(
    transcription: Transcription, basis: Spline, mirror: Mirror, dofs: list[int]
) -> tuple[CoordinateCurve, ...]:
    """Closed curves over whole cycles, whose first halves are the unknowns.

    A left joint's second half is the mirror image of the right joint's first, so one curve represents both. The second
    half of a curve that is its own mirror image, such as the spine's, equals the first or its negative.
    """
    half = transcription.timeline.n_frames
    spans = round(2 * half * transcription.timeline.step * basis.knots_per_second)

    def knots(last: int, symmetry: int) -> Knots:
        return even_knots(np.arange(last, dtype=float), 2.0 * half, spans=spans, closed=True, half=symmetry)

    paired = knots(2 * half, 0)
    own = {sign: knots(half, sign) for sign in (-1, 1)}
    curves = []
    for dof in sorted({min(dof, int(mirror.dofs[dof])) for dof in dofs}):
        image, sign = int(mirror.dofs[dof]), float(mirror.sign[dof])
        if image == dof:
            curves.append(CoordinateCurve(own[round(sign)], (dof,)))
        else:
            curves.append(CoordinateCurve(paired, (dof, image), (0, half), (1.0, sign)))
    return tuple(curves)


def _gains(curve: CoordinateCurve, slope: Array) -> Array:
    """(S,) estimated decrease of the Lagrangian with one more knot in each span.

    A knot adds one basis function, along which the slope is g and the curvature, which stems from accelerations, is
    proportional to width^-3; the gain is g^2 / curvature. Slopes alone would accumulate knots in short spans.

    Args:
        curve: to be refined.
        slope: (N, K) of the Lagrangian by each of its unknowns.
    """
    spans = curve.knots.spans
    width = np.diff(spans)
    finer = (replace(curve, knots=curve.knots.inserted(float(m))[0]) for m in spans[:-1] + width / 2)
    slopes = np.array(
        [np.linalg.norm(np.einsum("ktc,tk->c", each.shares(len(slope)), slope)) for each in finer]
    )
    return np.asarray(slopes**2 * width**3)


def _divided(curve: CoordinateCurve, spans: Indices, n_frames: int) -> tuple[CoordinateCurve, Array]:
    """Inserts knots in the middle of spans as long as the frames determine all control points."""
    breaks, matrix = curve.knots.spans, np.eye(curve.knots.n_controls)
    known = np.concatenate([start + np.arange(n_frames, dtype=float) for start in curve.starts])
    for middle in [(breaks[s] + breaks[s + 1]) / 2 for s in spans]:
        finer, step = curve.knots.inserted(float(middle))
        if finer.is_determined(known):
            curve, matrix = replace(curve, knots=finer), step @ matrix
    return curve, matrix
