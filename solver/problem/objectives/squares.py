"""Objectives that are sums of squares of linear functions of the unknowns."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from ..setting import Setting

Array = NDArray[np.float64]
Indices = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class Squares:
    """sum over rows of (A x - target)^2, A given entry by entry.

    Attributes:
        row, column, value: (K,) entries of A; entries of one place add up.
        target: (R,).
    """

    row: Indices
    column: Indices
    value: Array
    target: Array


class SquaresObjective(Protocol):
    """An objective of a job that is a weighted sum of squares."""

    @property
    def kind(self) -> str:
        """Its name in files and reports."""

    @property
    def weight(self) -> float:
        """How much it counts."""

    def squares(self, setting: "Setting") -> Squares:
        """Its rows, unweighted."""


def entries(*blocks: tuple[Indices | Array, Indices | Array, Array | float], target: Array) -> Squares:
    """Squares of blocks (row, column, value) that broadcast against each other."""
    triples = [np.broadcast_arrays(row, column, value) for row, column, value in blocks]
    row, column, value = (np.concatenate([np.asarray(t[k]).ravel() for t in triples]) for k in range(3))
    return Squares(row.astype(np.intp), column.astype(np.intp), value.astype(float), target)
