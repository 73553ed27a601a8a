"""Distance of bodies from the drawn motion, with derivatives by composite bodies."""

import numpy as np

from ...arrays import Array
from ...job.objectives.pose_closeness import PoseCloseness
from ...mechanics.kinematics import cross, wrap
from ...rotations import matrix_from_quaternion
from ..rows.body_motion import BodyMotion, spin_of
from ..rows.component import Pattern
from ..state import State
from ..transcription import Transcription


class PoseSum:
    """sum over frames and bodies of a d^2 (1 + c d^2 / 2) + b |R - R'|^2, h w / length^2 and h w / 2, for a and b.

    d = |x - x'|, c = steepness / length^2, and R has the axes as columns. With the force f = m (x - x'),
    m = 2 a (1 + c d^2), a degree of freedom (u, v), which moves points by u cross x + v, changes a body's share by
    u . (x cross f - 2 b sum_c R_c cross R'_c) + v . f. In the second derivative (``BodyMotion``) the turn adds
    -2 b (M - tr M) to A, M = R R'^T, and df/dx = m + r r^T with r = 2 sqrt(a c) (x - x').

    Args:
        transcription: of the job.
        objective: the specification.

    Attributes:
        jacobian_pattern: of the one row.
        hessian_pattern: lower triangle.
    """

    def __init__(self, transcription: Transcription, objective: PoseCloseness) -> None:
        timeline = transcription.timeline
        names = [body.name for body in transcription.job.character.bodies]
        chosen = [names.index(drawn.body) for drawn in objective.bodies]
        closed = timeline.cycle is not None
        self._chosen, self._motion = chosen, BodyMotion(transcription, chosen)
        trajectories = [drawn.spread(timeline.n_frames, closed=closed) for drawn in objective.bodies]
        self._position = (
            np.array([position for position, _ in trajectories])
            .reshape(len(chosen), -1, 3)
            .transpose(2, 1, 0)
        )
        axes = matrix_from_quaternion([body.orientation for body in transcription.job.character.bodies])
        turns = np.array([turn for _, turn in trajectories]).reshape(len(chosen), -1, 3, 3)
        self._wrapped = wrap(np.einsum("bnrc,bkc->rknb", turns, axes[chosen]))  # since the rest pose
        self._turn = self._wrapped[:3]
        weights = np.array([drawn.weights(timeline.n_frames, closed=closed) for drawn in objective.bodies])
        whole = sum(drawn.weight for drawn in objective.bodies)
        share = timeline.step * weights.reshape(len(chosen), -1).T / (whole or 1.0)
        self._a, self._b = share / objective.length**2, share / 2
        self._steepness = objective.steepness / objective.length**2
        column = self._motion.columns
        self.jacobian_pattern: Pattern = (np.zeros(column.size, np.intp), column.ravel())
        self.hessian_pattern: Pattern = self._motion.pattern

    def values(self, state: State) -> Array:
        """(1,) the sum."""
        off, turn = self._offset(state), self._turned(state)
        square = (off**2).sum(0)
        away = self._a * square * (1 + self._steepness * square / 2)
        return np.array([away.sum() + (self._b * (turn - self._turn) ** 2).sum()])

    def jacobian(self, state: State) -> Array:
        """Values at ``jacobian_pattern``."""
        off = self._offset(state)
        force = self._mass(off) * off
        torque = cross(wrap(self._motion.centers(state)), wrap(force))
        torque -= 2 * self._b * cross(wrap(self._turned(state)), self._wrapped).sum(1)
        return self._motion.slope(state, torque, force).ravel()

    def hessian(self, state: State, multipliers: Array) -> Array:
        """Values at ``hessian_pattern`` of the multiplier times the sum."""
        off = self._offset(state)
        mass = self._mass(off)
        force = mass * off
        ray = 2 * np.sqrt(self._steepness * self._a) * off if self._steepness else None
        both = np.einsum("rcnb,kcnb->rknb", self._turned(state), self._turn)  # R R'^T
        spin = spin_of(self._motion.centers(state), force, mass) - 2 * self._b * both
        spin[range(3), range(3)] += 2 * self._b * np.trace(both)
        return np.asarray(multipliers[0] * self._motion.bend(state, spin, force, mass, ray))

    def point_weights(self, state: State, multipliers: Array) -> Array | None:
        """None: there are no tracked points."""
        return None

    def _mass(self, off: Array) -> Array:
        """(N, D) m of distances (3, N, D)."""
        return np.asarray(2 * self._a * (1 + self._steepness * (off**2).sum(0)))

    def _offset(self, state: State) -> Array:
        """(3, N, D) from the drawn positions."""
        return self._motion.centers(state) - self._position

    def _turned(self, state: State) -> Array:
        """(3, 3, N, D) rotated axes of the bodies."""
        return state.pose.rotation[:, :, 1:-1].take(self._chosen, axis=3)
