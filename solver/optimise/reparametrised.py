"""A problem in other unknowns: x = M c."""

import numpy as np
import scipy.sparse

from ..arrays import Array, Indices
from ..problem.rows.component import Pattern, each_once
from .multipliers import Multipliers
from .nlp import Nlp

ROUNDING = 1e-12


class Reparametrised:
    """Nlp over c. The entries of each derivative are a constant sparse matrix times the problem's entries.

    If the absolute values of a row of M sum to 1, the value lies within the hull of its control points (negated for
    negative weights, such as a mirrored joint's). Bounds that all values of a curve share therefore become bounds
    of its control points, without rows. A value with narrower bounds, such as a pin, has a row unless it is itself a
    control point.

    Args:
        problem: over x.
        matrix: M, (size of x, size of c).
        hull: whether shared bounds become bounds of control points; as rows, they allow values to reach them
            between control points and take up to twice the time.

    Attributes:
        rowed: (W,) values whose bounds are rows, after those of the problem.
    """

    def __init__(self, problem: Nlp, matrix: scipy.sparse.csr_array, *, hull: bool = True) -> None:
        self.problem = problem
        self._matrix, self._transposed = matrix, scipy.sparse.csr_array(matrix.T)
        self.lower, self.upper, self.rowed = _bounds(problem, matrix, hull)
        self.g_lower = np.concatenate([problem.g_lower, problem.lower[self.rowed]])
        self.g_upper = np.concatenate([problem.g_upper, problem.upper[self.rowed]])
        self._find_sparsity()

    @property
    def size(self) -> int:
        """Number of unknowns."""
        return int(self._matrix.shape[1])

    def unknowns(self, c: Array) -> Array:
        """The problem's unknowns x."""
        return np.asarray(self._matrix @ c)

    def value(self, c: Array) -> float:
        """f(x)."""
        return self.problem.value(self.unknowns(c))

    def gradient(self, c: Array) -> Array:
        """df/dc."""
        return np.asarray(self._transposed @ self.problem.gradient(self.unknowns(c)))

    def constraints(self, c: Array) -> Array:
        """g(x), then values."""
        x = self.unknowns(c)
        return np.concatenate([self.problem.constraints(x), x[self.rowed]])

    def jacobian(self, c: Array) -> Array:
        """At ``jacobian_pattern``."""
        entries = self._to_jacobian @ self.problem.jacobian(self.unknowns(c))
        return np.concatenate([entries, self._row_entries])

    def hessian(self, c: Array, multipliers: Array, objective_factor: float) -> Array:
        """At ``hessian_pattern``; the values' rows are linear."""
        own = multipliers[: len(self.problem.g_lower)]
        return np.asarray(self._to_hessian @ self.problem.hessian(self.unknowns(c), own, objective_factor))

    def multipliers(self, spline_multipliers: Multipliers) -> Multipliers:
        """Multipliers of the problem in x, which has no counterpart of the bounds of control points."""
        n_rows, kept = len(self.problem.g_lower), self._same
        lower, upper = np.zeros(self.problem.size), np.zeros(self.problem.size)
        lower[kept], upper[kept] = (
            spline_multipliers.lower[self._column[kept]],
            spline_multipliers.upper[self._column[kept]],
        )
        held = spline_multipliers.rows[n_rows:]
        lower[self.rowed], upper[self.rowed] = np.maximum(-held, 0.0), np.maximum(held, 0.0)
        return Multipliers(spline_multipliers.rows[:n_rows], lower, upper)

    def slope(self, c: Array, spline_multipliers: Multipliers) -> Array:
        """(size of x,) gradient of the Lagrangian by x, which is 0 at an optimum in x."""
        x, n_rows = self.unknowns(c), len(self.problem.g_lower)
        row, column = self.problem.jacobian_pattern
        slope = self.problem.gradient(x) + np.bincount(
            column, self.problem.jacobian(x) * spline_multipliers.rows[row], self.problem.size
        )
        slope[self.rowed] += spline_multipliers.rows[n_rows:]
        return slope

    def _find_sparsity(self) -> None:
        matrix, n = self._matrix, self.size
        count = np.diff(matrix.indptr)
        row, column = self.problem.jacobian_pattern
        entry, index = _spread(matrix, column)
        key, self._to_jacobian = _collected(
            row[entry] * n + matrix.indices[index], matrix.data[index], entry, len(row)
        )
        held = matrix[self.rowed].tocoo()
        self._row_entries = held.data
        self.jacobian_pattern: Pattern = (
            np.concatenate([key // n, len(self.problem.g_lower) + held.row]),
            np.concatenate([key % n, held.col]),
        )
        self._same = np.flatnonzero(count == 1)
        self._column = np.zeros(len(count), np.intp)
        self._column[self._same] = matrix.indices[matrix.indptr[self._same]]
        self._find_hessian()

    def _find_hessian(self) -> None:
        matrix, n = self._matrix, self.size
        i, j = self.problem.hessian_pattern
        first, at_i = _spread(matrix, i)
        second, at_j = _spread(matrix, j[first])
        entry, at_i = first[second], at_i[second]
        a, b = matrix.indices[at_i], matrix.indices[at_j]
        share = matrix.data[at_i] * matrix.data[at_j]
        off = i[entry] != j[entry]  # also represents the mirrored entry
        share = np.where(off & (a == b), 2 * share, share)
        used = off | (a >= b)
        key = np.maximum(a, b).astype(np.intp) * n + np.minimum(a, b)
        diagonal = np.arange(n, dtype=np.intp) * (n + 1)
        key, self._to_hessian = _collected(
            np.append(key[used], diagonal),
            np.append(share[used], np.zeros(n)),
            np.append(entry[used], np.zeros(n, np.intp)),
            len(i),
        )
        self.hessian_pattern: Pattern = (key // n, key % n)
        self.hessian_diagonal: Indices = np.searchsorted(key, diagonal)


def _spread(matrix: scipy.sparse.csr_array, rows: Indices) -> tuple[Indices, Indices]:
    """Index into ``rows`` and index into ``matrix.data`` of each entry of the rows, in order."""
    count = np.diff(matrix.indptr)[rows]
    which = np.repeat(np.arange(len(rows)), count)
    within = np.arange(len(which)) - np.repeat(np.cumsum(count) - count, count)
    return which, matrix.indptr[rows][which] + within


def _collected(
    key: Indices, share: Array, entry: Indices, n_entries: int
) -> tuple[Indices, scipy.sparse.csr_array]:
    """Sorted unique keys, and the matrix that sums the weighted entries of each key."""
    unique, slot = each_once(key)
    return unique, scipy.sparse.csr_array((share, (slot, entry)), shape=(len(unique), n_entries))


def _bounds(problem: Nlp, matrix: scipy.sparse.csr_array, hull: bool) -> tuple[Array, Array, Indices]:
    """Bounds of c, and the values whose bounds they do not imply."""
    shared = np.diff(matrix.indptr) > 1
    lower, upper = np.full(matrix.shape[1], -np.inf), np.full(matrix.shape[1], np.inf)
    entries = matrix.tocoo()
    row, column, turned = entries.row, entries.col, entries.data < 0
    lowest = np.where(turned, -problem.upper[row], problem.lower[row])  # of control points that are values
    highest = np.where(turned, -problem.lower[row], problem.upper[row])
    many = shared[row]
    if hull:
        loosest, most = np.full(len(lower), np.inf), np.full(len(lower), -np.inf)
        np.minimum.at(loosest, column[many], lowest[many])
        np.maximum.at(most, column[many], highest[many])
        curved = np.isfinite(loosest) | np.isfinite(most)
        lower[curved], upper[curved] = loosest[curved], most[curved]
    alone = ~many
    np.maximum.at(lower, column[alone], lowest[alone])
    np.minimum.at(upper, column[alone], highest[alone])
    straight, opposite = matrix.maximum(0), matrix.minimum(0)
    with np.errstate(invalid="ignore"):
        least, largest = (straight @ a + opposite @ b for a, b in ((lower, upper), (upper, lower)))
        kept = (least >= problem.lower - ROUNDING) & (largest <= problem.upper + ROUNDING)
    return lower, upper, np.flatnonzero(shared & ~kept)
