"""The objective function: a weighted sum of the job's objectives (McIntosh 2011, eq. 3.2)."""

from collections.abc import Sequence

import numpy as np
import scipy.sparse
from numpy.typing import NDArray

from .objectives.squares import SquaresObjective
from .setting import Setting

Array = NDArray[np.float64]
Indices = NDArray[np.intp]

UNIT = 40.0  # makes objectives of 1 s of walking near 1, so that the optimiser's tolerance means something


class WeightedSum:
    """f(x) = UNIT sum_i weight_i |A_i x - target_i|^2, as one quadratic form.

    Attributes:
        hessian_pattern: lower triangle.
        hessian: values at it, constant.
    """

    def __init__(self, objectives: Sequence[SquaresObjective], setting: Setting) -> None:
        size = setting.variables.size
        self._terms = []
        quadratic = scipy.sparse.csr_array((size, size))
        self._linear, self._constant = np.zeros(size), 0.0
        for objective in objectives:
            s = objective.squares(setting)
            matrix = scipy.sparse.csr_array((s.value, (s.row, s.column)), shape=(len(s.target), size))
            weight = UNIT * objective.weight
            self._terms.append((objective.kind, weight, matrix, s.target))
            quadratic = quadratic + 2 * weight * (matrix.T @ matrix)
            self._linear -= 2 * weight * (matrix.T @ s.target)
            self._constant += weight * float(s.target @ s.target)
        self._quadratic = scipy.sparse.csr_array(quadratic)
        lower = scipy.sparse.tril(self._quadratic, format="coo")
        self.hessian_pattern: tuple[Indices, Indices] = (lower.row.astype(np.intp), lower.col.astype(np.intp))
        self.hessian: Array = lower.data

    def value(self, x: Array) -> float:
        """f(x)."""
        return float(x @ (0.5 * (self._quadratic @ x) + self._linear) + self._constant)

    def gradient(self, x: Array) -> Array:
        """df/dx."""
        return np.asarray(self._quadratic @ x + self._linear)

    def terms(self, x: Array) -> dict[str, float]:
        """Each objective's weighted value; they sum to f(x) / UNIT."""
        return {
            kind: float(weight / UNIT * ((matrix @ x - target) ** 2).sum())
            for kind, weight, matrix, target in self._terms
        }
