"""A contact patch does not turn on what it touches."""

import numpy as np

from ...mechanics.kinematics import cross, wrap
from ..setting import Setting
from ..state import State
from ..violation import Place
from .component import Array, Component, Indices


class NoTwist(Component):
    """normal . (a(t) x a(t+1)) = 0 for a direction a of the body that lies along the surface at rest.

    For contacts with a twist_radius that touch at t and t + 1 (McIntosh 2011, eq. 4.8, fourth row, without
    his Euler angles). da/dq_i = u_i x a.
    """

    is_full = True

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        timeline, contacts = setting.timeline, setting.job.character.contacts
        twisting = np.array([contact.twist_radius > 0 for contact in contacts], bool)
        both = timeline.lasting & twisting & (timeline.carrier[timeline.pairs] < 0)
        if timeline.cycle and not timeline.cycle.yaw:
            both[-1] &= ~both.all(0)
        pair, self._contact = np.nonzero(both)
        self._frame = timeline.pairs[pair] + 1  # extended
        self.lower = self.upper = np.zeros(len(pair))
        turn = np.array([plane.turn for plane in setting.planes])[
            timeline.surface[timeline.pairs[pair], self._contact]
        ]
        self._normal, self._along = turn[:, :, 2].T, turn[:, :, 0]  # (3, R), (R, 3)
        points, dofs = setting.point_pairs
        turning = setting.tree.rotation[dofs]
        self._row, k = np.nonzero((self._contact[:, None] == points) & turning)
        self._dof = dofs[k]
        frame = self._frame[self._row]
        here, there = setting.place[frame, self._dof], setting.place[frame + 1, self._dof]
        self._sign = setting.sign[frame + 1, self._dof]
        self.jacobian_pattern = (np.tile(self._row, 2), np.concatenate([here, there]))
        # pairs of entries of one row; i at or above j
        self._i, self._j = np.nonzero((self._row[:, None] == self._row) & (self._dof[:, None] <= self._dof))
        self._any_i, self._any_j = np.nonzero(self._row[:, None] == self._row)
        a = np.concatenate([here[self._j], there[self._j], there[self._any_j]])
        b = np.concatenate([here[self._i], there[self._i], here[self._any_i]])
        self.hessian_pattern = (np.maximum(a, b), np.minimum(a, b))

    def values(self, state: State) -> Array:
        a, b = self._directions(state)
        return self._along_normal(cross(wrap(a), wrap(b)), slice(None))

    def jacobian(self, state: State) -> Array:
        a, b, da, db = self._slopes(state)
        here = cross(wrap(da), wrap(b[:, self._row]))
        there = cross(wrap(a[:, self._row]), wrap(db))
        return np.concatenate([self._along_normal(here, self._row), self._along_normal(there, self._row)])

    def hessian(self, state: State, multipliers: Array) -> Array:
        a, b, da, db = self._slopes(state)
        weight, row, frame = multipliers[self._row], self._row[self._i], self._frame[self._row]
        u, v = state.pose.u[:, frame, self._dof], self._sign * state.pose.u[:, frame + 1, self._dof]
        here = cross(wrap(cross(wrap(u[:, self._i]), wrap(da[:, self._j]))), wrap(b[:, row]))
        there = cross(wrap(a[:, row]), wrap(cross(wrap(v[:, self._i]), wrap(db[:, self._j]))))
        across = cross(wrap(da[:, self._any_i]), wrap(db[:, self._any_j]))
        return np.concatenate(
            [
                weight[self._i] * self._along_normal(here, row),
                weight[self._i] * self._along_normal(there, row),
                weight[self._any_i] * self._along_normal(across, self._row[self._any_i]),
            ]
        )

    def describe(self, row: int, violation: float) -> str:
        name = self.setting.job.character.contacts[self._contact[row]].name
        return f"'{name}' twists {np.degrees(violation):.2g} degrees"

    def place(self, row: int) -> Place:
        return self.place_of(self._contact[row], self.setting.timeline.source[self._frame[row]])

    def _directions(self, state: State) -> tuple[Array, Array]:
        body = self.setting.kinematics.point_body[self._contact]
        turn = state.pose.rotation
        here, there = (
            np.einsum("rmk,km->rk", turn[:, :, frame, body], self._along)
            for frame in (self._frame, self._frame + 1)
        )
        return here, there

    def _slopes(self, state: State) -> tuple[Array, Array, Array, Array]:
        a, b = self._directions(state)
        frame, u = self._frame[self._row], state.pose.u
        da = cross(wrap(u[:, frame, self._dof]), wrap(a[:, self._row]))
        db = self._sign * cross(wrap(u[:, frame + 1, self._dof]), wrap(b[:, self._row]))
        return a, b, da, db

    def _along_normal(self, vectors: Array, rows: Indices | slice) -> Array:
        return np.asarray((self._normal[:, rows] * vectors).sum(0))
