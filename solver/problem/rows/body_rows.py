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

Z = 12  # numbers of one body: center, then its ellipsoid's three axes


@dataclass(frozen=True, eq=False)
class Batch:
    """One function of K bodies at R instants, each a frame or halfway between two.

    Attributes:
        bodies: (R, K) arguments of the function.
        frames: (R,) extended frames.
        shares: (offset, share) of the frames that make an instant: ((0, 1.0),), or half of two.
        is_relative: whether the function is invariant under rigid motions of all its bodies together.
        is_swept: whether the function takes the bodies at each of these F frames, one after the other, instead of
            their blend; each share is then 1.
    """

    bodies: Indices
    frames: Indices
    shares: tuple[tuple[int, float], ...] = ((0, 1.0),)
    is_relative: bool = False
    is_swept: bool = False

    @property
    def n_poses(self) -> int:
        """Number of poses of the bodies that the function takes."""
        return len(self.shares) if self.is_swept else 1

    def poses_of(self, share: int) -> slice:
        """Poses to which one of the shares contributes."""
        return slice(share, share + 1) if self.is_swept else slice(None)


@dataclass(frozen=True, eq=False)
class _Columns:
    """Degrees of freedom that change a batch's function, W for every row (padded).

    Attributes:
        dof: (R, W).
        frame: (R, W) extended frame of each.
        shares: columns of each of the shares, those of the first before those of the next.
        used: (R, W) False for padding.
        amount: (R, K, 1, W) sign of the unknown, times the share, where it moves a body; else 0.
        sign: (R, W, 1) of the unknown.
        above: (R, W, W) [i, j]: i is at or above j, in the same frame; halved where i is j.
        entry: (P,) flat index in (R, W, W) of each entry of the Hessian.
        row: (P,) row of each entry.
    """

    dof: Indices
    frame: Indices
    shares: tuple[slice, ...]
    used: Flags
    amount: Array
    sign: Array
    above: Array
    entry: Indices
    row: Indices


@dataclass(frozen=True, eq=False)
class Phi:
    """A function of bodies at z (R, 12 K), or (R, 12 K F) if swept.

    Attributes:
        value: (R,).
        gradient: (R, 12 K).
        bend: returns the second derivatives (R, W, W) along columns (R, 12 K, W); called only where these are needed.
    """

    value: Array
    gradient: Array
    bend: Callable[[Array], Array]


def sum_of_squares(slopes: Callable[[], Array], signs: Array) -> Callable[[Array], Array]:
    """``Phi.bend`` of second derivatives that are sums of squares.

    Args:
        slopes: returns (R, Q, 12 K), whose squares are added.
        signs: (Q,) of the squares in the sum.
    """

    def bend(along: Array) -> Array:
        rates = slopes() @ along
        return np.asarray((rates * signs[:, None]).swapaxes(1, 2) @ rates)

    return bend


class BodyRows(Component):
    """lower <= phi(z) <= upper, z the numbers of some bodies, blended over an instant's frames or at each of them.

    dz/dq_i is u_i cross x + v_i for a center x and u_i cross e for an axis e; for i at or above j the second
    derivative is u_i cross that of j. phi's own derivatives come from ``evaluate``.
    """

    keeps = Numbers.BODIES | Numbers.SURFACES | Numbers.CONSTRAINTS

    def __init__(
        self, transcription: Transcription, batches: Sequence[Batch], lower: Array, upper: Array
    ) -> None:
        self.transcription, self.batches = transcription, tuple(batches)
        self.lower, self.upper = lower, upper
        # the last state and its results, replaced atomically: threads may share these rows
        self._known: tuple[State | None, list[tuple[list[Array], Phi]]] = (None, [])
        self._moved: tuple[State | None, list[tuple[Array, Array]]] = (None, [])
        self._starts = np.cumsum([0, *(len(b.frames) for b in self.batches)])
        self._columns = [_columns(transcription, batch) for batch in self.batches]
        none = np.empty(0, np.intp)
        jacobian, hessian = [(none, none)], [(none, none)]
        for start, columns in zip(self._starts, self._columns, strict=False):
            index = transcription.index[columns.frame, columns.dof]  # (R, W)
            row = np.broadcast_to(start + np.arange(len(index))[:, None], index.shape)
            jacobian.append((row[columns.used], index[columns.used]))
            width = index.shape[1]
            first, second = (index[columns.row, columns.entry // by % width] for by in (width, 1))
            hessian.append((np.maximum(first, second), np.minimum(first, second)))
        self.jacobian_pattern, self.hessian_pattern = joined(jacobian), joined(hessian)

    @abstractmethod
    def evaluate(self, batch: int, z: Array) -> Phi:
        """Phi of a batch at z (R, 12 K)."""

    def values(self, state: State) -> Array:
        return np.concatenate([np.empty(0), *(phi.value for _, phi in self._evaluated(state))])

    def jacobian(self, state: State) -> Array:
        parts = [np.empty(0)]
        found = zip(self._columns, self._evaluated(state), self._motions(state), strict=True)
        for columns, (_, phi), (_, moved) in found:
            parts.append((phi.gradient[:, None] @ moved)[:, 0][columns.used])
        return np.concatenate(parts)

    def hessian(self, state: State, multipliers: Array) -> Array:
        parts = [np.empty(0)]
        found = zip(self._columns, self._evaluated(state), self._motions(state), strict=True)
        for k, (columns, (frames, phi), (twists, moved)) in enumerate(found):
            weight = multipliers[self._starts[k] : self._starts[k + 1]]
            whole = phi.bend(moved)
            whole += self._turning(state, k, frames, twists, phi.gradient)
            parts.append(weight.take(columns.row) * whole.take(columns.entry))
        return np.concatenate(parts)

    def row_of(self, row: int) -> tuple[Batch, int]:
        """The batch of a row and its index in it."""
        k = int(np.searchsorted(self._starts, row, side="right")) - 1
        return self.batches[k], row - int(self._starts[k])

    def _evaluated(self, state: State) -> list[tuple[list[Array], Phi]]:
        """Positions and axes of each batch's bodies at its frames, and ``evaluate`` of them; the last are cached."""
        known = self._known
        if known[0] is not state:
            found = [self._evaluate(state, k) for k in range(len(self.batches))]
            self._known = known = (state, found)
        return known[1]

    def _evaluate(self, state: State, k: int) -> tuple[list[Array], Phi]:
        batch = self.batches[k]
        frames = [self._frames(state, batch, offset) for offset, _ in batch.shares]
        z = np.zeros((len(batch.frames), batch.n_poses, *frames[0].shape[1:]))
        for share, numbers in enumerate(frames):
            z[:, batch.poses_of(share)] += batch.shares[share][1] * numbers[:, None]
        return frames, self.evaluate(k, z.reshape(len(z), -1))

    def _frames(self, state: State, batch: Batch, offset: int) -> Array:
        """(R, K, 4, 3) centers and axes of the bodies."""
        at = (batch.frames[:, None] + offset, batch.bodies)
        turn = state.pose.rotation[:, :, at[0], at[1]].transpose(2, 3, 1, 0)  # (R, K, 3, 3), transposed
        rest = self.transcription.kinematics.rest_axes.swapaxes(1, 2)[batch.bodies]
        numbers = np.empty((*batch.bodies.shape, 4, 3))
        numbers[:, :, 0] = state.pose.position[:, at[0], at[1]].transpose(1, 2, 0)
        np.matmul(rest, turn, out=numbers[:, :, 1:])
        return numbers

    def _motions(self, state: State) -> list[tuple[Array, Array]]:
        """(R, K, 6, W) twists of each batch's bodies, and (R, 12 K, W) dz/dx, cached for the last state."""
        known = self._moved
        if known[0] is not state:
            found = [self._motion(state, k, frames) for k, (frames, _) in enumerate(self._evaluated(state))]
            self._moved = known = (state, found)
        return known[1]

    def _motion(self, state: State, k: int, frames: list[Array]) -> tuple[Array, Array]:
        """``_motions`` of one batch from its bodies' positions and axes."""
        c, batch = self._columns[k], self.batches[k]
        twist = np.concatenate([state.pose.u[:, c.frame, c.dof], state.pose.v[:, c.frame, c.dof]])
        twists = twist.swapaxes(0, 1)[:, None] * c.amount
        count, n_bodies, _, width = twists.shape
        motion = np.zeros((count, batch.n_poses, n_bodies, Z, width))
        for share, (own, numbers) in enumerate(zip(c.shares, frames, strict=True)):
            by_twist = np.zeros((count, n_bodies, 4, 3, 6))  # of each center and axis
            by_twist[..., :3] = _skew(-numbers)
            by_twist[:, :, 0, :, 3:] = np.eye(3)
            moved = by_twist.reshape(count, n_bodies, Z, 6) @ twists[..., own]
            motion[:, batch.poses_of(share), ..., own] = moved[:, None]
        return twists, motion.reshape(count, -1, width)

    def _turning(self, state: State, k: int, frames: list[Array], twists: Array, gradient: Array) -> Array:
        """(R, W, W) gradient . second derivatives of z: u_i . (dz/dq_j cross gradient) for i at or above j.

        For a twist (u, v) the latter is (P^T G - tr P^T G) u + v cross f, with P and G the numbers and their slopes
        (4, 3) of a body, f that of its center.
        """
        c, batch = self._columns[k], self.batches[k]
        count, n_bodies, _, width = twists.shape
        pulls = gradient.reshape(count, batch.n_poses, n_bodies, 4, 3)
        torque = np.empty((count, 3, width))
        by_twist = np.empty((count, 3, n_bodies, 6))
        for share, (own, numbers) in enumerate(zip(c.shares, frames, strict=True)):
            pull = pulls[:, share if batch.is_swept else 0]
            by_twist[..., 3:] = _skew(-pull[:, :, 0]).swapaxes(1, 2)
            spin = numbers.swapaxes(2, 3) @ pull
            diagonal = np.einsum("rkii->rki", spin)
            diagonal -= diagonal.sum(2, keepdims=True)
            by_twist[..., :3] = spin.swapaxes(1, 2)
            own_twists = twists[..., own].reshape(count, n_bodies * 6, -1)
            np.matmul(by_twist.reshape(count, 3, -1), own_twists, out=torque[..., own])
        u = state.pose.u[:, c.frame, c.dof].transpose(1, 2, 0) * c.sign
        half = u @ torque * c.above
        return np.asarray(half + half.swapaxes(1, 2))


def _columns(transcription: Transcription, batch: Batch) -> _Columns:
    tree, moves = transcription.tree, transcription.tree.moves[batch.bodies]  # (R, K, n)
    moved = moves.any(1)
    if batch.is_relative:  # not for blends of frames with different rotations, which are no rigid motion
        is_rigid = batch.is_swept or len(batch.shares) == 1
        moved &= ~(moves.all(1) & (~tree.rotation | is_rigid))
    width, n_shares = int(moved.sum(1).max(initial=0)), len(batch.shares)
    order = np.argsort(~moved, axis=1, kind="stable")[:, :width]  # those that move a body first, in order
    used = np.take_along_axis(moved, order, 1)
    dof, used = np.tile(order, n_shares), np.tile(used, n_shares)
    index = np.repeat(np.arange(n_shares), width)
    frame = batch.frames[:, None] + np.array([offset for offset, _ in batch.shares])[index]
    share = np.array([share for _, share in batch.shares])[index]
    moving = np.take_along_axis(moves, dof[:, None, :], 2) * used[:, None]
    sign = transcription.sign[frame, dof]
    above = tree.above[dof[:, None, :], dof[:, :, None]] & (index[:, None] == index)
    low, high = np.tril_indices(dof.shape[1])
    row, pair = np.nonzero(used[:, low] & used[:, high])
    return _Columns(
        dof,
        frame,
        tuple(slice(k * width, (k + 1) * width) for k in range(n_shares)),
        used,
        (moving * (sign * share)[:, None])[:, :, None],
        sign[..., None],
        above * (1 - np.eye(dof.shape[1]) / 2),
        (row * dof.shape[1] + low[pair]) * dof.shape[1] + high[pair],
        row,
    )


def _skew(u: Array) -> Array:
    """(..., 3, 3) matrices of u (..., 3) cross."""
    skew = np.zeros((*u.shape, 3))
    x, y, z = u[..., 0], u[..., 1], u[..., 2]
    skew[..., 0, 1], skew[..., 0, 2], skew[..., 1, 2] = -z, y, -x
    skew[..., 1, 0], skew[..., 2, 0], skew[..., 2, 1] = z, -y, x
    return skew
