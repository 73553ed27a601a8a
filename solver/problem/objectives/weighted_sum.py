"""The objective function: a weighted sum of the job's objectives (McIntosh 2011, eq. 3.2)."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar

import numpy as np
import scipy.sparse

from ...arrays import Array, Indices
from ...job.job import Objective, objective_name
from ...job.paths import inside
from ..expression_terms import INTEGRANDS
from ..reuse import Numbers
from ..rows.component import NOWHERE, Pattern, compact, joined
from ..state import State
from ..transcription import Transcription
from .aggregate import aggregate
from .squares import Squares
from .table import SUMS, squares_of

if TYPE_CHECKING:  # sympy takes a third of a second to load
    from ..expression.sums import Sums
    from .peak_value import PeakValue
    from .pose_closeness import PoseSum


UNIT = 40.0  # scales the objective of 1 s of walking to about 1, to suit the optimizer's tolerance
ONE, NONE = np.ones(1), np.empty(0)


class WeightedSum:
    """f(x) = UNIT sum_i weight_i (|A_i x - target_i|^2, or the integral over time of an expression).

    All squares form one quadratic form, whose Hessian is constant.

    Attributes:
        hessian_pattern: of the squares, lower triangle.
        hessian: values at it, constant.
        varying_pattern: of the integrals, lower triangle; duplicate entries add up.
        keeps: see ``Component.keeps``.
    """

    keeps: ClassVar[Numbers] = Numbers.ALL & ~(Numbers.GRAVITY | Numbers.ALL_CONSTRAINTS)

    def __init__(
        self,
        objectives: Sequence[Objective],
        transcription: Transcription,
        squares_of: Callable[[Objective, Transcription], Squares] = squares_of,
    ) -> None:
        self._transcription = transcription
        self._bent: tuple[State | None, Array] = (None, np.empty(0))
        self._sloped: tuple[State | None, list[Array]] = (None, [])
        self._integrals: list[tuple[str, float, Sums | PeakValue | PoseSum]] = []
        self._kinds: list[str] = []  # of the squares
        squares = [Squares.none()]
        weights = [0.0]
        for k, objective in enumerate(objectives):
            weight = UNIT * objective.weight
            if type(objective) in INTEGRANDS:
                name = objective_name(objective)
                for term in INTEGRANDS[type(objective)](objective, transcription.job):
                    with inside(f"job.objectives[{k}]"):
                        sums = aggregate(transcription, term, f"job.objectives[{k}]")
                    self._integrals.append((name, weight, sums))
                continue
            if type(objective) in SUMS:
                with inside(f"job.objectives[{k}]"):
                    total = SUMS[type(objective)](transcription, objective)
                self._integrals.append((objective.kind, weight, total))
                continue
            with inside(f"job.objectives[{k}]"):
                squares.append(squares_of(objective, transcription).without_constants())
            self._kinds.append(objective.kind)
            weights.append(weight)
        self._add_up(squares, weights)
        lower = np.flatnonzero(self._row >= self._column)
        self.hessian_pattern: tuple[Indices, Indices] = (self._row[lower], self._column[lower])
        self.hessian: Array = self._value[lower]
        varying = joined([NOWHERE, *(sums.hessian_pattern for _, _, sums in self._integrals)])
        self.varying_pattern: Pattern = compact(varying)

    def _add_up(self, squares: Sequence[Squares], weights: Sequence[float]) -> None:
        """One quadratic form of all squares; the rows of each stay together."""
        size = self._transcription.variables.size
        self._starts = np.cumsum([len(s.target) for s in squares])  # of each objective's rows
        self._weight = np.repeat(weights, [len(s.target) for s in squares])
        row = np.concatenate([s.row + start for s, start in zip(squares, [0, *self._starts], strict=False)])
        column, value, self._target = (
            np.concatenate([getattr(s, name) for s in squares]) for name in ("column", "value", "target")
        )
        self._matrix = scipy.sparse.csr_array((value, (row, column)), shape=(len(self._target), size))
        twice = 2 * self._weight[row] * value
        weighted = scipy.sparse.csr_array((twice, (column, row)), shape=self._matrix.T.shape)
        entries = scipy.sparse.csr_array(weighted @ self._matrix).tocoo()
        self._row, self._column, self._value = (
            entries.row.astype(np.intp),
            entries.col.astype(np.intp),
            entries.data,
        )
        self._linear = -(weighted @ self._target)
        self._constant = float(self._weight @ self._target**2)

    def value(self, x: Array, state: State | None = None) -> float:
        """f(x), faster with a given state."""
        value = float(x @ (0.5 * self._bend(x, state) + self._linear) + self._constant)
        if self._integrals:
            state = state or State(self._transcription, x)
            value += sum(weight * float(sums.values(state)[0]) for _, weight, sums in self._integrals)
        return value

    def gradient(self, x: Array, state: State | None = None) -> Array:
        """df/dx."""
        gradient = self._bend(x, state) + self._linear
        if self._integrals:
            state = state or State(self._transcription, x)
            for (_, _, sums), slopes in zip(self._integrals, self._slopes(state), strict=True):
                gradient[sums.jacobian_pattern[1]] += slopes
        return gradient

    def _slopes(self, state: State) -> list[Array]:
        """Slopes of each integral, cached for the last state, because IPOPT evaluates gradients repeatedly."""
        sloped = self._sloped
        if sloped[0] is not state:
            slopes = [weight * sums.jacobian(state) for _, weight, sums in self._integrals]
            self._sloped = sloped = state, slopes
        return sloped[1]

    def _bend(self, x: Array, state: State | None) -> Array:
        """Gradient of the quadratic form, cached for the last state, because value and gradient both need it.

        scipy's matrix product takes five times as long, mostly for dispatch.
        """
        if state is None or self._bent[0] is not state:
            sums = np.bincount(self._row, self._value * x.take(self._column), len(x))
            self._bent = (state, np.asarray(sums, float))
        return self._bent[1]

    def varying_hessian(self, state: State, factor: float) -> Array:
        """Values at ``varying_pattern`` of factor f, without the part that ``point_weights`` supplies."""
        if not self._integrals:
            return NONE
        parts = (sums.hessian(state, factor * weight * ONE) for _, weight, sums in self._integrals)
        return np.concatenate(list(parts))

    def point_weights(self, state: State, factor: float) -> Array | None:
        """(3, N, P) of factor f, see ``Component.point_weights``."""
        parts = [sums.point_weights(state, factor * weight * ONE) for _, weight, sums in self._integrals]
        weights = [part for part in parts if part is not None]
        return np.asarray(np.sum(weights, axis=0)) if weights else None

    def terms(self, x: Array) -> dict[str, float]:
        """Each objective's weighted value by its name; they sum to f(x) / UNIT."""
        terms: dict[str, float] = {}
        parts = self._weight / UNIT * (self._matrix @ x - self._target) ** 2
        for kind, part in zip(self._kinds, np.split(parts, self._starts[:-1])[1:], strict=True):
            terms[kind] = terms.get(kind, 0.0) + float(part.sum())
        state = State(self._transcription, x)
        for name, weight, sums in self._integrals:
            terms[name] = terms.get(name, 0.0) + weight / UNIT * float(sums.values(state)[0])
        return terms
