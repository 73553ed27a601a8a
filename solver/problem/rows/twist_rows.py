"""Rotation of contact patches on their surface from one frame to the next."""

import numpy as np

from ...arrays import Array, Indices
from ...mechanics.kinematics import cross, gathered, wrap
from ...mechanics.turning import AXIAL
from ...verify.violation import Kind, Violation
from ..reuse import Numbers
from ..state import State
from ..transcription import Transcription
from .component import Component, compact, pairs_within


class TwistRows(Component):
    """normal . sum_k e_k(t) x e_k(t+1) / 2, e_k the body's axes: the sine of the rotation's part about the normal.

    A moment about the normal does no work on bodies for which this is 0, even if they roll over their contact. With
    C = sum e_k e_k'^T (' at t + 1), w = sum e_k x e_k', P = C^T n and Q = C n, twice the slopes are

        (P - tr C n) . u_i    for a degree of freedom at t, since de/dq_i = u_i x e,
        (tr C n - Q) . u_j'   at t + 1.

    Args:
        transcription: of the problem.
        frame: (R,) extended frame t of each row.
        contact: (R,) contact of the turning body.
        touching: (R,) frame of the clip that determines the surface that it touches.
    """

    is_full = True
    keeps = Numbers.BODIES | Numbers.SURFACES

    def __init__(
        self, transcription: Transcription, frame: Indices, contact: Indices, touching: Indices
    ) -> None:
        self.transcription, self._frame, self._contact = transcription, frame, contact
        self.lower = self.upper = np.zeros(len(frame))
        body, n_bodies = transcription.kinematics.point_body[contact], len(transcription.tree.parent)
        self._turned = tuple(at * n_bodies + body for at in (frame, frame + 1))  # flat indices in (E, B)
        self._normal = transcription.normals[touching, contact].T  # (3, R)
        points, dofs = transcription.point_pairs
        self._row, k = np.nonzero((contact[:, None] == points) & transcription.tree.rotation[dofs])
        self._dof = dofs[k]
        before, n = frame[self._row], transcription.tree.n
        self._axis = tuple(at * n + self._dof for at in (before, before + 1))  # flat indices in (E, n)
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
        (u, v), counts = self._axes(state), multipliers != 0
        pairs = ((u, u, self._i, self._j), (v, v, self._i, self._j), (u, v, self._any_i, self._any_j))
        parts = []
        for bend, (first, second, i, j) in zip(self._bends(state), pairs, strict=True):
            bent = np.einsum("rck,ck->rk", (multipliers * bend).take(self._row, axis=2), second)
            # most rows of a long clip have no multipliers when a window is solved
            own = slice(None) if counts.all() else np.flatnonzero(counts[self._row[i]])
            values = np.zeros(len(i))
            values[own] = _dot(first.take(i[own], axis=1), bent.take(j[own], axis=1))
            parts.append(values)
        return np.concatenate(parts)

    def violation(self, row: int, amount: float) -> Violation:
        frame = self.transcription.timeline.source[self._frame[row]]
        return self.of_contact(Kind.NO_TWIST, int(self._contact[row]), frame, amount, "rad")

    def _products(self, state: State) -> Array:
        """(3, 3, R) C."""
        before, after = (gathered(state.pose.rotation, each) for each in self._turned)
        return np.einsum("rmk,cmk->rck", before, after)

    def _axes(self, state: State) -> tuple[Array, Array]:
        """(3, K) of the unknowns at t, and at t + 1."""
        u, v = (
            sign * gathered(state.pose.u, each) for sign, each in zip(self._sign, self._axis, strict=True)
        )
        return u, v

    def _bends(self, state: State) -> tuple[Array, Array, Array]:
        """(3, 3, R) matrices K with second derivatives u_i . K u_j: both at t, both at t + 1, and i at t, j at t + 1.

        The first two are valid for i at or above j.
        """
        products = self._products(state)
        here, there = self._pulls(products)
        half, normal, wrapped = products / 2, self._normal, wrap(self._normal)[:, None]
        spin = _axial(half)[:, None] * normal
        return (
            -cross(wrapped, wrap(half)) - spin - _skew(here),
            cross(wrapped, wrap(half.swapaxes(0, 1))) - spin - _skew(there),
            spin - _skew(np.einsum("rck,ck->rk", half, normal)),
        )

    def _pulls(self, products: Array) -> tuple[Array, Array]:
        """(3, R) vectors whose components along the unknowns' axes are the slopes at t and at t + 1."""
        whole = np.einsum("rrk->k", products) * self._normal
        here = np.einsum("rck,rk->ck", products, self._normal) - whole
        return here / 2, (whole - np.einsum("rck,ck->rk", products, self._normal)) / 2


def _axial(products: Array) -> Array:
    """(3, R) w."""
    return np.asarray(-(AXIAL @ products.reshape(9, -1)).reshape(3, -1), dtype=np.float64)


def _skew(a: Array) -> Array:
    """(3, 3, R) matrices of a (3, R) cross."""
    return np.asarray((AXIAL.T @ a).reshape(3, 3, -1))


def _dot(a: Array, b: Array) -> Array:
    return np.asarray((a * b).sum(0))
