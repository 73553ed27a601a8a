"""Physics: the discrete equations of motion hold at every frame that has neighbours."""

import numpy as np
from numpy.typing import NDArray

from ...mechanics.kinematics import cross, wrap
from ..setting import Setting
from ..state import State
from .component import Array, Component, Indices


class EquationsOfMotion(Component):
    """g_i(t) - torque_i(t) = 0 for every degree of freedom i and dynamic frame t.

    g is the residual of mechanics/dynamics.py; rows are in units of force_scale (x 1 m for rotations),
    frame after frame.
    """

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        tree, timeline, variables = setting.tree, setting.timeline, setting.variables
        n, dynamic = tree.n, timeline.dynamic
        self.lower = self.upper = np.zeros(len(dynamic) * n)
        j, i = np.nonzero(tree.above)  # i at or above j
        apart = i != j
        self._pair, self._apart = i * n + j, (i * n + j)[apart]
        self._reverse = (j * n + i)[apart]  # of ``behind``: row j, column i, for i above j
        self._upper, self._lower = i[apart], j[apart]
        i_apart, j_apart = i[apart], j[apart]

        row_of = np.full(timeline.n_frames + 2, -1)  # of extended frames
        row_of[dynamic + 1] = np.arange(len(dynamic)) * n
        place, sign = setting.place, setting.sign
        before = np.flatnonzero((row_of[:-1] >= 0) & (timeline.pair_weight > 0))  # pairs with a row first
        after = np.flatnonzero((row_of[1:] >= 0) & (timeline.pair_weight > 0))  # pairs with a row second
        self._before, self._after = before, after
        own, now = row_of[dynamic + 1][:, None], place[dynamic + 1]
        first, second = row_of[before][:, None], row_of[after + 1][:, None]
        entries = [
            (own + i, now[:, j]),
            (own + j_apart, now[:, i_apart]),
            (first + i, place[before + 1][:, j]),
            (first + j_apart, place[before + 1][:, i_apart]),
            (second + j, place[after][:, i]),
            (second + i_apart, place[after][:, j_apart]),
        ]

        points, dofs = setting.point_pairs
        self._force, self._force_pair = np.nonzero(variables.force_contact[:, None] == points)
        self._force_frame = variables.force_frame[self._force]
        force_row = row_of[self._force_frame + 1] + dofs[self._force_pair]
        entries += [(force_row, variables.force[self._force, k]) for k in range(3)]
        self._moment, self._moment_pair = np.nonzero(variables.moment_contact[:, None] == points)
        self._moment_frame, self._moment_dof = variables.moment_frame[self._moment], dofs[self._moment_pair]
        entries.append((row_of[self._moment_frame + 1] + self._moment_dof, variables.moment[self._moment]))
        entries.append((own + variables.actuated, variables.torque))
        self._ahead_sign, self._behind_sign = sign[before + 1][:, j], sign[before + 1][:, i_apart]
        self._from_ahead_sign, self._from_behind_sign = sign[after][:, i], sign[after][:, j_apart]
        rows, columns = zip(*(np.broadcast_arrays(r, c) for r, c in entries), strict=True)
        self.jacobian_pattern = (_flat(rows), _flat(columns))

        linked = timeline.pairs  # each pair once: (t, t + 1) from frame t
        here, there = place[linked + 1], place[linked + 2]
        blocks = [
            (variables.q[:, j], variables.q[:, i]),
            (there[:, j], here[:, i]),
            (there[:, i_apart], here[:, j_apart]),
        ]
        force_place = variables.q[self._force_frame, dofs[self._force_pair]]
        blocks += [(variables.force[self._force, k], force_place) for k in range(3)]
        blocks += self._moment_hessian_pattern()
        a, b = _flat([r for r, _ in blocks]), _flat([c for _, c in blocks])
        self.hessian_pattern = (np.maximum(a, b), np.minimum(a, b))
        self._linked = linked + 1
        self._linked_ahead_sign, self._linked_behind_sign = (
            sign[linked + 2][:, j],
            sign[linked + 2][:, i_apart],
        )

    def values(self, state: State) -> Array:
        g = self.setting.dynamics.residual(state.balance)[self.setting.timeline.dynamic]
        g[:, self.setting.variables.actuated] -= state.torques
        return g.ravel()

    def jacobian(self, state: State) -> Array:
        dynamics, dynamic = self.setting.dynamics, self.setting.timeline.dynamic
        own, ahead, behind = (_flatten(a) for a in dynamics.jacobian(state.prepared))
        mirrored = own[dynamic][:, self._apart]
        if len(self._moment):
            mirrored = mirrored - self._moment_asymmetry(state)
        pushed = -state.point_jacobian[:, self._force_frame + 1, self._force_pair]
        normal_axis = np.tensordot(dynamics.normal, state.pose.u, 1)
        parts = [
            own[dynamic][:, self._pair],
            mirrored,
            self._ahead_sign * ahead[self._before][:, self._pair],
            self._behind_sign * behind[self._before][:, self._reverse],
            self._from_ahead_sign * ahead[self._after][:, self._pair],
            self._from_behind_sign * behind[self._after][:, self._reverse],
            *pushed,
            -normal_axis[self._moment_frame + 1, self._moment_dof],
            np.full(state.torques.size, -1.0),
        ]
        return np.concatenate([part.ravel() for part in parts])

    def hessian(self, state: State, multipliers: Array) -> Array:
        return self.hessian_with_points(state, multipliers, np.zeros_like(state.forces))

    def hessian_with_points(self, state: State, multipliers: Array, point_weights: Array) -> Array:
        """The same, of multipliers . g + point_weights . contact positions."""
        setting, dynamics = self.setting, self.setting.dynamics
        timeline = setting.timeline
        spread = np.zeros((timeline.n_frames, setting.tree.n), multipliers.dtype)
        spread[timeline.dynamic] = multipliers.reshape(-1, setting.tree.n)
        extended = setting.sign * spread.ravel()[setting.place]
        own, ahead, behind, twist, motion = dynamics.hessian(state.prepared, extended, point_weights)
        own, ahead, behind = _flatten(own), _flatten(ahead), _flatten(behind)
        parts = [
            own[:, self._pair],
            self._linked_ahead_sign * ahead[self._linked][:, self._pair],
            self._linked_behind_sign * behind[self._linked][:, self._reverse],
            *self._force_hessian(state, twist, motion),
            *self._moment_hessian(state, spread),
        ]
        return np.concatenate([part.ravel() for part in parts])

    def describe(self, row: int, violation: float) -> str:
        tree, n = self.setting.tree, self.setting.tree.n
        when = self.setting.when(int(self.setting.timeline.dynamic[row // n]))
        unit = "N m" if tree.rotation[row % n] else "N"
        amount = violation * self.setting.force_scale
        return f"physics of '{tree.names[row % n]}' at {when} is off by {amount:.3g} {unit}"

    def _force_hessian(self, state: State, twist: Array, motion: Array) -> Array:
        """(3, K) d2/dq dF of multipliers . g: how a contact's motion along the multipliers changes with q."""
        pose, frame, pair = state.pose, self._force_frame + 1, self._force_pair
        contact, dof = (index[pair] for index in self.setting.point_pairs)
        turned = (
            cross(wrap(twist[:3, frame, dof]), wrap(pose.points[:, frame, contact])) + twist[3:, frame, dof]
        )
        return -(turned + cross(wrap(pose.u[:, frame, dof]), wrap(motion[:, frame, contact])))

    def _moment_asymmetry(self, state: State) -> Array:
        """(D, pairs) d(u_j . normal M)/dq_i for i above j: a moment is no gradient, so only one half has it."""
        dynamics, dynamic = self.setting.dynamics, self.setting.timeline.dynamic
        moment = (state.moments @ dynamics.points_below)[dynamic]
        u = state.pose.u[:, dynamic + 1]
        turned = np.cross(u[:, :, self._upper], u[:, :, self._lower], axis=0)
        return np.tensordot(dynamics.normal, turned, 1) * moment[:, self._lower]

    def _moment_hessian_pattern(self) -> list[tuple[Indices, Indices]]:
        """Places of q against the free moment, then q against q above the contact."""
        variables, points_dofs = self.setting.variables, self.setting.point_pairs
        rows: list[tuple[Indices, Indices]] = [
            (variables.moment[self._moment], variables.q[self._moment_frame, self._moment_dof])
        ]
        self._chains: list[tuple[Indices, NDArray[np.intp], NDArray[np.intp]]] = []
        for contact in np.unique(variables.moment_contact):
            chain = points_dofs[1][points_dofs[0] == contact]
            chain = chain[self.setting.tree.rotation[chain]]
            frames = variables.moment_frame[variables.moment_contact == contact]
            low, high = np.tril_indices(len(chain))
            self._chains.append((frames, chain, np.stack([low, high])))
            rows.append((variables.q[frames][:, chain[low]], variables.q[frames][:, chain[high]]))
        return rows

    def _moment_hessian(self, state: State, multipliers: Array) -> list[Array]:
        """Second derivatives of -sum multipliers_i u_i . normal M; d2 u_i = u_k x (u_j x u_i), k above j above i."""
        if not len(self._moment):
            return [np.empty(0)]
        normal, u = self.setting.dynamics.normal, state.pose.u
        contacts, dofs = self.setting.point_pairs
        with_moment = np.zeros(len(self._moment), state.x.dtype)
        parts = [with_moment]
        for (frames, chain, (low, high)), contact in zip(
            self._chains, np.unique(self.setting.variables.moment_contact), strict=True
        ):
            weighted = u[:, frames + 1][:, :, chain] * multipliers[frames][:, chain]
            below = np.cumsum(weighted[..., ::-1], axis=-1)[
                ..., ::-1
            ]  # sum over i at or below j on the chain
            strictly = below - weighted
            axes = u[:, frames + 1][:, :, chain]
            turned = np.cross(axes, strictly, axis=0)
            mine = self.setting.variables.moment_contact[self._moment] == contact
            slope = -np.tensordot(normal, turned, 1)  # (frames, chain)
            place = {int(d): k for k, d in enumerate(chain)}
            column = np.array([place.get(int(d), -1) for d in dofs[contacts == contact]])
            with_moment[mine] = np.where(column >= 0, slope[:, column], 0.0).ravel()
            twice = np.cross(axes[..., high], np.cross(axes[..., low], below[..., low], axis=0), axis=0)
            parts.append(-np.tensordot(normal, twice, 1) * state.moments[frames, contact][:, None])
        return parts


def _flatten(blocks: Array) -> Array:
    return blocks.reshape(len(blocks), -1)


def _flat(parts: object) -> Indices:
    return np.concatenate([np.asarray(part).ravel() for part in parts])  # type: ignore[attr-defined]
