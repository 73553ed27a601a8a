"""Objectives that are sums of squares of linear functions of the unknowns."""

from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from math import prod

import numpy as np

from ...arrays import Array, Indices

CONSTANT = -1  # column of constant entries


@dataclass(frozen=True, eq=False)
class ByStep:
    """Dependence of squares on the steps between frames, in units of the timeline's.

    Attributes:
        pairs: (R, 2) pairs of extended frames; the mean of their steps, to the ``power``, multiplies each square.
        power: (R,) of that mean.
        link: (K,) pair of extended frames whose step divides each entry; -1: none.
    """

    pairs: Indices
    power: Indices
    link: Indices


@dataclass(frozen=True, eq=False)
class Squares:
    """sum over rows of (A x - target)^2, A given entry by entry.

    Attributes:
        row, column, value: (K,) entries of A; duplicates add up.
        target: (R,).
        by_step: dependence on steps; None for squares that are defined for the timeline's steps only.
    """

    row: Indices
    column: Indices
    value: Array
    target: Array
    by_step: ByStep | None = None

    @classmethod
    def none(cls) -> "Squares":
        """No rows."""
        nowhere = np.empty(0, np.intp)
        return cls(nowhere, nowhere, np.empty(0), np.empty(0))

    def without_constants(self) -> "Squares":
        """The same squares at the timeline's steps, with constant entries moved to the target."""
        constant = self.column == CONSTANT
        target = self.target - np.bincount(self.row[constant], self.value[constant], len(self.target))
        return Squares(self.row[~constant], self.column[~constant], self.value[~constant], target)


def over_time(squares: Squares, frame: Indices) -> Squares:
    """Squares that are integrals over time of values at one frame each; frame: (R,)."""
    pairs = np.stack([frame, frame + 1], -1)
    return replace(
        squares, by_step=ByStep(pairs, np.ones(len(pairs), np.intp), np.full(len(squares.row), -1))
    )


def entries(*blocks: tuple[Indices | Array, Indices | Array, Array | float], target: Array) -> Squares:
    """Squares of blocks (row, column, value) that broadcast against each other."""
    shapes = [np.broadcast(*block).shape for block in blocks]
    ends = [0, *accumulate(prod(shape) for shape in shapes)]
    row, column, value = np.empty(ends[-1], np.intp), np.empty(ends[-1], np.intp), np.empty(ends[-1])
    for block, shape, (first, last) in zip(blocks, shapes, pairwise(ends), strict=True):
        for whole, part in zip((row, column, value), block, strict=True):
            whole[first:last].reshape(shape)[...] = part
    return Squares(row, column, value, target)
