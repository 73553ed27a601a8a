"""The objective function when the steps between frames are unknowns."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ...arrays import Array, Indices
from ...job.job import Objective, objective_name
from ...job.paths import inside
from ..expression_terms import INTEGRANDS
from ..rows.component import each_once, pairs_within
from ..state import State
from ..transcription import Transcription
from .aggregate import aggregate
from .squares import ByStep, Squares
from .table import squares_of
from .weighted_sum import ONE, UNIT

if TYPE_CHECKING:  # sympy takes a third of a second to load
    from ..expression.sums import Sums
    from .peak_value import PeakValue


@dataclass(frozen=True, eq=False)
class _Rows:
    """The squares at some x.

    Attributes:
        rest: (R,) r.
        weight, bend: (R,) w and its second derivative by the mean step.
        along: (K,) contribution of each entry to its row's r.
        value: (K,) each entry divided by its step.
        dr, dw: (S,) derivatives of r and w at the slots.
    """

    rest: Array
    weight: Array
    bend: Array
    along: Array
    value: Array
    dr: Array
    dw: Array

    @property
    def total(self) -> float:
        """Sum of w r^2."""
        return float((self.weight * self.rest**2).sum())


class TimedSum:
    """f(x) = UNIT / L (sum_i w_i r_i^2 + sum_j weight_j e_j), w_i = weight_i mean(h, h')^power_i.

    r_i = sum_k a_k x_k / h_k - target_i, and e_j is the integral over time of an expression. h are steps in units of
    the timeline's. L is a cycle's length in units of the job's, so that cycles of different lengths are compared per
    second, and 1 in an open clip. At steps of 1, f equals WeightedSum.

    Every row has slots: the unknowns that it depends on, steps included.

    Attributes:
        hessian_pattern, hessian: empty, as nothing is constant.
        varying_pattern: lower triangle; duplicate entries add up.
    """

    def __init__(self, objectives: Sequence[Objective], transcription: Transcription) -> None:
        self._transcription, self._size = transcription, transcription.variables.size
        self._length = transcription.variables.length[: 1 if transcription.timeline.cycle else 0]
        self._integrals: list[tuple[str, float, Sums | PeakValue]] = []
        timed, squared = [], []
        for k, objective in enumerate(objectives):
            with inside(f"job.objectives[{k}]"):
                if type(objective) in INTEGRANDS:
                    self._integrals += _integrals(objective, transcription, f"job.objectives[{k}]")
                    continue
                timed.append(_timed(objective, transcription))
            squared.append(objective)
        rows = [len(squares.target) for squares, _ in timed]
        self._kinds, self._ends = [objective.kind for objective in squared], np.cumsum(rows, dtype=np.intp)
        self._weight = np.repeat([UNIT * objective.weight for objective in squared], rows)
        self._gather(timed, transcription.step_index)
        self._lay_out()
        none = np.empty(0, np.intp)
        self.hessian_pattern: tuple[Indices, Indices] = (none, none)
        self.hessian: Array = np.empty(0)

    def value(self, x: Array, state: State | None = None) -> float:
        """f(x), faster with a given state."""
        state = state or State(self._transcription, x)
        return self._total(state, self._rows(x)) / self._longer(x)

    def gradient(self, x: Array, state: State | None = None) -> Array:
        """df/dx."""
        state = state or State(self._transcription, x)
        rows, longer = self._rows(x), self._longer(x)
        gradient = self._slope(state, rows) / longer
        gradient[self._length] -= self._total(state, rows) / longer**2
        return gradient

    def varying_hessian(self, state: State, factor: float) -> Array:
        """Values at ``varying_pattern`` of factor f, without the part that ``point_weights`` supplies."""
        rows, longer = self._rows(state.x), self._longer(state.x)
        a, b = self._pairs
        row, moved, linked = self._slot_row[a], self._moved, self._linked
        hit = 2 * (rows.weight * rows.rest)[self._row]
        step = state.x[self._link]
        spread = rows.rest**2 * rows.bend / 4
        parts = [
            2 * rows.weight[row] * rows.dr[a] * rows.dr[b]
            + 2 * rows.rest[row] * (rows.dr[a] * rows.dw[b] + rows.dw[a] * rows.dr[b]),
            -(hit * rows.value / step)[moved],
            2 * (hit * rows.along / step**2)[linked],
            *(spread, spread, np.where(self._span[:, 0] == self._span[:, 1], 2, 1) * spread),
        ]
        if len(self._length):
            dense = -self._slope(state, rows) / longer
            dense[self._length] = 2 * dense[self._length] + 2 * self._total(state, rows) / longer**2
            parts.append(dense)
        parts += [sums.hessian(state, weight * ONE) for _, weight, sums in self._integrals]
        return np.asarray(factor / longer * np.concatenate(parts))

    def point_weights(self, state: State, factor: float) -> Array | None:
        """(3, N, P) of factor f, see ``Component.point_weights``; None without points."""
        longer = self._longer(state.x)
        parts = [sums.point_weights(state, factor * w / longer * ONE) for _, w, sums in self._integrals]
        weights = [part for part in parts if part is not None]
        return np.asarray(np.sum(weights, axis=0)) if weights else None

    def terms(self, x: Array) -> dict[str, float]:
        """Each objective's weighted value by its name; they sum to f(x) / UNIT."""
        rows, terms = self._rows(x), dict[str, float]()
        costs = np.split(rows.weight * rows.rest**2 / self._longer(x) / UNIT, self._ends[:-1])
        for kind, cost in zip(self._kinds, costs, strict=True):
            terms[kind] = terms.get(kind, 0.0) + float(cost.sum())
        state = State(self._transcription, x)
        for name, weight, sums in self._integrals:
            cost = weight / UNIT * float(sums.values(state)[0]) / self._longer(x)
            terms[name] = terms.get(name, 0.0) + cost
        return terms

    def _total(self, state: State, rows: _Rows) -> float:
        """L f(x)."""
        integrals = (weight * float(sums.values(state)[0]) for _, weight, sums in self._integrals)
        return rows.total + sum(integrals)

    def _longer(self, x: Array) -> float:
        return float(x[self._length[0]]) if len(self._length) else 1.0

    def _rows(self, x: Array) -> _Rows:
        value = self._value.copy()
        linked, step = self._linked, x[self._link]
        value[linked] /= step[linked]
        along = value * np.append(x, 1.0)[self._column]  # CONSTANT is the last index
        rest = np.bincount(self._row, along, len(self._target)) - self._target
        mean, power = x[self._span].mean(1), self._power
        slope = self._weight * power * mean ** (power - 1)
        n_slots, known = len(self._slot_row), self._known
        by_entry = np.append(value[~known], -(along / step)[linked])
        dr = np.bincount(self._entry_slot, by_entry, n_slots).astype(float)
        dw = np.bincount(self._span_slot, np.tile(slope / 2, 2), n_slots).astype(float)
        return _Rows(
            rest, self._weight * mean**power, slope * (power - 1) / mean, along, value, dr, dw
        )  # fmt: skip

    def _slope(self, state: State, rows: _Rows) -> Array:
        """(size,) of L f(x)."""
        rest = rows.rest[self._slot_row]
        slopes = 2 * rows.weight[self._slot_row] * rest * rows.dr + rest**2 * rows.dw
        slope = np.asarray(np.bincount(self._slot_column, slopes, self._size), float)
        for _, weight, sums in self._integrals:
            slope[sums.jacobian_pattern[1]] += weight * sums.jacobian(state)
        return slope

    def _gather(self, timed: Sequence[tuple[Squares, ByStep]], step_index: Indices) -> None:
        """Joins all squares and replaces pairs of extended frames by the unknowns of their steps."""
        starts = np.append(0, self._ends).astype(np.intp)
        none = np.empty(0, np.intp)
        self._row = np.concatenate([none, *(s.row + r for (s, _), r in zip(timed, starts, strict=False))])
        self._column = np.concatenate([none, *(s.column for s, _ in timed)])
        self._value = np.concatenate([np.empty(0), *(s.value for s, _ in timed)])
        self._target = np.concatenate([np.empty(0), *(s.target for s, _ in timed)])
        self._power = np.concatenate([np.empty(0), *(p.power for _, p in timed)])
        self._span = step_index[np.concatenate([np.empty((0, 2), np.intp), *(p.pairs for _, p in timed)])]
        link = np.concatenate([none, *(p.link for _, p in timed)])
        self._linked, self._link = link >= 0, step_index[np.maximum(link, 0)]
        self._known = self._column < 0
        self._moved = self._linked & ~self._known

    def _lay_out(self) -> None:
        """Numbers the slots and finds the Hessian's pattern."""
        size, linked, known, span = self._size, self._linked, self._known, self._span
        keys = [
            (self._row * size + self._column)[~known],
            (self._row * size + self._link)[linked],
            *(np.arange(len(span)) * size + span[:, k] for k in (0, 1)),
        ]
        unique, slot = each_once(np.concatenate(keys))
        self._slot_row, self._slot_column = unique // size, unique % size
        self._entry_slot, self._span_slot = np.split(slot, [len(slot) - 2 * len(span)])
        a, b = pairs_within(self._slot_row)
        lower = self._slot_column[a] >= self._slot_column[b]
        self._pairs = a[lower], b[lower]
        everything = np.arange(size if len(self._length) else 0)
        patterns = [
            tuple(self._slot_column[side] for side in self._pairs),
            (self._link[self._moved], self._column[self._moved]),
            (self._link[linked], self._link[linked]),
            *((span[:, i], span[:, j]) for i, j in ((0, 0), (1, 1), (0, 1))),
            (np.repeat(self._length, len(everything)), everything),
            *(sums.hessian_pattern for _, _, sums in self._integrals),
        ]
        one, other = (np.concatenate([pattern[k] for pattern in patterns]) for k in (0, 1))
        self.varying_pattern: tuple[Indices, Indices] = (np.maximum(one, other), np.minimum(one, other))


def _integrals(
    objective: Objective, transcription: Transcription, field: str
) -> "list[tuple[str, float, Sums | PeakValue]]":
    """Name, weight and integral of each expression of an objective."""
    terms = INTEGRANDS[type(objective)](objective, transcription.job)
    weight = UNIT * objective.weight
    return [(objective_name(objective), weight, aggregate(transcription, term, field)) for term in terms]


def _timed(objective: Objective, transcription: Transcription) -> tuple[Squares, ByStep]:
    """Squares of an objective and their dependence on the steps."""
    squares = squares_of(objective, transcription)
    assert squares.by_step is not None
    return squares, squares.by_step
