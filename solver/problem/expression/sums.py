"""Weighted sums of one expression's instances: rows of a constraint, or one term of the objective."""

import numpy as np

from ...arrays import Array, Indices
from ..state import State
from .instances import Instances


class Sums:
    """g_r = sum of factor times output over the instances of row r; factor 0 leaves an output out.

    Args:
        instances: of one expression.
        row: (O, I) to which each output at each instance is added.
        factor: (O, I).
        n_rows: R.

    Attributes:
        jacobian_pattern: rows and unknowns, no entry twice.
        hessian_pattern: lower triangle; duplicate entries add up.
        n_outputs: O.
    """

    def __init__(self, instances: Instances, row: Indices, factor: Array, n_rows: int) -> None:
        self._instances, self._row, self._factor, self.n_rows = instances, row, factor, n_rows
        self.n_outputs = instances.n_outputs
        touched = instances.touched & (factor.T != 0)[:, :, None]
        self._used = np.flatnonzero(touched)
        instance, output, signal = np.unravel_index(self._used, touched.shape)
        column = instances.column[instance, signal]
        size = int(column.max(initial=0)) + 1
        keys, self._slot = np.unique(row[output, instance] * size + column, return_inverse=True)
        self.jacobian_pattern = (keys // size, keys % size)
        self._entry_factor = factor[output, instance]
        shape = instances.bent.shape
        lower = np.tril(np.ones(shape[1:], bool)) & instances.bent
        self._bent = np.flatnonzero(lower)
        instance, a, b = np.unravel_index(self._bent, shape)
        self.hessian_pattern = (instances.column[instance, a], instances.column[instance, b])

    def values(self, state: State) -> Array:
        """(R,)."""
        weighted = self._factor * self._instances.values(state)
        return np.asarray(np.bincount(self._row.ravel(), weighted.ravel(), self.n_rows), float)

    def jacobian(self, state: State) -> Array:
        """Values at ``jacobian_pattern``."""
        entries = self._instances.jacobian(state).ravel()[self._used] * self._entry_factor
        return np.asarray(np.bincount(self._slot, entries, len(self.jacobian_pattern[0])), float)

    def hessian(self, state: State, multipliers: Array) -> Array:
        """Values at ``hessian_pattern`` of multipliers (R,) . g, without the part that ``point_weights`` supplies."""
        if not len(self._bent):
            return np.empty(0)
        spread = multipliers[self._row] * self._factor
        return np.asarray(self._instances.hessian(state, spread).ravel()[self._bent])

    def point_weights(self, state: State, multipliers: Array) -> Array:
        """(3, N, P), see ``Component.point_weights``."""
        return self._instances.point_weights(state, multipliers[self._row] * self._factor)
