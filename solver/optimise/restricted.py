"""A part of a problem: some unknowns are free, the others stay; only rows that the free ones touch are asked for."""

import numpy as np
from numpy.typing import NDArray

from ..problem.constraints.component import Array, Indices
from ..problem.problem import Problem
from ..problem.weighted_sum import WeightedSum

Mask = NDArray[np.bool_]


class Restricted:
    """Programme over the free unknowns of a problem.

    Args:
        problem: of which it is a part.
        x: (size,) unknowns; those that are not free keep these values.
        free: (size,) which may change.
        left_out: (R,) rows that do not count although they are touched; None: all count.
        unseen: part of the objective that does not count; None: all counts.

    Attributes:
        free: places of the free unknowns.
        rows: of the problem, that are asked for.
    """

    def __init__(
        self,
        problem: Problem,
        x: Array,
        free: Mask,
        *,
        left_out: Mask | None = None,
        unseen: WeightedSum | None = None,
    ) -> None:
        self.problem, self._x, self._unseen = problem, np.array(x), unseen
        self.free: Indices = np.flatnonzero(free)
        at = np.cumsum(free) - 1  # place of an unknown among the free ones

        row, column = problem.jacobian_pattern
        touched = np.zeros(len(problem.g_lower), bool)
        touched[row[free[column]]] = True
        if left_out is not None:
            touched &= ~left_out
        self.rows: Indices = np.flatnonzero(touched)
        self._jacobian: Indices = np.flatnonzero(free[column] & touched[row])
        self.jacobian_pattern = (
            (np.cumsum(touched) - 1)[row[self._jacobian]],
            at[column[self._jacobian]],
        )
        row, column = problem.hessian_pattern
        self._hessian: Indices = np.flatnonzero(free[row] & free[column])
        self.hessian_pattern = (at[row[self._hessian]], at[column[self._hessian]])
        place = np.full(len(row), -1)
        place[self._hessian] = np.arange(len(self._hessian))
        self.hessian_diagonal: Indices = place[problem.hessian_diagonal[self.free]]
        self._curvature = None if unseen is None else _entries(problem, unseen)

        self.lower, self.upper = problem.lower[self.free], problem.upper[self.free]
        self.g_lower, self.g_upper = problem.g_lower[self.rows], problem.g_upper[self.rows]

    @property
    def size(self) -> int:
        """Number of free unknowns."""
        return len(self.free)

    @property
    def start(self) -> Array:
        """(size,) the free unknowns as they are."""
        return self._x[self.free]

    def unknowns(self, y: Array) -> Array:
        """The problem's unknowns x."""
        x = self._x.copy()
        x[self.free] = y
        return x

    def value(self, y: Array) -> float:
        """f(x), what stays included."""
        x = self.unknowns(y)
        return self.problem.value(x) - (self._unseen.value(x) if self._unseen else 0.0)

    def gradient(self, y: Array) -> Array:
        """Of the value."""
        x = self.unknowns(y)
        slope = self.problem.gradient(x)
        return (slope - self._unseen.gradient(x) if self._unseen else slope)[self.free]

    def constraints(self, y: Array) -> Array:
        """Of the rows."""
        return self.problem.constraints(self.unknowns(y))[self.rows]

    def jacobian(self, y: Array) -> Array:
        """At ``jacobian_pattern``."""
        return self.problem.jacobian(self.unknowns(y))[self._jacobian]

    def hessian(self, y: Array, multipliers: Array, objective_factor: float) -> Array:
        """At ``hessian_pattern``."""
        all_multipliers = np.zeros(len(self.problem.g_lower))
        all_multipliers[self.rows] = multipliers
        values = self.problem.hessian(self.unknowns(y), all_multipliers, objective_factor)
        if self._curvature is not None:
            values = values - objective_factor * self._curvature
        return values[self._hessian]


def _entries(problem: Problem, part: WeightedSum) -> Array:
    """Curvature of a part of the objective at the problem's ``hessian_pattern``."""
    row, column = problem.hessian_pattern
    key, order = row * problem.size + column, np.argsort(row * problem.size + column)
    own = part.hessian_pattern[0] * problem.size + part.hessian_pattern[1]
    values = np.zeros(len(row))
    values[order[np.searchsorted(key[order], own)]] = part.hessian
    return values
