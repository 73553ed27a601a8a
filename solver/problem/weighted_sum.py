"""The objective function: a weighted sum of the job's objectives (McIntosh 2011, eq. 3.2)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import scipy.sparse
from numpy.typing import NDArray

from .objectives.integrals import IntegralObjective, integral
from .objectives.squares import CONSTANT, SquaresObjective
from .setting import Setting
from .state import State
from .written import inside

if TYPE_CHECKING:
    from .expression.sums import Sums

Array = NDArray[np.float64]
Indices = NDArray[np.intp]

UNIT = 40.0  # makes objectives of 1 s of walking near 1, so that the optimiser's tolerance means something
ONE = np.ones(1)


class WeightedSum:
    """f(x) = UNIT sum_i weight_i (|A_i x - target_i|^2, or the integral over time of an expression).

    All squares are one quadratic form, whose Hessian is constant.

    Attributes:
        hessian_pattern: of the squares, lower triangle.
        hessian: values at it, constant.
        varying_pattern: of the integrals, lower triangle; entries of one place add up.
    """

    def __init__(self, objectives: Sequence[SquaresObjective | IntegralObjective], setting: Setting) -> None:
        self._setting, size = setting, setting.variables.size
        self._squares = []
        self._integrals: list[tuple[str, float, Sums]] = []
        quadratic = scipy.sparse.csr_array((size, size))
        self._linear, self._constant = np.zeros(size), 0.0
        for k, objective in enumerate(objectives):
            weight = UNIT * objective.weight
            if isinstance(objective, IntegralObjective):
                name = getattr(objective, "name", "") or objective.kind
                for request in objective.integrands(setting.job):
                    sums = integral(setting, request, f"job.objectives[{k}]")
                    self._integrals.append((name, weight, sums))
                continue
            with inside(f"job.objectives[{k}]"):
                s = objective.squares(setting)
            known = s.column == CONSTANT
            target = s.target - np.bincount(s.row[known], s.value[known], len(s.target))
            places = (s.row[~known], s.column[~known])
            matrix = scipy.sparse.csr_array((s.value[~known], places), shape=(len(target), size))
            self._squares.append((objective.kind, weight, matrix, target))
            quadratic = quadratic + 2 * weight * (matrix.T @ matrix)
            self._linear -= 2 * weight * (matrix.T @ target)
            self._constant += weight * float(target @ target)
        self._quadratic = scipy.sparse.csr_array(quadratic)
        lower = scipy.sparse.tril(self._quadratic, format="coo")
        self.hessian_pattern: tuple[Indices, Indices] = (lower.row.astype(np.intp), lower.col.astype(np.intp))
        self.hessian: Array = lower.data
        patterns = [(np.empty(0, np.intp),) * 2, *(sums.hessian_pattern for _, _, sums in self._integrals)]
        row, column = (np.concatenate([pattern[k] for pattern in patterns]) for k in range(2))
        self.varying_pattern: tuple[Indices, Indices] = (row, column)

    def value(self, x: Array, state: State | None = None) -> float:
        """f(x); the state, if there is one already, saves work."""
        value = float(x @ (0.5 * (self._quadratic @ x) + self._linear) + self._constant)
        if self._integrals:
            state = state or State(self._setting, x)
            value += sum(weight * float(sums.values(state)[0]) for _, weight, sums in self._integrals)
        return value

    def gradient(self, x: Array, state: State | None = None) -> Array:
        """df/dx."""
        gradient = np.asarray(self._quadratic @ x + self._linear)
        if self._integrals:
            state = state or State(self._setting, x)
            for _, weight, sums in self._integrals:
                gradient[sums.jacobian_pattern[1]] += weight * sums.jacobian(state)
        return gradient

    def varying_hessian(self, state: State, factor: float) -> Array:
        """Values at ``varying_pattern`` of factor f, without what ``point_weights`` supplies."""
        parts = (sums.hessian(state, factor * weight * ONE) for _, weight, sums in self._integrals)
        return np.concatenate([np.empty(0), *parts])

    def point_weights(self, state: State, factor: float) -> Array | None:
        """(3, N, P) of factor f, as of Component.point_weights."""
        if not self._integrals:
            return None
        parts = [sums.point_weights(state, factor * weight * ONE) for _, weight, sums in self._integrals]
        return np.asarray(np.sum(parts, axis=0))

    def terms(self, x: Array) -> dict[str, float]:
        """Each objective's weighted value by its name; they sum to f(x) / UNIT."""
        terms: dict[str, float] = {}
        for kind, weight, matrix, target in self._squares:
            value = float(weight / UNIT * ((matrix @ x - target) ** 2).sum())
            terms[kind] = terms.get(kind, 0.0) + value
        state = State(self._setting, x)
        for name, weight, sums in self._integrals:
            terms[name] = terms.get(name, 0.0) + weight / UNIT * float(sums.values(state)[0])
        return terms
