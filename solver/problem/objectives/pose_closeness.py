"""How far bodies are from where they were drawn, with derivatives by composite bodies."""

import numpy as np

from ...arrays import Array
from ...job.objectives.pose_closeness import PoseCloseness
from ...rotations import matrix_from_quaternion
from ..rows.component import Pattern
from ..state import State
from ..transcription import Transcription


class PoseSum:
    """sum over frames and bodies of a |x - x'|^2 + b |R - R'|^2, h w / length^2 and h w / 2 for a (N, D) and b.

    R has as columns the directions that are compared, by default the axes. With f = 2 a (x - x') a degree of freedom
    (u, v), which moves points by u cross x + v, changes a body's share by
    u . (x cross f - 2 b sum_c R_c cross R'_c) + v . f. For i at or above j the second derivative is

        u_i . (A u_j + S' cross v_j) + v_i . (u_j cross S + m v_j)

    summed over the bodies below j, with m = 2 a, S = 2 a x, S' = 2 a x', M = R R'^T, and
    A = 2 a (|x|^2 - x x^T) + x f^T - x . f - 2 b (M - tr M).

    Args:
        transcription: of the job.
        objective: what is asked.
        directions: (D, 3, K) of the bodies in the rest pose, whose turns alone count; None: all of where bodies are.

    Attributes:
        jacobian_pattern: of the one row.
        hessian_pattern: lower triangle.
    """

    def __init__(
        self, transcription: Transcription, objective: PoseCloseness, *, directions: Array | None = None
    ) -> None:
        tree, timeline = transcription.tree, transcription.timeline
        names = [body.name for body in transcription.job.character.bodies]
        chosen = [names.index(drawn.body) for drawn in objective.bodies]
        closed = timeline.cycle is not None
        self._chosen, self._moves = chosen, tree.moves[chosen]
        ways = [drawn.spread(timeline.n_frames, closed=closed) for drawn in objective.bodies]
        self._position = (
            np.array([position for position, _ in ways]).reshape(len(chosen), -1, 3).transpose(2, 1, 0)
        )
        axes = matrix_from_quaternion([body.orientation for body in transcription.job.character.bodies])
        turns = np.array([turn for _, turn in ways]).reshape(len(chosen), -1, 3, 3)
        since_rest = np.einsum("bnrc,bkc->rknb", turns, axes[chosen])
        whole_axes = np.broadcast_to(np.eye(3), (len(chosen), 3, 3))
        self._directions = whole_axes if directions is None else directions
        self._turn = self._turned_by(since_rest)
        weights = np.array([drawn.weights(timeline.n_frames, closed=closed) for drawn in objective.bodies])
        whole = sum(drawn.weight for drawn in objective.bodies)
        share = timeline.step * weights.reshape(len(chosen), -1).T / (whole or 1.0)
        self._a, self._b = share * (directions is None) / objective.length**2, share / 2
        index = transcription.index[1:-1]  # (N, n)
        self._moved = np.flatnonzero(self._moves.any(0))
        self._above, self._below = np.nonzero(tree.above.T[np.ix_(self._moved, self._moved)])
        column = index[:, self._moved]
        pair = column[:, self._above], column[:, self._below]
        self.jacobian_pattern: Pattern = (np.zeros(column.size, np.intp), column.ravel())
        self.hessian_pattern: Pattern = (np.maximum(*pair).ravel(), np.minimum(*pair).ravel())

    def values(self, state: State) -> Array:
        """(1,) the sum."""
        off, turn = self._offset(state), self._turned(state)
        return np.array([(self._a * off**2).sum() + (self._b * (turn - self._turn) ** 2).sum()])

    def jacobian(self, state: State) -> Array:
        """Values at ``jacobian_pattern``."""
        position, force = self._placed(state), 2 * self._a * self._offset(state)
        torque = np.cross(position, force, axis=0)
        torque -= 2 * self._b * np.cross(self._turned(state), self._turn, axis=0).sum(1)
        u, v = self._motion(state)
        slope = (u * self._added(torque)).sum(0) + (v * self._added(force)).sum(0)
        return np.asarray(slope.ravel())

    def hessian(self, state: State, multipliers: Array) -> Array:
        """Values at ``hessian_pattern`` of the multiplier times the sum."""
        position, off = self._placed(state), self._offset(state)
        force, twice = 2 * self._a * off, 2 * self._a
        both = np.einsum("rcnb,kcnb->rknb", self._turned(state), self._turn)  # R R'^T
        spin = np.einsum("rnb,knb->rknb", position, force - twice * position) - 2 * self._b * both
        round_off = (position * (twice * position - force)).sum(0) + 2 * self._b * np.trace(both)
        spin[range(3), range(3)] += round_off
        u, v = self._motion(state)
        first, drawn = self._added(twice * position), self._added(twice * (position - off))
        turning = np.einsum("rkni,kni->rni", self._added(spin), u) + np.cross(drawn, v, axis=0)
        moving = np.cross(u, first, axis=0) + self._added(twice) * v
        i, j = self._above, self._below
        bend = (u[..., i] * turning[..., j]).sum(0) + (v[..., i] * moving[..., j]).sum(0)
        return np.asarray(multipliers[0] * bend.ravel())

    def point_weights(self, state: State, multipliers: Array) -> Array | None:
        """None: no part of it is left to tracked points."""
        return None

    def _placed(self, state: State) -> Array:
        """(3, N, D) centres of the drawn bodies."""
        return np.asarray(state.pose.position[:, 1:-1, self._chosen])

    def _offset(self, state: State) -> Array:
        """(3, N, D) from where they were drawn."""
        return self._placed(state) - self._position

    def _turned(self, state: State) -> Array:
        """(3, K, N, D) directions where the bodies have turned them."""
        return self._turned_by(state.pose.rotation[:, :, 1:-1, self._chosen])

    def _turned_by(self, rotation: Array) -> Array:
        """(3, K, N, D) directions, turned by rotations (3, 3, N, D) since the rest pose."""
        return np.einsum("rcnb,bck->rknb", rotation, self._directions)

    def _motion(self, state: State) -> tuple[Array, Array]:
        """(3, N, M) u and v of the degrees of freedom that move drawn bodies."""
        sign = self._sign(state)
        return state.pose.u[:, 1:-1, self._moved] * sign, state.pose.v[:, 1:-1, self._moved] * sign

    def _sign(self, state: State) -> Array:
        return np.asarray(state.transcription.sign[1:-1, self._moved])

    def _added(self, values: Array) -> Array:
        """(..., N, M) sums over the drawn bodies below each degree of freedom, of (..., N, D)."""
        return np.asarray(values @ self._moves[:, self._moved])
