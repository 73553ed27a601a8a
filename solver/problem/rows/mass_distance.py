"""How far the mass of bodies is from where another motion has it, centers of mass aligned."""

import numpy as np

from ...arrays import Array
from ...job.objectives.pose_closeness import DrawnBody
from ...rotations import cross
from ..state import State
from ..transcription import Transcription
from .body_motion import BodyMotion, spin_of
from .component import Pattern


class MassDistance:
    """d^2 = mean over frames of sum_b w_b |e_b|^2, with e_b = o_b - sum_k m_k o_k and o_b = x_b - x'_b.

    m are the bodies' shares of their mass, w the same times the weights asked for, of sum 1 (Agrawal & van de Panne
    2015, section 3.1, with w = m). The force at a body is f_b = 2 (w_b e_b - m_b sum_k w_k e_k). To the second
    derivatives by 2 w_b and f_b comes -(Q_i . C_j + C_i . Q_j) for any two degrees of freedom, with C the slopes of
    sum m x, P those of sum w x, W = sum w, and Q = 2 P - W C.

    Args:
        transcription: of the job.
        bodies: of the other motion.

    Attributes:
        columns: of the slopes.
        hessian_pattern: lower triangle; places may come twice.
    """

    def __init__(self, transcription: Transcription, bodies: tuple[DrawnBody, ...]) -> None:
        timeline, character = transcription.timeline, transcription.job.character
        chosen = [character.body_index(drawn.body) for drawn in bodies]
        closed, n = timeline.cycle is not None, timeline.n_frames
        self._motion = BodyMotion(transcription, chosen)
        self._position = np.array([drawn.spread(n, closed=closed)[0] for drawn in bodies]).transpose(2, 1, 0)
        mass = np.array([character.bodies[k].mass for k in chosen])
        weights = np.array([drawn.weights(n, closed=closed) for drawn in bodies]).T * mass
        whole = float(np.dot([drawn.weight for drawn in bodies], mass))
        self._shares, self._weights = mass / mass.sum(), weights / (whole * n)
        columns = self._motion.columns
        self.columns = columns.ravel()
        self._i, self._j = np.tril_indices(columns.shape[1])
        pair = columns[:, self._i], columns[:, self._j]
        near, any_two = self._motion.pattern, (np.maximum(*pair).ravel(), np.minimum(*pair).ravel())
        self.hessian_pattern: Pattern = (
            np.concatenate([near[0], any_two[0]]),
            np.concatenate([near[1], any_two[1]]),
        )

    def value(self, state: State) -> float:
        """d^2 [m^2]."""
        return float((self._weights * self._apart(state) ** 2).sum())

    def slopes(self, state: State) -> Array:
        """Values at ``columns``."""
        force = self._force(state)
        torque = cross(self._motion.centers(state), force, axis=0)
        return self._motion.slope(state, torque, force).ravel()

    def hessian(self, state: State) -> Array:
        """Values at ``hessian_pattern``."""
        force, twice = self._force(state), 2 * self._weights
        bend = self._motion.bend(state, spin_of(self._motion.centers(state), force, twice), force, twice)
        center = self._motion.moved(state, np.broadcast_to(self._shares, self._weights.shape))
        q = 2 * self._motion.moved(state, self._weights) - self._weights.sum(1)[:, None] * center
        i, j = self._i, self._j
        shared = (q[..., i] * center[..., j] + center[..., i] * q[..., j]).sum(0)
        return np.concatenate([bend.ravel(), -shared.ravel()])

    def _apart(self, state: State) -> Array:
        """(3, N, D) e."""
        off = self._motion.centers(state) - self._position
        return np.asarray(off - (off @ self._shares)[..., None])

    def _force(self, state: State) -> Array:
        """(3, N, D) f."""
        weighted = self._weights * self._apart(state)
        return np.asarray(2 * (weighted - self._shares * weighted.sum(-1, keepdims=True)))
