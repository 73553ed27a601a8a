"""Distance between the mass distributions of motions, with centers of mass aligned."""

from collections.abc import Sequence

import numpy as np

from ...arrays import Array
from ...job.objectives.pose_closeness import DrawnBody
from ...rotations import cross
from ..state import State
from ..transcription import Transcription
from .body_motion import BodyMotion, spin_of
from .component import Pattern
from .distances import Distances


class MassDistances(Distances):
    """d^2 = mean over frames of sum_b w_b |e_b|^2, with e_b = o_b - sum_k m_k o_k and o_b = x_b - x'_b.

    m are the bodies' shares of the total mass, w are m times the bodies' weights, normalized to sum 1 (Agrawal & van de
    Panne 2015, section 3.1, with w = m). A weight may vary by frame. The force at a body is
    f_b = 2 (w_b e_b - m_b sum_k w_k e_k). The second derivatives are those of 2 w_b and f_b plus
    -(Q_i . C_j + C_i . Q_j) for any two degrees of freedom, with C the slopes of sum m x, P those of sum w x,
    W = sum w, and Q = 2 P - W C.

    Args:
        transcription: of the job.
        motions: J other motions of the same bodies, each with its weights.
        factors: (J,) of each d^2; 1 if empty.
    """

    def __init__(
        self,
        transcription: Transcription,
        motions: Sequence[tuple[DrawnBody, ...]],
        factors: Sequence[float] = (),
    ) -> None:
        timeline, character = transcription.timeline, transcription.job.character
        bodies = motions[0]
        chosen = [character.body_index(drawn.body) for drawn in bodies]
        closed, n = timeline.cycle is not None, timeline.n_frames
        self._motion = BodyMotion(transcription, chosen)
        spread = [[drawn.spread(n, closed=closed)[0] for drawn in motion] for motion in motions]
        self._position = np.array(spread).transpose(0, 3, 2, 1)  # (J, 3, N, D)
        mass = np.array([character.bodies[k].mass for k in chosen])
        weights_by_motion = [[drawn.weights(n, closed=closed) for drawn in motion] for motion in motions]
        weights = np.array(weights_by_motion).swapaxes(1, 2) * mass  # (J, N, D)
        weights *= np.array(factors or [1.0])[:, None, None] / weights.sum((1, 2), keepdims=True)
        self._shares, self._weights = mass / mass.sum(), weights
        columns = self._motion.columns
        self.columns = columns.ravel()
        self._i, self._j = np.tril_indices(columns.shape[1])
        pair = columns[:, self._i], columns[:, self._j]
        near, any_two = self._motion.pattern, (np.maximum(*pair).ravel(), np.minimum(*pair).ravel())
        self.hessian_pattern: Pattern = (
            np.concatenate([near[0], any_two[0]]),
            np.concatenate([near[1], any_two[1]]),
        )

    def values(self, state: State) -> Array:
        return np.einsum("jnd,jrnd->j", self._weights, self._apart(state) ** 2)

    def slopes(self, state: State) -> Array:
        centers, rows = self._motion.centers(state), []
        for weighted in self._weights[:, None] * self._apart(state):
            force = self._force(weighted)
            rows.append(self._motion.slope(state, cross(centers, force, axis=0), force).ravel())
        return np.array(rows)

    def hessian(self, state: State, factors: Array) -> Array:
        weights = np.einsum("j,jnd->nd", factors, self._weights)
        force = self._force(np.einsum("j,jnd,jrnd->rnd", factors, self._weights, self._apart(state)))
        twice = 2 * weights
        bend = self._motion.bend(state, spin_of(self._motion.centers(state), force, twice), force, twice)
        center = self._motion.moved(state, np.broadcast_to(self._shares, weights.shape))
        q = 2 * self._motion.moved(state, weights) - weights.sum(1)[:, None] * center
        i, j = self._i, self._j
        shared = (q[..., i] * center[..., j] + center[..., i] * q[..., j]).sum(0)
        return np.concatenate([bend, -shared.ravel()])

    def _apart(self, state: State) -> Array:
        """(J, 3, N, D) e."""
        off = self._motion.centers(state) - self._position
        return np.asarray(off - (off @ self._shares)[..., None])

    def _force(self, weighted: Array) -> Array:
        """(3, N, D) f of w e (3, N, D)."""
        return np.asarray(2 * (weighted - self._shares * weighted.sum(-1, keepdims=True)))
