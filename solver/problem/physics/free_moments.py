"""Free moments of contact patches in the equations of motion.

A moment M about the touched surface's normal adds -u_i . normal M to equation i of every degree of freedom above the
contact. It is not a gradient: its derivative along a degree of freedom j is nonzero only for j above i,
d u_i/dq_j = u_j x u_i.
"""

import numpy as np

from ...arrays import Array, Indices
from ...mechanics.kinematics import cross, wrap
from ..state import State
from ..transcription import Transcription

NONE = np.empty(0)


class FreeMoments:
    """Terms of all free moments of a problem.

    Args:
        transcription: of the problem.
        row_of: (E,) first row of each extended frame's equations.

    Attributes:
        index, frame, dof: (K,) unknown and frame of each moment, paired with each degree of freedom on which it acts.
    """

    def __init__(self, transcription: Transcription, row_of: Indices) -> None:
        self._transcription, variables = transcription, transcription.variables
        points, dofs = transcription.point_pairs
        moment, pair = np.nonzero(variables.moment_contact[:, None] == points)
        self.frame, self.dof = variables.moment_frame[moment], dofs[pair]
        self._contact = variables.moment_contact[moment]
        self._normal = transcription.normals[self.frame, self._contact].T  # (3, K)
        self.index = index = variables.moment[moment]
        self.entries = (row_of[self.frame + 1] + self.dof, index)
        j, i = np.nonzero(transcription.tree.above)
        self._above, self._below = i[i != j], j[i != j]
        self._chains = []
        self.hessian_entries = [(index, variables.q[self.frame, self.dof])]
        for contact in np.unique(variables.moment_contact):
            chain = dofs[(points == contact) & transcription.tree.rotation[dofs]]
            frames = variables.moment_frame[variables.moment_contact == contact]
            low, high = np.tril_indices(len(chain))
            self._chains.append((int(contact), frames, chain, high * len(chain) + low))
            self.hessian_entries.append(
                (variables.q[frames][:, chain[low]], variables.q[frames][:, chain[high]])
            )

    def jacobian(self, state: State) -> Array:
        """Values at ``entries``: ``slopes`` times the frames' shares."""
        return self.slopes(state) * state.shares[self.frame] if len(self.frame) else NONE

    def slopes(self, state: State) -> Array:
        """(K,) -u_i . normal."""
        u = state.pose.u[:, self.frame + 1, self.dof]
        return -np.asarray((self._normal * u).sum(0))

    def add_asymmetry(self, state: State, values: Array) -> None:
        """Adds d(-u_i . normal M)/dq_j for j above i to the own-frame entries (below i, above j) of dg/dq."""
        if state.balance.moments is None:
            return
        dynamics, dynamic = self._transcription.dynamics, self._transcription.timeline.dynamic
        moment = (state.balance.moments @ dynamics.points_below)[:, dynamic]
        u = state.pose.u[:, dynamic + 1]
        turned = cross(wrap(u.take(self._above, axis=2)), wrap(u.take(self._below, axis=2)))
        values -= (turned * moment[:, :, self._below]).sum(0).ravel()

    def hessian(self, state: State, multipliers: Array) -> list[Array]:
        """Values at ``hessian_entries`` of -sum multipliers_i u_i . normal M share; multipliers: (N, n).

        For k above j above i, d2 u_i/dq_k dq_j = u_k x (u_j x u_i).
        """
        if not len(self.frame):
            return [NONE]
        u = state.pose.u
        with_moment = np.zeros(len(self.frame), state.x.dtype)
        parts = [with_moment]
        for contact, frames, chain, pairs in self._chains:
            axes = u.take(frames + 1, axis=1).take(chain, axis=2)
            weighted = axes * multipliers.take(frames, axis=0).take(chain, axis=1)
            below = np.cumsum(weighted[..., ::-1], axis=-1)[..., ::-1]  # sum over i at or below j
            about = cross(wrap(self._transcription.normals[frames, contact].T)[..., None], wrap(axes))
            slope = np.zeros((len(frames), self._transcription.tree.n), state.x.dtype)
            slope[:, chain] = -(about * (below - weighted)).sum(0)
            mine = self._contact == contact
            with_moment[mine] = slope[np.searchsorted(frames, self.frame[mine]), self.dof[mine]]
            # normal . (u_k x b) = (normal x u_k) . b
            twice = about.transpose(1, 2, 0) @ cross(wrap(axes), wrap(below)).swapaxes(0, 1)
            twice *= -(state.moments[frames, contact] * state.shares[frames])[:, None, None]
            parts.append(twice.reshape(len(frames), -1).take(pairs, axis=1).ravel())
        with_moment *= state.shares[self.frame]
        return parts
