"""A part of a problem: some unknowns are free, the others fixed; only rows that depend on free ones are evaluated."""

from collections.abc import Sequence

import numpy as np

from ..arrays import Array, Flags, Indices
from ..problem.objectives.weighted_sum import WeightedSum
from ..problem.problem import Problem
from ..problem.rows.component import each_once


class Subproblem:
    """Program over the free unknowns of a problem.

    Args:
        problem: the whole.
        x: (size,) unknowns; fixed ones keep these values.
        free: (size,) which unknowns are free.
        left_out: (R,) rows to ignore although they depend on free unknowns; None: none.
        besides: sums of squares added to the objective, each with a factor; -1 subtracts a part of it.

    Attributes:
        free: indices of the free unknowns.
        rows: indices of the problem's rows that are kept.
    """

    def __init__(
        self,
        problem: Problem,
        x: Array,
        free: Flags,
        *,
        left_out: Flags | None = None,
        besides: Sequence[tuple[float, WeightedSum]] = (),
    ) -> None:
        self.problem, self._x, self._besides = problem, np.array(x), tuple(besides)
        self.free: Indices = np.flatnonzero(free)
        at = np.cumsum(free) - 1  # index of an unknown among the free ones

        row, column = problem.jacobian_pattern
        touched = np.zeros(len(problem.g_lower), bool)
        touched[row[free[column]]] = True
        if left_out is not None:
            touched &= ~left_out
        self.rows: Indices = np.flatnonzero(touched)
        kept: Indices = np.flatnonzero(free[column] & touched[row])
        self._jacobian = problem.sparsity.of_components(kept)
        self.jacobian_pattern = ((np.cumsum(touched) - 1)[row[kept]], at[column[kept]])
        patterns = [problem.hessian_pattern, *(added.hessian_pattern for _, added in self._besides)]
        inside = [np.flatnonzero(free[row] & free[column]) for row, column in patterns]
        self._hessian: Indices = inside[0]
        keys = [
            at[row[i]] * self.size + at[column[i]] for (row, column), i in zip(patterns, inside, strict=True)
        ]
        unique, slot = each_once(np.concatenate(keys))
        self.hessian_pattern = (unique // self.size, unique % self.size)
        diagonal = np.arange(self.size) * (self.size + 1)  # all present, as in the problem
        self.hessian_diagonal: Indices = np.searchsorted(unique, diagonal)
        self._slot, added = np.split(slot, [len(self._hessian)])
        values = [factor * s.hessian[i] for (factor, s), i in zip(self._besides, inside[1:], strict=True)]
        self._curvature = np.bincount(added, np.concatenate([np.empty(0), *values]), len(unique))

        self.lower, self.upper = problem.lower[self.free], problem.upper[self.free]
        self.g_lower, self.g_upper = problem.g_lower[self.rows], problem.g_upper[self.rows]

    @property
    def size(self) -> int:
        """Number of free unknowns."""
        return len(self.free)

    @property
    def start(self) -> Array:
        """(size,) current values of the free unknowns."""
        return self._x[self.free]

    def unknowns(self, y: Array) -> Array:
        """The problem's unknowns x."""
        x = self._x.copy()
        x[self.free] = y
        return x

    def value(self, y: Array) -> float:
        """f(x), including the fixed part."""
        x = self.unknowns(y)
        return self.problem.value(x) + sum(factor * added.value(x) for factor, added in self._besides)

    def gradient(self, y: Array) -> Array:
        """Gradient of the value."""
        x = self.unknowns(y)
        slope = self.problem.gradient(x)[self.free]
        for factor, added in self._besides:
            slope = slope + factor * added.gradient(x)[self.free]
        return slope

    def constraints(self, y: Array) -> Array:
        """Values of the rows."""
        return self.problem.constraints(self.unknowns(y))[self.rows]

    def jacobian(self, y: Array) -> Array:
        """At ``jacobian_pattern``."""
        return self.problem.jacobian_of(self.unknowns(y), self._jacobian)

    def hessian(self, y: Array, multipliers: Array, objective_factor: float) -> Array:
        """At ``hessian_pattern``."""
        all_multipliers = np.zeros(len(self.problem.g_lower))
        all_multipliers[self.rows] = multipliers
        values = objective_factor * self._curvature
        own = self.problem.hessian(self.unknowns(y), all_multipliers, objective_factor)
        values[self._slot] += own[self._hessian]
        return values
