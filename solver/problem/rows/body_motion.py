"""Derivatives of sums of functions of bodies' positions, frame by frame."""

from collections.abc import Sequence

import numpy as np

from ...arrays import Array
from ...mechanics.couplings import Couplings, Entries
from ...mechanics.kinematics import cross, wrap
from ..state import State
from ..transcription import Transcription
from .component import Pattern, compact


class BodyMotion:
    """Derivatives of a sum over frames and bodies by composite bodies.

    A degree of freedom (u, v) moves points by u cross x + v. It changes such a sum by u . torque + v . force, summed
    over the bodies below it. For i at or above j the second derivative is

        u_i . (A u_j + (S - f) cross v_j) + v_i . (u_j cross S + m v_j)

    summed over the bodies below j, with f the force at a body's center x, m = df/dx, S = m x, and A from the caller.

    Args:
        transcription: of the job.
        bodies: indices of the D bodies.

    Attributes:
        columns: (N, M) of the degrees of freedom that move the bodies, in x.
        pattern: of the second derivatives of pairs on one branch, lower triangle.
    """

    def __init__(self, transcription: Transcription, bodies: Sequence[int]) -> None:
        moves = transcription.tree.moves[bodies]
        self._bodies = list(bodies)
        self._moved = np.flatnonzero(moves.any(0))
        self._moves = moves[:, self._moved]
        above, below = np.nonzero(transcription.tree.above.T[np.ix_(self._moved, self._moved)])
        self.columns = transcription.index[1:-1][:, self._moved]
        self._pairs = Entries(np.arange(len(self.columns)), above * len(self._moved) + below)
        pair = self.columns[:, above], self.columns[:, below]
        self.pattern: Pattern = compact((np.maximum(*pair).ravel(), np.minimum(*pair).ravel()))

    def centers(self, state: State) -> Array:
        """(3, N, D) of the bodies, world [m]."""
        return state.pose.position[:, 1:-1].take(self._bodies, axis=2)

    def slope(self, state: State, torque: Array, force: Array) -> Array:
        """(N, M) of a sum by its torques and forces (3, N, D), about the world's origin."""
        u, v = self._motion(state)
        return np.asarray((u * self.below(torque)).sum(0) + (v * self.below(force)).sum(0))

    def bend(self, state: State, spin: Array, force: Array, mass: Array, ray: Array | None = None) -> Array:
        """Values at ``pattern`` by A (3, 3, N, D), f (3, N, D) and m (N, D).

        A ray r (3, N, D) adds (r . dx_i) (r . dx_j), as df/dx = m + r r^T does.
        """
        u, v = self._motion(state)
        first = mass * self.centers(state)
        turning = np.einsum("rkni,kni->rni", self.below(spin), u)
        turning += cross(wrap(self.below(first - force)), wrap(v))
        moving = cross(wrap(u), wrap(self.below(first))) + self.below(mass) * v
        if ray is not None:
            twist = np.concatenate([cross(wrap(self.centers(state)), wrap(ray)), ray])
            both = self.below(np.einsum("rnb,knb->rknb", twist, twist))
            by_turn, by_move = np.split(np.einsum("rkni,kni->rni", both, np.concatenate([u, v])), 2)
            turning, moving = turning + by_turn, moving + by_move
        return Couplings(np.concatenate([u, v]), np.concatenate([turning, moving])).take([self._pairs])

    def moved(self, state: State, mass: Array) -> Array:
        """(3, N, M) slopes of sum_b m_b x_b, for m (N, D)."""
        u, v = self._motion(state)
        return cross(wrap(u), wrap(self.below(mass * self.centers(state)))) + v * self.below(mass)

    def below(self, values: Array) -> Array:
        """(..., N, M) sums over the bodies below each degree of freedom, of (..., N, D)."""
        return np.asarray(values @ self._moves)

    def _motion(self, state: State) -> tuple[Array, Array]:
        """(3, N, M) u and v."""
        sign = state.transcription.sign[1:-1, self._moved]
        u, v = (each[:, 1:-1].take(self._moved, axis=2) for each in (state.pose.u, state.pose.v))
        return u * sign, v * sign


def spin_of(position: Array, force: Array, mass: Array) -> Array:
    """(3, 3, N, D) A of a force f with slope m at x: m (|x|^2 - x x^T) + x f^T - x . f."""
    off = force - mass * position
    spin = np.einsum("rnb,knb->rknb", position, off)
    spin[range(3), range(3)] -= (position * off).sum(0)
    return np.asarray(spin)
