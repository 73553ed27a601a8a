"""The force of a drawn motion's contact stays within its friction cone.

The same cone as ``friction_cone``, whose squares have no gradient where the force vanishes, for example under a foot
that stays on the ground without load. Multipliers grow without bound there and take half of the iterations. The
gradient and multipliers of this row stay finite, and it is concave (Vanderbei & Yurttan 1998, "Using LOQO to solve
second-order cone programming problems"). Cycles, whose feet are loaded, take fewer iterations with the squares.
"""

import numpy as np

from ...arrays import Array
from ...verify.violation import Violation
from ..state import State
from ..transcription import Transcription
from .friction_cone import FrictionCone

SOFT = 1e-5  # units of force; a force may leave the cone by at most half of it


class FrictionRatio(FrictionCone):
    """friction F_normal - (F_x^2 + F_y^2) / (friction (F_normal + SOFT)) >= 0 for every contact force."""

    def __init__(self, transcription: Transcription) -> None:
        super().__init__(transcription)
        x, y, z = self._unknowns
        row, column = np.concatenate([x, y, z, z, z]), np.concatenate([x, y, x, y, z])
        self.hessian_pattern = (np.maximum(row, column), np.minimum(row, column))

    def values(self, state: State) -> Array:
        level, normal = self._split(state)
        return np.asarray(self._friction * normal - (level**2).sum(0) / self._pressure(normal))

    def jacobian(self, state: State) -> Array:
        level, normal = self._split(state)
        lean = level / self._pressure(normal)
        return np.concatenate([*(-2 * lean), self._friction * (1 + (lean**2).sum(0))])

    def hessian(self, state: State, multipliers: Array) -> Array:
        level, normal = self._split(state)
        pressure = self._pressure(normal)
        bend, lean = -2 * multipliers / pressure, self._friction * level / pressure
        return np.concatenate([bend, bend, *(-bend * lean), bend * (lean**2).sum(0)])

    def violation(self, row: int, amount: float) -> Violation:
        return self._slides(row, amount / 2)  # at the most

    def _split(self, state: State) -> tuple[Array, Array]:
        """Forces along the plane (2, K) and normal to it (K,)."""
        force = state.x.take(self._unknowns)
        return force[:2], force[2]

    def _pressure(self, normal: Array) -> Array:
        return np.asarray(self._friction * (normal + SOFT))
