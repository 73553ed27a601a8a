"""Rows that are functions of whole bodies: their centers and orientations."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...arrays import Array, Flags, Indices
from ...rotations import cross
from ..reuse import Numbers
from ..state import State
from ..transcription import Transcription
from .component import Component, joined

Z = 12  # numbers of one body: centre, then its ellipsoid's three axes


@dataclass(frozen=True, eq=False)
class Batch:
    """One function of K bodies at R instants; each is a frame, or halfway between two.

    Attributes:
        bodies: (R, K) whose numbers the function takes, one after another.
        frames: (R,) extended frames.
        shares: (offset, share) of the frames that make an instant: ((0, 1.0),), or half of two.
    """

    bodies: Indices
    frames: Indices
    shares: tuple[tuple[int, float], ...] = ((0, 1.0),)


@dataclass(frozen=True, eq=False)
class _Columns:
    """Degrees of freedom that move a batch's bodies, W for every row, some of them only to fill up.

    Attributes:
        dof: (R, W).
        frame: (R, W) extended frame of each.
        index: (W,) which of the shares each belongs to, ``share`` and its amount.
        used: (R, W) whether it is more than a filling.
        moves: (R, W, K) 1 where it moves a body.
        sign: (R, W) of the unknown, times the share.
    """

    dof: Indices
    frame: Indices
    index: Indices
    used: Flags
    moves: Array
    sign: Array


class BodyRows(Component):
    """lower <= phi(z) <= upper, z the numbers of some bodies, blended over an instant's frames.

    dz/dq_i is u_i cross x + v_i for a centre x and u_i cross e for an axis e; for i at or above j the second
    derivative is u_i cross that of j. phi's own derivatives come from ``evaluate``.
    """

    keeps = Numbers.BODIES | Numbers.SURFACES | Numbers.CONSTRAINTS

    def __init__(
        self, transcription: Transcription, batches: Sequence[Batch], lower: Array, upper: Array
    ) -> None:
        self.transcription, self.batches = transcription, tuple(batches)
        self.lower, self.upper = lower, upper
        # the last state and what was found there, replaced in one go: threads may share these rows
        self._known: tuple[State | None, list[tuple[Array, Array, Array]]] = (None, [])
        self._starts = np.cumsum([0, *(len(b.frames) for b in self.batches)])
        self._columns = [_columns(transcription, batch) for batch in self.batches]
        none = np.empty(0, np.intp)
        jacobian, hessian = [(none, none)], [(none, none)]
        for start, columns in zip(self._starts, self._columns, strict=False):
            index = transcription.index[columns.frame, columns.dof]  # (R, W)
            row = np.broadcast_to(start + np.arange(len(index))[:, None], index.shape)
            jacobian.append((row[columns.used], index[columns.used]))
            low, high, both = _triangle(columns)
            a, b = index[:, low][both], index[:, high][both]
            hessian.append((np.maximum(a, b), np.minimum(a, b)))
        self.jacobian_pattern, self.hessian_pattern = joined(jacobian), joined(hessian)

    @abstractmethod
    def evaluate(self, batch: int, z: Array) -> tuple[Array, Array, Array]:
        """Phi (R,), its gradient (R, 12 K) and its Hessian (R, 12 K, 12 K) at z (R, 12 K)."""

    def values(self, state: State) -> Array:
        parts = [self._evaluated(state, k)[0] for k in range(len(self.batches))]
        return np.concatenate([np.empty(0), *parts])

    def jacobian(self, state: State) -> Array:
        parts = [np.empty(0)]
        for k, columns in enumerate(self._columns):
            gradient = self._evaluated(state, k)[1]
            slopes = self._slopes(self._motion(state, k), k)
            parts.append((slopes @ gradient[..., None])[..., 0][columns.used])
        return np.concatenate(parts)

    def hessian(self, state: State, multipliers: Array) -> Array:
        parts = [np.empty(0)]
        for k, columns in enumerate(self._columns):
            _, gradient, bend = self._evaluated(state, k)
            motion, weight = self._motion(state, k), multipliers[self._starts[k] : self._starts[k + 1]]
            slopes = self._slopes(motion, k)
            whole = slopes @ bend @ slopes.swapaxes(1, 2) + self._turning(state, motion, k, gradient)
            low, high, both = _triangle(columns)
            parts.append((weight[:, None] * whole[:, low, high])[both])
        return np.concatenate(parts)

    def row_of(self, row: int) -> tuple[Batch, int]:
        """The batch of a row and its place in it."""
        k = int(np.searchsorted(self._starts, row, side="right")) - 1
        return self.batches[k], row - int(self._starts[k])

    def _evaluated(self, state: State, k: int) -> tuple[Array, Array, Array]:
        """What ``evaluate`` says at a state; the last one is kept."""
        known = self._known
        if known[0] is not state:
            found = [self.evaluate(b, self._numbers(state, b)) for b in range(len(self.batches))]
            self._known = known = (state, found)
        return known[1][k]

    def _frames(self, state: State, batch: Batch, offset: int) -> Array:
        """(R, K, 4, 3) centres and axes of the bodies."""
        at = (batch.frames[:, None] + offset, batch.bodies)
        turn = state.pose.rotation[:, :, at[0], at[1]]  # (3, 3, R, K)
        axes = np.einsum("rmtk,tkmc->tkcr", turn, self.transcription.kinematics.rest_axes[batch.bodies])
        centre = state.pose.position[:, at[0], at[1]].transpose(1, 2, 0)[:, :, None]
        return np.concatenate([centre, axes], axis=2)

    def _numbers(self, state: State, k: int) -> Array:
        batch = self.batches[k]
        z = sum(share * self._frames(state, batch, offset) for offset, share in batch.shares)
        return np.asarray(z).reshape(len(batch.frames), Z * batch.bodies.shape[1])

    def _motion(self, state: State, k: int) -> Array:
        """(R, W, K, 4, 3) change of each frame's centres and axes with each of its degrees of freedom."""
        batch, c = self.batches[k], self._columns[k]
        u, v = (np.moveaxis(a[:, c.frame, c.dof], 0, -1) for a in (state.pose.u, state.pose.v))  # (R, W, 3)
        z = np.stack([self._frames(state, batch, offset) for offset, _ in batch.shares], 1)[:, c.index]
        motion = cross(u[:, :, None, None], z)
        motion[:, :, :, 0] += v[:, :, None]
        return np.asarray(motion * c.moves[..., None, None])

    def _slopes(self, motion: Array, k: int) -> Array:
        """(R, W, 12 K) dz/dx."""
        c = self._columns[k]
        return np.asarray((motion * c.sign[:, :, None, None, None]).reshape(*c.dof.shape, -1))

    def _turning(self, state: State, motion: Array, k: int, gradient: Array) -> Array:
        """(R, W, W) gradient . second derivatives of z: u_i . (dz/dq_j cross gradient) for i at or above j."""
        batch, c = self.batches[k], self._columns[k]
        above = self.transcription.tree.above[c.dof[:, None, :], c.dof[:, :, None]]  # [i, j]: i at or above j
        above = above & (c.index[:, None] == c.index)
        count, width = c.dof.shape
        moves = motion.reshape(count, width, -1, 3).swapaxes(2, 3)
        product = moves @ gradient.reshape(
            count, 1, -1, 3
        )  # (R, W, 3, 3), whose odd part is the cross product
        odd = product - product.swapaxes(2, 3)
        torque = np.stack([odd[..., 1, 2], odd[..., 2, 0], odd[..., 0, 1]], -1)  # (R, W, 3)
        u = np.moveaxis(state.pose.u[:, c.frame, c.dof], 0, -1)
        share = np.array([share for _, share in batch.shares])[c.index]
        half = np.einsum("tic,tjc->tij", u * (c.sign / share)[..., None], torque * c.sign[..., None]) * above
        whole = half + half.swapaxes(1, 2)
        diagonal = range(whole.shape[1])
        whole[:, diagonal, diagonal] /= 2
        return np.asarray(whole)


def _columns(transcription: Transcription, batch: Batch) -> _Columns:
    moves = transcription.tree.moves[batch.bodies]  # (R, K, n)
    moved = moves.any(1)
    width = int(moved.sum(1).max(initial=0))
    order = np.argsort(~moved, axis=1, kind="stable")[:, :width]  # those that move something first, in order
    used = np.take_along_axis(moved, order, 1)
    n_shares = len(batch.shares)
    dof, used = np.tile(order, n_shares), np.tile(used, n_shares)
    index = np.repeat(np.arange(n_shares), width)
    frame = batch.frames[:, None] + np.array([offset for offset, _ in batch.shares])[index]
    share = np.array([share for _, share in batch.shares])[index]
    moving = np.take_along_axis(moves, dof[:, None, :], 2).transpose(0, 2, 1) * used[..., None]
    return _Columns(dof, frame, index, used, moving, transcription.sign[frame, dof] * share)


def _triangle(columns: _Columns) -> tuple[Indices, Indices, Flags]:
    """Pairs of columns (low >= high) and (R, pairs) whether both are used."""
    low, high = np.tril_indices(columns.dof.shape[1])
    return low, high, columns.used[:, low] & columns.used[:, high]
