"""The discrete equations of motion hold at every frame that has neighbors."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...arrays import Array, Indices
from ...mechanics.couplings import Couplings, Entries
from ...mechanics.kinematics import cross, gathered, wrap
from ...verify.violation import Kind, Violation
from ..reuse import Numbers
from ..rows.component import Component, Pattern, compact, merged
from ..state import State
from ..transcription import Transcription
from .free_moments import FreeMoments
from .free_steps import FreeSteps
from .moving_surface_forces import MovingSurfaceForces


class EquationsOfMotion(Component):
    """g_i(t) - torque_i(t) = 0 for every degree of freedom i and dynamic frame t.

    g is the residual of mechanics/dynamics.py; rows are in units of force_scale (x 1 m for rotations), times
    the frame's share of time where steps differ, frame after frame.
    """

    is_full = True
    keeps = Numbers.BODIES | Numbers.SURFACES | Numbers.HOLDS

    def __init__(self, transcription: Transcription) -> None:
        self.transcription = transcription
        timeline, variables = transcription.timeline, transcription.variables
        n, dynamic, index = transcription.tree.n, timeline.dynamic, transcription.index
        self.lower = self.upper = np.zeros(len(dynamic) * n)
        self._frames = slice(int(dynamic[0]), int(dynamic[-1]) + 1) if len(dynamic) else slice(0)
        row_of = np.full(timeline.n_frames + 2, -1)  # of extended frames
        row_of[dynamic + 1] = np.arange(len(dynamic)) * n
        own_rows = row_of[dynamic + 1][:, None]

        (points, dofs), pushes = transcription.point_pairs, transcription.force_map
        push, self._force_pair = np.nonzero(pushes.point[:, None] == points)
        self._force_frame, self._force_turn = pushes.frame[push], -pushes.turn[push].transpose(1, 2, 0).copy()
        force_dof, force_indices = dofs[self._force_pair], pushes.index[push].T  # (3, K)
        frame = self._force_frame + 1
        # flat indices in (E, P), (E, n) and (E, K)
        self._force_point = frame * len(transcription.points) + points[self._force_pair]
        self._force_dof = frame * n + force_dof
        self._force_moved = frame * len(points) + self._force_pair
        force_row = row_of[self._force_frame + 1] + force_dof
        self._moments = FreeMoments(transcription, row_of)
        torque_rows = own_rows + variables.actuated  # (D, A)
        self._torque_rows = torque_rows.ravel()
        self._even_pull = np.full(torque_rows.shape, -1.0)  # of the muscles, in even steps

        blocks, self._jacobian_blocks = _jacobian_blocks(transcription, row_of)
        entries = [*blocks, *((force_row, column) for column in force_indices)]
        entries += [self._moments.entries, (torque_rows, variables.torque)]
        self._steps = (
            FreeSteps(transcription, self._moments, row_of) if transcription.has_free_steps else None
        )
        entries += self._steps.entries if self._steps else []
        self._carried = (
            MovingSurfaceForces(transcription, row_of) if len(transcription.on_moving_surface) else None
        )
        entries += self._carried.entries if self._carried else []
        self.jacobian_pattern = compact(_joined(entries))
        self._slot: Indices | None = None
        if self._carried or any(hold.body_b for hold in transcription.job.holds):
            # one force acts on two bodies, which may share degrees of freedom
            pattern, self._slot = merged(self.jacobian_pattern, variables.size)
            self.jacobian_pattern = compact(pattern)

        blocks, self._hessian_blocks = _hessian_blocks(transcription)
        entries = [*blocks]
        entries += [(column, index[self._force_frame + 1, force_dof]) for column in force_indices]
        entries += self._moments.hessian_entries
        entries += self._steps.hessian_entries if self._steps else []
        entries += self._carried.hessian_entries if self._carried else []
        a, b = compact(_joined(entries))
        self.hessian_pattern = (np.maximum(a, b), np.minimum(a, b))

    def values(self, state: State) -> Array:
        g = self.transcription.dynamics.residual(state.balance)[self._frames].ravel()
        torques = state.torques * self._shares(state) if self._steps else state.torques
        g[self._torque_rows] -= torques.ravel()
        return g

    def jacobian(self, state: State) -> Array:
        values = self._jacobian_blocks.take(self.transcription.dynamics.jacobian(state.prepared))
        self._moments.add_asymmetry(state, values[self._jacobian_blocks.second])
        motion = gathered(state.point_jacobian, self._force_moved)
        pushed, pulled = np.einsum("rk,rck->ck", motion, self._force_turn), self._even_pull
        if self._steps:
            pushed *= state.shares.take(self._force_frame)
            pulled = self._even_pull * self._shares(state)
        parts = [values, pushed.ravel(), self._moments.jacobian(state), pulled.ravel()]
        parts += [self._steps.jacobian(state)] if self._steps else []
        parts += [self._carried.jacobian(state)] if self._carried else []
        entries = np.concatenate(parts)
        if self._slot is None:
            return entries
        return np.asarray(np.bincount(self._slot, entries, len(self.jacobian_pattern[0])))

    def hessian(self, state: State, multipliers: Array) -> Array:
        return self.hessian_with_points(state, multipliers, np.zeros_like(state.forces))

    def hessian_with_points(self, state: State, multipliers: Array, point_weights: Array) -> Array:
        """Hessian of multipliers . g + point_weights . positions of the tracked points."""
        transcription, timeline = self.transcription, self.transcription.timeline
        spread = multipliers.reshape(-1, transcription.tree.n)
        if len(spread) < timeline.n_frames:
            spread = np.zeros((timeline.n_frames, transcription.tree.n), multipliers.dtype)
            spread[self._frames] = multipliers.reshape(-1, transcription.tree.n)
        if self._carried:
            point_weights = point_weights + self._carried.point_weights(state, spread)
        extended = spread.ravel().take(transcription.index)  # q is the first block of unknowns
        if timeline.mirror:
            extended *= transcription.sign
        change = transcription.dynamics.vary(state.prepared, extended)
        values = self._hessian_blocks.take(
            transcription.dynamics.hessian(state.prepared, change, point_weights)
        )
        moments = self._moments.hessian(state, spread)
        parts = [values, self._force_hessian(state, change.twist, change.motion), *moments]
        if self._steps:
            parts += self._steps.hessian(state, extended, change, moments[0])
        if self._carried:
            parts += self._carried.hessian(state, spread, change.twist, change.motion)
        return np.concatenate([part.ravel() for part in parts])

    def violation(self, row: int, amount: float) -> Violation:
        transcription = self.transcription
        frame, dof = divmod(row, transcription.tree.n)
        unit, force = "N m" if transcription.tree.rotation[dof] else "N", amount * transcription.force_scale
        return self.of_dof(Kind.EQUATIONS_OF_MOTION, dof, transcription.timeline.dynamic[frame], force, unit)

    def _force_hessian(self, state: State, twist: Array, motion: Array) -> Array:
        """(3, K) d2/dq dF of multipliers . g: derivative by q of a point's motion along the multipliers."""
        pose, point, dof = state.pose, self._force_point, self._force_dof
        along = gathered(twist, dof)
        change = cross(wrap(along[:3]), wrap(gathered(pose.points, point)))
        change += cross(wrap(gathered(pose.u, dof)), wrap(gathered(motion, point)))
        change += along[3:]
        pushed = np.einsum("rk,rck->ck", change, self._force_turn)
        if self._steps:
            pushed *= state.shares.take(self._force_frame)
        return pushed

    def _shares(self, state: State) -> Array:
        """(D, 1) of the frames that have equations."""
        return state.shares.take(self.transcription.timeline.dynamic)[:, None]


@dataclass(frozen=True, eq=False)
class _Blocks:
    """Entries of a sparse matrix from the full blocks of ``Dynamics.jacobian``.

    Attributes:
        parts: the entries.
        sign: of each entry; None where all are positive.
    """

    parts: tuple[Entries, ...]
    sign: Array | None

    @property
    def second(self) -> slice:
        """Entries of the second part."""
        first, second = (part.count for part in self.parts[:2])
        return slice(first, first + second)

    def take(self, couplings: Couplings) -> Array:
        """Values of the entries."""
        values = couplings.take(self.parts)
        if self.sign is not None:
            values *= self.sign
        return values


def _jacobian_blocks(transcription: Transcription, row_of: Indices) -> tuple[tuple[Pattern, ...], _Blocks]:
    """Rows and columns of each part of dg/dq, and the blocks of its values.

    i is at or above j, and strictly above in ``apart``.
    """
    timeline, n = transcription.timeline, transcription.tree.n
    dynamic, linked = timeline.dynamic, timeline.pair_weight > 0
    before = np.flatnonzero((row_of[:-1] >= 0) & linked)  # pairs whose first frame has equations
    after = np.flatnonzero((row_of[1:] >= 0) & linked)  # pairs whose second frame has
    (i, j), (above, below) = related(transcription)
    ahead, behind = timeline.n_frames, 2 * timeline.n_frames + 1
    parts = (
        # frame of the rows, of the columns; row, column; block; row and column in the block
        (dynamic + 1, dynamic + 1, i, j, dynamic, i, j),
        (dynamic + 1, dynamic + 1, below, above, dynamic, above, below),
        (before, before + 1, i, j, ahead + before, i, j),
        (before, before + 1, below, above, behind + before, above, below),
        (after + 1, after, j, i, ahead + after, i, j),
        (after + 1, after, above, below, behind + after, above, below),
    )
    entries = tuple((row_of[f][:, None] + r, transcription.index[g][:, c]) for f, g, r, c, *_ in parts)
    signs = [transcription.sign[g][:, c] for _, g, _, c, *_ in parts]
    return entries, _Blocks(tuple(Entries(b, r * n + c) for *_, b, r, c in parts), _signs(signs))


def _hessian_blocks(transcription: Transcription) -> tuple[tuple[Pattern, ...], _Blocks]:
    """Rows and columns of each part of d2/dq dq, and the blocks of its values.

    Entries within frames come first, then those between the frames of each pair, each pair once.
    """
    timeline, n, q = transcription.timeline, transcription.tree.n, transcription.variables.q
    (i, j), (above, below) = related(transcription)
    frames, here = np.arange(timeline.n_frames), timeline.pairs + 1
    ahead, behind = timeline.n_frames + here, 2 * timeline.n_frames + 1 + here
    then, sign = transcription.index[here + 1], transcription.sign[here + 1]
    now = transcription.index[here]
    entries = ((q[:, j], q[:, i]), (then[:, j], now[:, i]), (then[:, above], now[:, below]))
    blocks = ((frames, i, j), (ahead, i, j), (behind, above, below))
    signs = [np.ones(entries[0][0].shape), sign[:, j], sign[:, above]]
    return entries, _Blocks(tuple(Entries(b, r * n + c) for b, r, c in blocks), _signs(signs))


def related(transcription: Transcription) -> tuple[tuple[Indices, Indices], tuple[Indices, Indices]]:
    """Pairs (i at or above j) and (above, strictly below) of degrees of freedom."""
    j, i = np.nonzero(transcription.tree.above)
    return (i, j), (i[i != j], j[i != j])


def _signs(parts: Sequence[Array]) -> Array | None:
    signs = np.concatenate([part.ravel() for part in parts])
    return signs if (signs < 0).any() else None


def _joined(entries: Sequence[tuple[Indices, Indices]]) -> tuple[Indices, Indices]:
    pairs = [np.broadcast_arrays(rows, columns) for rows, columns in entries]
    return _flat([rows for rows, _ in pairs]), _flat([columns for _, columns in pairs])


def _flat(parts: Sequence[Indices]) -> Indices:
    return np.concatenate([part.ravel() for part in parts])
