"""Rows that are functions of whole bodies: their centers and orientations."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ...arrays import Array, Flags, Indices
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
        index: (W,) which of the shares each belongs to, those of the first before those of the next.
        used: (R, W) whether it is more than a filling.
        amount: (R, W, K) sign of the unknown, times the share, where it moves a body; else 0.
        sign: (R, W) of the unknown.
        above: (R, W, W) [i, j]: i is at or above j, in the same frame.
        low, high: (P,) pairs of columns, low >= high.
        both: (R, P) whether both are used.
    """

    dof: Indices
    frame: Indices
    index: Indices
    used: Flags
    amount: Array
    sign: Array
    above: Flags
    low: Indices
    high: Indices
    both: Flags


@dataclass(frozen=True, eq=False)
class Phi:
    """A function of bodies at z (R, 12 K).

    Attributes:
        value: (R,).
        gradient: (R, 12 K).
        hessian: gives (R, 12 K, 12 K), which is not wanted of every z.
    """

    value: Array
    gradient: Array
    hessian: Callable[[], Array]


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
        self._known: tuple[State | None, list[Phi]] = (None, [])
        self._moved: tuple[State | None, list[Array]] = (None, [])
        self._starts = np.cumsum([0, *(len(b.frames) for b in self.batches)])
        self._columns = [_columns(transcription, batch) for batch in self.batches]
        none = np.empty(0, np.intp)
        jacobian, hessian = [(none, none)], [(none, none)]
        for start, columns in zip(self._starts, self._columns, strict=False):
            index = transcription.index[columns.frame, columns.dof]  # (R, W)
            row = np.broadcast_to(start + np.arange(len(index))[:, None], index.shape)
            jacobian.append((row[columns.used], index[columns.used]))
            a, b = index[:, columns.low][columns.both], index[:, columns.high][columns.both]
            hessian.append((np.maximum(a, b), np.minimum(a, b)))
        self.jacobian_pattern, self.hessian_pattern = joined(jacobian), joined(hessian)

    @abstractmethod
    def evaluate(self, batch: int, z: Array) -> Phi:
        """Phi of a batch at z (R, 12 K)."""

    def values(self, state: State) -> Array:
        parts = [self._evaluated(state, k).value for k in range(len(self.batches))]
        return np.concatenate([np.empty(0), *parts])

    def jacobian(self, state: State) -> Array:
        parts = [np.empty(0)]
        for k, columns in enumerate(self._columns):
            gradient = self._evaluated(state, k).gradient
            slopes = self._slopes(state, k)
            parts.append((slopes @ gradient[..., None])[..., 0][columns.used])
        return np.concatenate(parts)

    def hessian(self, state: State, multipliers: Array) -> Array:
        parts = [np.empty(0)]
        for k, columns in enumerate(self._columns):
            phi = self._evaluated(state, k)
            slopes, weight = self._slopes(state, k), multipliers[self._starts[k] : self._starts[k + 1]]
            whole = slopes @ phi.hessian() @ slopes.swapaxes(1, 2)
            whole += self._turning(state, slopes, k, phi.gradient)
            parts.append((weight[:, None] * whole[:, columns.low, columns.high])[columns.both])
        return np.concatenate(parts)

    def row_of(self, row: int) -> tuple[Batch, int]:
        """The batch of a row and its place in it."""
        k = int(np.searchsorted(self._starts, row, side="right")) - 1
        return self.batches[k], row - int(self._starts[k])

    def _evaluated(self, state: State, k: int) -> Phi:
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

    def _slopes(self, state: State, k: int) -> Array:
        """(R, W, 12 K) dz/dx; those at the last state are kept."""
        known = self._moved
        if known[0] is not state:
            self._moved = known = (state, [self._motion(state, b) for b in range(len(self.batches))])
        return known[1][k]

    def _motion(self, state: State, k: int) -> Array:
        """(R, W, 12 K) change of a batch's centres and axes with each unknown that moves them."""
        batch, c = self.batches[k], self._columns[k]
        count, width = c.dof.shape
        u, v = (np.moveaxis(a[:, c.frame, c.dof], 0, -1) for a in (state.pose.u, state.pose.v))  # (R, W, 3)
        turn, motion = _skew(u), np.empty((count, width, batch.bodies.shape[1], 4, 3))
        for own, (offset, _) in enumerate(batch.shares):
            here = np.flatnonzero(c.index == own)
            z = self._frames(state, batch, offset).reshape(count, -1, 3).swapaxes(1, 2)  # (R, 3, 4 K)
            turned = turn[:, here].reshape(count, -1, 3) @ z
            motion[:, here] = turned.reshape(count, len(here), 3, -1, 4).transpose(0, 1, 3, 4, 2)
        motion[:, :, :, 0] += v[:, :, None]
        motion *= c.amount[..., None, None]
        return motion.reshape(count, width, -1)

    def _turning(self, state: State, slopes: Array, k: int, gradient: Array) -> Array:
        """(R, W, W) gradient . second derivatives of z: u_i . (dz/dq_j cross gradient) for i at or above j."""
        c = self._columns[k]
        count, width = c.dof.shape
        moves = slopes.reshape(count, width, -1, 3).swapaxes(2, 3)
        product = moves @ gradient.reshape(count, 1, -1, 3)  # (R, W, 3, 3); its odd part is the cross product
        odd = product - product.swapaxes(2, 3)
        torque = np.stack([odd[..., 1, 2], odd[..., 2, 0], odd[..., 0, 1]], -1)  # (R, W, 3)
        u = np.moveaxis(state.pose.u[:, c.frame, c.dof], 0, -1) * c.sign[..., None]
        half = u @ torque.swapaxes(1, 2) * c.above
        whole = half + half.swapaxes(1, 2)
        diagonal = range(width)
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
    sign = transcription.sign[frame, dof]
    above = transcription.tree.above[dof[:, None, :], dof[:, :, None]] & (index[:, None] == index)
    low, high = np.tril_indices(dof.shape[1])
    return _Columns(
        dof, frame, index, used, moving * (sign * share)[..., None], sign, above, low, high,
        used[:, low] & used[:, high],
    )  # fmt: skip


def _skew(u: Array) -> Array:
    """(R, W, 3, 3) matrices of u cross."""
    x, y, z = np.moveaxis(u, -1, 0)
    skew = np.zeros((*u.shape, 3))
    skew[..., 0, 1], skew[..., 0, 2], skew[..., 1, 2] = -z, y, -x
    skew[..., 1, 0], skew[..., 2, 0], skew[..., 2, 1] = z, -y, x
    return skew
