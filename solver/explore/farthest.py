"""The motion farthest from others within a price."""

import numpy as np

from ..arrays import Array, Indices
from ..optimise.nlp import Nlp
from ..problem.problem import Problem
from ..problem.rows.component import Pattern
from ..problem.rows.distances import Distances

CHEAP = 1e-2  # weight of the job's objective


class Farthest(Nlp):
    """maximise t - CHEAP f(x) subject to the job, d_j^2(x) >= plain^2 t of all others, and f(x) <= price.

    The minimum distance is not differentiable where two are equal; t, an additional unknown, is (max-min problem).

    Args:
        problem: of the job.
        distances: from the others.
        price: highest f(x).
        plain: a clearly visible distance, in the unit of the distances.
    """

    def __init__(self, problem: Problem, distances: Distances, price: float, *, plain: float) -> None:
        self._problem, self._distances, self._price, self._area = problem, distances, price, plain**2
        self._rows, size = len(problem.g_lower), problem.size
        count = len(distances.values(problem.state(np.zeros(size))))
        self.lower, self.upper = np.append(problem.lower, 0.0), np.append(problem.upper, np.inf)
        self.g_lower = np.concatenate([problem.g_lower, np.zeros(count), [-np.inf]])
        self.g_upper = np.concatenate([problem.g_upper, np.full(count, np.inf), [1.0]])
        self._lay_out(count)

    @property
    def size(self) -> int:
        """Number of unknowns, including t."""
        return self._problem.size + 1

    def start(self, x: Array) -> Array:
        """(size,) the job's unknowns and the largest feasible t."""
        return np.append(x, self._squares(x).min())

    def value(self, y: Array) -> float:
        """Objective to minimise."""
        return CHEAP * self._problem.value(y[:-1]) - float(y[-1])

    def gradient(self, y: Array) -> Array:
        """(size,)."""
        return np.append(CHEAP * self._problem.gradient(y[:-1]), -1.0)

    def constraints(self, y: Array) -> Array:
        """Rows of the job, then distances, then the price."""
        x = y[:-1]
        return np.concatenate(
            [self._problem.constraints(x), self._squares(x) - y[-1], [self._problem.value(x) / self._price]]
        )

    def jacobian(self, y: Array) -> Array:
        """At ``jacobian_pattern``."""
        x = y[:-1]
        slopes = self._distances.slopes(self._problem.state(x)) / self._area
        return np.concatenate(
            [
                self._problem.jacobian(x),
                slopes.ravel(),
                np.full(len(slopes), -1.0),
                self._problem.gradient(x) / self._price,
            ]
        )

    def hessian(self, y: Array, multipliers: Array, objective_factor: float) -> Array:
        """At ``hessian_pattern``."""
        x, (own, away, dear) = y[:-1], np.split(multipliers, [self._rows, len(multipliers) - 1])
        factor = CHEAP * objective_factor + float(dear[0]) / self._price
        state = self._problem.state(x)
        bent = self._distances.hessian(state, away / self._area)
        points = self._distances.point_weights(state, away / self._area)
        return np.concatenate([self._problem.hessian(x, own, factor, point_weights=points), bent, [0.0]])

    def _squares(self, x: Array) -> Array:
        return self._distances.values(self._problem.state(x)) / self._area

    def _lay_out(self, count: int) -> None:
        problem, columns = self._problem, self._distances.columns
        rows, size = self._rows + np.arange(count), problem.size
        (row, column), (near, far) = problem.jacobian_pattern, self._distances.hessian_pattern
        self.jacobian_pattern: Pattern = (
            np.concatenate([row, np.repeat(rows, len(columns)), rows, np.full(size, self._rows + count)]),
            np.concatenate([column, np.tile(columns, count), np.full(count, size), np.arange(size)]),
        )
        row, column = problem.hessian_pattern
        self.hessian_pattern: Pattern = (
            np.concatenate([row, near, [size]]),
            np.concatenate([column, far, [size]]),
        )
        self.hessian_diagonal: Indices = np.append(problem.hessian_diagonal, len(self.hessian_pattern[0]) - 1)
