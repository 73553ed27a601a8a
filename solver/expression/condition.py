"""Conditions: comparisons joined by and, or, not. An undefined comparison is false, and so is its negation."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ..arrays import Array, Flags
from .values import Scalar


@dataclass(frozen=True)
class Inequality:
    """low < high, or low <= high."""

    low: Scalar
    high: Scalar
    is_strict: bool

    @property
    def opposite(self) -> "Inequality":
        """Holds where this does not."""
        return Inequality(self.high, self.low, not self.is_strict)


@dataclass(frozen=True)
class Junction:
    """Conjunction or disjunction of conditions."""

    parts: tuple["Condition", ...]
    is_and: bool

    @property
    def opposite(self) -> "Junction":
        """Holds where this does not."""
        return Junction(tuple(part.opposite for part in self.parts), not self.is_and)


Condition = Inequality | Junction


def sides(condition: Condition) -> Iterator[Scalar]:
    """Sides of all comparisons, in the order of the values of ``holds``."""
    if isinstance(condition, Inequality):
        yield condition.low
        yield condition.high
    else:
        for part in condition.parts:
            yield from sides(part)


def holds(condition: Condition, values: Array) -> Flags:
    """(I,) whether a condition is true, from the values (S, I) of its sides."""
    return _holds(condition, iter(values))


def _holds(condition: Condition, values: Iterator[Array]) -> Flags:
    if isinstance(condition, Inequality):
        low, high = next(values), next(values)
        return np.asarray(low < high if condition.is_strict else low <= high)
    parts = [_holds(part, values) for part in condition.parts]
    return np.asarray(np.all(parts, 0) if condition.is_and else np.any(parts, 0))
