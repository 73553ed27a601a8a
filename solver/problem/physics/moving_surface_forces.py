"""Contacts on moving bodies in the equations of motion.

A force f in the surface's axes adds -d(a . b)/dq_i to equation i, b with d = f (see problem/moving_surface.py): it
acts on the contact, and its reaction on the carrier. With D the derivative along the multipliers,

    d/dq_j         -(da_i . db_j + da_j . db_i), plus the terms of forces that are constant in q
    d2/dq_i dq_j   -(dDa_i . db_j + dDa_j . db_i + da_j . dDb_i + da_i . dDb_j); Da and Db as weights of points
    d2/dq_j df_m   -(dDa_j . b_m + Da . db_m,j + da_j . Db_m + a . dDb_m,j), b_m along the surface's axis m
"""

from collections.abc import Callable

import numpy as np

from ...arrays import Array, Indices
from ...rotations import cross
from ..rows.component import Pattern
from ..state import State
from ..transcription import Transcription


class MovingSurfaceForces:
    """Terms of all such forces of a problem.

    Args:
        transcription: of the problem.
        row_of: (E,) first row of each extended frame's equations.
    """

    def __init__(self, transcription: Transcription, row_of: Indices) -> None:
        self._transcription, c = transcription, transcription.loaded_surfaces
        self._carried = c
        force = transcription.variables.force[transcription.on_moving_surface]  # (K, 3)
        row = row_of[c.frame][:, None] + c.dof
        self._push = np.broadcast_to(c.used[:, :, None], (*c.used.shape, 3))
        self._pair = c.used[:, :, None] & c.used[:, None]  # (K, W, W)
        self._lower = self._pair & np.tril(np.ones(self._pair.shape[1:], bool))
        first, second = (
            np.broadcast_to(p, self._pair.shape) for p in (c.index[:, :, None], c.index[:, None])
        )
        pushed, by = (np.broadcast_to(p, self._push.shape) for p in (c.index[:, :, None], force[:, None]))
        rows = [np.broadcast_to(row[:, :, None], used.shape)[used] for used in (self._pair, self._push)]
        self.entries: list[Pattern] = [(rows[0], second[self._pair]), (rows[1], by[self._push])]
        self.hessian_entries: list[Pattern] = [
            (first[self._lower], second[self._lower]),
            (by[self._push], pushed[self._push]),
        ]

    def jacobian(self, state: State) -> Array:
        """Values at ``entries``."""
        c = self._carried
        a, da, b = c.arms(state.pose)[..., None], c.arm_slopes(state.pose), state.moving_surface_forces
        bend = np.einsum("rki,rkj->kij", da, c.axis_slopes(state.pose, b))
        push = [
            (da * axis[..., None] + a * c.axis_slopes(state.pose, axis)).sum(0) for axis in self._axes(state)
        ]
        both = -(bend + bend.swapaxes(1, 2))
        return np.concatenate([both[self._pair], -np.stack(push, -1)[self._push]])

    def point_weights(self, state: State, multipliers: Array) -> Array:
        """(3, N, P) -(Da as a weight of b's points, Db of a's); multipliers: (N, n)."""
        change, turned = self._changes(state, multipliers)
        return -self._carried.on_points(change, turned(state.moving_surface_forces), state.carried_directions)

    def hessian(self, state: State, multipliers: Array, twist: Array, motion: Array) -> list[Array]:
        """Values at ``hessian_entries``.

        Args:
            state: of the problem.
            multipliers: (N, n) of the equations.
            twist: (6, E, n) and
            motion: (3, E, P) change of the degrees of freedom's twists and of the points along the multipliers.
        """
        c = self._carried
        a, da, b = c.arms(state.pose)[..., None], c.arm_slopes(state.pose), state.moving_surface_forces
        dda = c.arm_change(state.pose, twist, motion)
        change, turned = self._changes(state, multipliers)
        across = np.einsum("rki,rkj->kij", dda, c.axis_slopes(state.pose, b))
        across += np.einsum("rki,rkj->kij", da, c.axis_change(state.pose, twist, b, turned(b)))
        push = [
            (
                dda * axis[..., None]
                + change[..., None] * c.axis_slopes(state.pose, axis)
                + da * turned(axis)[..., None]
                + a * c.axis_change(state.pose, twist, axis, turned(axis))
            ).sum(0)
            for axis in self._axes(state)
        ]
        both = -(across + across.swapaxes(1, 2))
        return [both[self._lower], -np.stack(push, -1)[self._push]]

    def _axes(self, state: State) -> Array:
        """(3, 3, K) the surfaces' axes in the world, axis after axis."""
        return state.force_turn[self._transcription.on_moving_surface].transpose(2, 1, 0)

    def _changes(self, state: State, multipliers: Array) -> tuple[Array, Callable[[Array], Array]]:
        """Da (3, K), and Db of any b (3, K) that turns with the carriers."""
        c = self._carried
        along = multipliers[c.frame[:, None] - 1, c.dof] * c.used
        spin = (c.axes(state.pose)[0] * c.moves_carrier * along).sum(-1)
        return (c.arm_slopes(state.pose) * along).sum(-1), lambda b: cross(spin, b, axis=0)
