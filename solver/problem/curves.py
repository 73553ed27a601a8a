"""Which coordinates are curves, and the linear map from all unknowns to values at frames.

A coordinate may be a curve where a muscle moves it: its equation of motion then has an unknown torque at
every frame, which takes up whatever the curve asks. A coordinate without a muscle has nothing but its own
values to meet its equation at every frame. So the roots of floating characters and passive joints stay per
frame: with few control points their six equations per frame would have no solution, or one that shakes
the joints to meet them. Arms on a fixed base are curves wholly.
"""

from dataclasses import dataclass, replace
from fnmatch import fnmatchcase

import numpy as np
import scipy.sparse
from numpy.typing import NDArray

from ..errors import InputError
from .basis import Spline
from .knots import Knots, even_knots
from .setting import Setting

Array = NDArray[np.float64]
Indices = NDArray[np.intp]

DIVIDED = 1 / 3  # of all spans, by each insertion


@dataclass(frozen=True, eq=False)
class Curves:
    """x = matrix @ c: c holds the unknowns that stay as they are, then each curve's control points.

    Attributes:
        setting: of the problem.
        dofs: that are curves.
        knots: of each.
    """

    setting: Setting
    dofs: tuple[int, ...]
    knots: tuple[Knots, ...]

    @property
    def kept(self) -> Indices:
        """Unknowns that are no values of curves."""
        kept = np.ones(self.setting.variables.size, bool)
        kept[self.setting.variables.q[:, list(self.dofs)]] = False
        return np.flatnonzero(kept)

    @property
    def controls(self) -> tuple[Indices, ...]:
        """Places of each curve's control points in c."""
        ends = len(self.kept) + np.cumsum([k.n_controls for k in self.knots])
        return tuple(np.arange(end - k.n_controls, end) for end, k in zip(ends, self.knots, strict=True))

    @property
    def size(self) -> int:
        """Length of c."""
        return len(self.kept) + sum(k.n_controls for k in self.knots)

    @property
    def matrix(self) -> scipy.sparse.csr_array:
        """(size of x, size of c)."""
        q, kept = self.setting.variables.q, self.kept
        rows, columns, shares = [kept], [np.arange(len(kept))], [np.ones(len(kept))]
        for dof, knots, place in zip(self.dofs, self.knots, self.controls, strict=True):
            share = knots.matrix(np.arange(len(q), dtype=float))
            frame, control = np.nonzero(share)
            rows.append(q[frame, dof])
            columns.append(place[control])
            shares.append(share[frame, control])
        entries = np.concatenate(shares), (np.concatenate(rows), np.concatenate(columns))
        return scipy.sparse.csr_array(entries, shape=(self.setting.variables.size, self.size))

    def fitted(self, x: Array) -> Array:
        """(size,) c whose values at the frames are nearest to x."""
        c = np.zeros(self.size)
        c[: len(self.kept)] = x[self.kept]
        q = x[self.setting.variables.q]
        for dof, knots, place in zip(self.dofs, self.knots, self.controls, strict=True):
            c[place] = np.linalg.lstsq(knots.matrix(np.arange(len(q), dtype=float)), q[:, dof], rcond=None)[0]
        return c

    def refined(self, slope: Array) -> tuple["Curves", scipy.sparse.csr_array]:
        """Divides the spans from which most is to be had; spans of too few frames stay.

        Args:
            slope: (N, n) of the Lagrangian by each value at each frame, were it free.

        Returns:
            The finer curves, and the matrix from the old c to the new; the motion stays as it is.
        """
        gains = [_gains(k, slope[:, dof]) for dof, k in zip(self.dofs, self.knots, strict=True)]
        threshold = np.quantile(np.concatenate(gains), 1 - DIVIDED)
        finer, matrices = [], [scipy.sparse.eye_array(len(self.kept))]
        for knots, gain in zip(self.knots, gains, strict=True):
            divided, matrix = _divided(knots, np.flatnonzero(gain >= threshold), len(slope))
            finer.append(divided)
            matrices.append(scipy.sparse.csr_array(matrix))
        return replace(self, knots=tuple(finer)), scipy.sparse.block_diag(matrices, format="csr")


def make_curves(setting: Setting, basis: Spline) -> Curves:
    """Curves of a job.

    Raises:
        InputError: the job has nothing that may be a curve, or is a mirrored cycle.
    """
    timeline, names = setting.timeline, setting.tree.names
    if timeline.mirror is not None:
        raise InputError(
            "a mirrored cycle has no splines: half of a curve does not close", field="job.cycle.mirrored"
        )
    if basis.knots_per_second <= 0:
        raise InputError(
            f"expected more than 0 knots per second, found {basis.knots_per_second:g}",
            field="job.basis.knots_per_second",
        )
    dofs = [int(i) for i in _may_be_curves(setting) if fnmatchcase(names[i], basis.dofs)]
    if not dofs:
        raise InputError(
            f"no degree of freedom with a muscle is called '{basis.dofs}'", field="job.basis.dofs"
        )
    frames, closed = np.arange(timeline.n_frames, dtype=float), timeline.cycle is not None
    end = timeline.n_frames - (0.0 if closed else 1.0)
    spans = round(end * timeline.step * basis.knots_per_second)
    knots = even_knots(frames, end, spans=spans, closed=closed)
    return Curves(setting, tuple(dofs), (knots,) * len(dofs))


def _may_be_curves(setting: Setting) -> Indices:
    """What has a muscle; in a cycle, what returns to where it was."""
    tree = setting.tree
    moved = np.full(tree.n, setting.timeline.cycle is not None)
    moved &= tree.parent[tree.body] < 0  # roots travel with the cycle's transform
    muscle = np.zeros(tree.n, bool)
    muscle[setting.variables.actuated] = True
    return np.flatnonzero(muscle & ~moved)


def _gains(knots: Knots, slope: Array) -> Array:
    """(S,) about how much less the Lagrangian would be with one more knot in each span.

    A knot frees one shape; along it the slope is g and, as what it costs is accelerations, the curvature
    goes as width^-3: the gain g^2 / curvature. Slopes alone would heap knots where spans are short already.
    """
    frames, width = np.arange(len(slope), dtype=float), np.diff(knots.breaks)
    finer = [knots.inserted(float(middle))[0] for middle in knots.breaks[:-1] + width / 2]
    slopes = np.array([np.linalg.norm(each.matrix(frames).T @ slope) for each in finer])
    return np.asarray(slopes**2 * width**3)


def _divided(knots: Knots, spans: Indices, n_frames: int) -> tuple[Knots, Array]:
    """Knots in the middle of spans unless the frames would no longer tell all control points."""
    matrix, frames = np.eye(knots.n_controls), np.arange(n_frames, dtype=float)
    for middle in [(knots.breaks[s] + knots.breaks[s + 1]) / 2 for s in spans]:
        finer, step = knots.inserted(float(middle))
        if finer.is_determined(frames):
            knots, matrix = finer, step @ matrix
    return knots, matrix
