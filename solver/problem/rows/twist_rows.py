"""Rotation of contact patches on their surface from one frame to the next."""

import numpy as np

from ...arrays import Array, Indices
from ...mechanics.kinematics import cross, wrap
from ...mechanics.turning import AXIAL
from ...verify.violation import Kind, Violation
from ..reuse import Numbers
from ..state import State
from ..transcription import Transcription
from .component import Component, compact, pairs_within


class TwistRows(Component):
    """normal . sum_k e_k(t) x e_k(t+1) / 2, e_k three axes of the body: the turn's part about the normal, as a sine.

    A moment about the normal does no work on bodies for which this is 0, however they roll over their contact. With
    C = sum e_k e_k'^T (' at t + 1), w = sum e_k x e_k', P = C^T n and Q = C n, twice the slopes are

        (P - tr C n) . u_i    for a degree of freedom at t, since de/dq_i = u_i x e,
        (tr C n - Q) . u_j'   at t + 1.

    Args:
        transcription: of the problem.
        frame: (R,) extended frame t of each row.
        contact: (R,) whose body turns.
        touching: (R,) frame of the clip at which it touches what it turns on.
    """

    is_full = True
    keeps = Numbers.BODIES | Numbers.SURFACES

    def __init__(
        self, transcription: Transcription, frame: Indices, contact: Indices, touching: Indices
    ) -> None:
        self.transcription, self._frame, self._contact = transcription, frame, contact
        self.lower = self.upper = np.zeros(len(frame))
        self._body = transcription.kinematics.point_body[contact]
        self._normal = transcription.normals[touching, contact].T  # (3, R)
        points, dofs = transcription.point_pairs
        self._row, k = np.nonzero((contact[:, None] == points) & transcription.tree.rotation[dofs])
        self._dof = dofs[k]
        before = frame[self._row]
        here, there = transcription.index[before, self._dof], transcription.index[before + 1, self._dof]
        self._sign = transcription.sign[before, self._dof], transcription.sign[before + 1, self._dof]
        self.jacobian_pattern = (np.tile(self._row, 2), np.concatenate([here, there]))
        # pairs of entries of one row; i at or above j
        self._any_i, self._any_j = pairs_within(self._row)
        is_lower = self._dof[self._any_i] <= self._dof[self._any_j]
        self._i, self._j = self._any_i[is_lower], self._any_j[is_lower]
        a = np.concatenate([here[self._j], there[self._j], there[self._any_j]])
        b = np.concatenate([here[self._i], there[self._i], here[self._any_i]])
        self.hessian_pattern = compact((np.maximum(a, b), np.minimum(a, b)))

    def values(self, state: State) -> Array:
        return _dot(self._normal, _axial(self._products(state))) / 2

    def jacobian(self, state: State) -> Array:
        products, (u, v) = self._products(state), self._axes(state)
        here, there = self._pulls(products)
        return np.concatenate([_dot(here[:, self._row], u), _dot(there[:, self._row], v)])

    def hessian(self, state: State, multipliers: Array) -> Array:
        c, (u, v), row = self._products(state), self._axes(state), self._row
        here, there = (pull[:, row] for pull in self._pulls(c))
        n, w, c = self._normal[:, row], _axial(c)[:, row] / 2, c[..., row] / 2
        # sums over entries i and j of one row: what i has, times what j has
        bent = _along(np.einsum("rck,ck->rk", c, u), -_dot(n, u), _cross(u, here))
        after = _along(-np.einsum("crk,ck->rk", c, v), -_dot(n, v), _cross(v, there))
        across = _along(np.zeros_like(v), _dot(n, v), _cross(v, np.einsum("rck,ck->rk", c, n)))
        before_i, after_i = (_along(_cross(n, axis), _dot(w, axis), axis) for axis in (u, v))
        weight = multipliers[row]
        parts = [(before_i, bent, self._i, self._j), (after_i, after, self._i, self._j)]
        parts.append((before_i, across, self._any_i, self._any_j))
        return np.concatenate([_paired(weight, *part) for part in parts])

    def violation(self, row: int, amount: float) -> Violation:
        frame = self.transcription.timeline.source[self._frame[row]]
        return self.of_contact(Kind.NO_TWIST, int(self._contact[row]), frame, amount, "rad")

    def _products(self, state: State) -> Array:
        """(3, 3, R) C."""
        turn = state.pose.rotation
        before, after = (turn[:, :, frame, self._body] for frame in (self._frame, self._frame + 1))
        return np.einsum("rmk,cmk->rck", before, after)

    def _axes(self, state: State) -> tuple[Array, Array]:
        """(3, K) of the unknowns at t, and at t + 1."""
        frame = self._frame[self._row]
        u, v = (sign * state.pose.u[:, frame + k, self._dof] for k, sign in enumerate(self._sign))
        return u, v

    def _pulls(self, products: Array) -> tuple[Array, Array]:
        """(3, R) of which the slopes are the parts along the unknowns' axes: at t, and at t + 1."""
        whole = np.einsum("rrk->k", products) * self._normal
        here = np.einsum("rck,rk->ck", products, self._normal) - whole
        return here / 2, (whole - np.einsum("rck,ck->rk", products, self._normal)) / 2


def _paired(weight: Array, a: Array, b: Array, i: Indices, j: Indices) -> Array:
    """(P,) of pairs; those of rows that do not count, as most of a long clip when a window is solved, are 0."""
    counting = weight[i].nonzero()[0]
    values = np.zeros(len(i))
    i, j = i[counting], j[counting]
    values[counting] = weight[i] * _dot(a[:, i], b[:, j])
    return values


def _axial(products: Array) -> Array:
    """(3, R) w."""
    return np.asarray(-(AXIAL @ products.reshape(9, -1)).reshape(3, -1), dtype=np.float64)


def _along(first: Array, middle: Array, last: Array) -> Array:
    """(7, K) side by side."""
    return np.concatenate([first, middle[None], last])


def _cross(a: Array, b: Array) -> Array:
    return cross(wrap(a), wrap(b))


def _dot(a: Array, b: Array) -> Array:
    return np.asarray((a * b).sum(0))
