"""Given frames whose position is free move together."""

from dataclasses import replace

import numpy as np

from ...arrays import Array, Indices
from ...mechanics.tree import LETTERS
from ...verify.violation import Kind, Violation
from ..given_frames import GivenEnd, vertical_turns
from ..reuse import Numbers
from ..rows.component import Component
from ..state import State
from ..transcription import Transcription


class JoinsRows(Component):
    """q_i(t) - q_i'(t') - (cos(a) u + sin(a) w) = 0 for each coordinate of given frames that may move.

    q_i'(t') is the main root's coordinate at the first frame, (u, w) = (x, -y) of the given difference for an x,
    (y, x) for a y, and a the turn of the first frame from its given heading, 0 where frames may not turn. Other
    coordinates of given frames are fixed by bounds.
    """

    is_full = True
    keeps = Numbers.BODIES | Numbers.CONSTRAINTS
    places_given_frames = True

    def __init__(self, transcription: Transcription) -> None:
        self.transcription = transcription
        moving = [end for end in transcription.given if end.moves.any()]
        parts = [_rows_of(transcription, end) for end in moving]
        self._paths = [end.field for end, (index, _) in zip(moving, parts, strict=True) for _ in index[0]]
        index = [np.concatenate(each) for each in zip(*(i for i, _ in parts), strict=True)]
        value = [np.concatenate(each) for each in zip(*(v for _, v in parts), strict=True)]
        none = np.empty(0, np.intp)
        self._frame, self._dof, self._first, self._yaw = index or [none] * 4
        self._along, self._across, self._heading = value or [np.empty(0)] * 3
        self._own = transcription.variables.q[self._frame, self._dof]
        self._turned = np.flatnonzero(self._yaw >= 0)
        turned, n = self._turned, len(self._own)
        self.lower = self.upper = np.where(self._yaw >= 0, 0.0, self._along)
        row = np.arange(n)
        self.jacobian_pattern = (
            np.concatenate([row, row, turned]),
            np.concatenate([self._own, self._first, self._yaw[turned]]),
        )
        self.hessian_pattern = (self._yaw[turned], self._yaw[turned])

    def values(self, state: State) -> Array:
        apart = state.x[self._own] - state.x[self._first]
        apart[self._turned] -= self._swung(state, 0)
        return np.asarray(apart)

    def jacobian(self, state: State) -> Array:
        one = np.ones(len(self._own))
        return np.concatenate([one, -one, -self._swung(state, 1)])

    def hessian(self, state: State, multipliers: Array) -> Array:
        return -multipliers[self._turned] * self._swung(state, 2)

    def violation(self, row: int, amount: float) -> Violation:
        dof = int(self._dof[row])
        unit = "rad" if self.transcription.tree.rotation[dof] else "m"
        violation = self.of_dof(Kind.JOINS, dof, self._frame[row], amount, unit)
        return replace(violation, constraint=self._paths[row])

    def _swung(self, state: State, order: int) -> Array:
        """Derivatives of cos(a) u + sin(a) w of an order."""
        rows = self._turned
        angle = state.x[self._yaw[rows]] - self._heading[rows] + order * np.pi / 2
        return np.asarray(np.cos(angle) * self._along[rows] + np.sin(angle) * self._across[rows])


def _rows_of(transcription: Transcription, end: GivenEnd) -> tuple[list[Indices], list[Array]]:
    """Frames, degrees of freedom, unknowns of the reference and of the turn (-1: none); u, w, given headings."""
    tree, unknown = transcription.tree, transcription.variables.q[end.frames[0]]
    turn = int(np.flatnonzero(vertical_turns(tree))[0]) if end.turns else -1
    dof_of = np.full((len(tree.parent), len(LETTERS)), -1)  # degree of freedom of a root along an axis
    dof_of[tree.body[tree.shifts], np.argmax(abs(tree.axis[tree.shifts]), 1)] = tree.shifts
    hub = dof_of[tree.order[0]]
    k, dof = np.nonzero(end.moves)
    body, letter = tree.body[dof], np.argmax(abs(tree.axis[dof]), 1)
    origin = np.where(tree.rotation[dof], turn, hub[letter])
    is_level = ~tree.rotation[dof] & (letter < 2)  # along X or Y
    other = np.where(is_level, 1 - letter, letter)
    along = end.q[k, dof] - end.q[0, origin]
    across = end.q[k, dof_of[body, other]] - end.q[0, hub[other]]
    across = np.where(is_level, np.where(letter == 0, -across, across), 0.0)
    yaw = np.where(is_level & end.turns, unknown[turn], -1)
    is_relative = (k > 0) | (dof != origin)  # all but the reference itself
    index = [end.frames[k], dof, unknown[origin], yaw]
    values = [along, across, np.full(len(k), end.q[0, turn])]
    return [each[is_relative] for each in index], [each[is_relative] for each in values]
