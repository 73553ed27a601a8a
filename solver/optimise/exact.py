"""Six digits of an optimum, even if its objective is small.

The optimizer stops when every slack times its multiplier is near the tolerance, which is not exact if the objective
is itself small, for example with muscles thirty times as strong as needed. The sum of these products, the duality
gap, bounds the possible decrease of the objective (Nocedal & Wright 2006, section 14.1). If it is too large a
fraction, the same NLP is solved again from there with the objective scaled to ``SIZE``.
"""

import numpy as np

from ..arrays import Array
from .multipliers import Multipliers
from .nlp import Nlp

GAP = 0.2  # times the tolerance, relative to the objective; the actual error is a tenth of that or less
# of a warm start, which remains slightly off its bounds
WARM_GAP = 20.0
LEAST_GAP = 1e-4  # smallest tolerance that reduces the gap
SIZE = 10.0
LEAST = 1e-14  # smaller objectives count as 0
UNBOUNDED = 1e19  # as in IPOPT


def is_exact(nlp: Nlp, x: Array, multipliers: Multipliers, *, gap: float) -> bool:
    """Whether the duality gap at unknowns (size,) is at most a fraction ``gap`` of the objective, or this is 0."""
    size = abs(nlp.value(x))
    rows, g = multipliers.rows, nlp.constraints(x)
    left = _gap(nlp.lower, x, nlp.upper, multipliers.lower, multipliers.upper)
    left += _gap(nlp.g_lower, g, nlp.g_upper, np.maximum(-rows, 0.0), np.maximum(rows, 0.0))
    return size < LEAST or left <= gap * size


def _gap(lower: Array, value: Array, upper: Array, below: Array, above: Array) -> float:
    """Sum of slacks times multipliers of inequalities."""
    ways = ((value - lower, below), (upper - value, above))
    left = 0.0
    for way, price in ways:
        bounded = (lower < upper) & (way < UNBOUNDED)
        left += float((way[bounded] * price[bounded]).clip(0.0).sum())
    return left


class Scaled:
    """An NLP with the objective, and therefore every multiplier, times ``factor``."""

    def __init__(self, nlp: Nlp, factor: float) -> None:
        self._nlp, self._factor = nlp, factor
        self.lower, self.upper = nlp.lower, nlp.upper
        self.g_lower, self.g_upper = nlp.g_lower, nlp.g_upper
        self.jacobian_pattern, self.hessian_pattern = nlp.jacobian_pattern, nlp.hessian_pattern
        self.hessian_diagonal = nlp.hessian_diagonal

    @classmethod
    def at(cls, nlp: Nlp, x: Array) -> "Scaled":
        """Scales the objective at unknowns (size,) to ``SIZE`` or more."""
        return cls(nlp, max(SIZE / abs(nlp.value(x)), 1.0))

    def to_scaled(self, multipliers: Multipliers) -> Multipliers:
        """Multipliers of this NLP from those of the original."""
        return self._times(multipliers, self._factor)

    def from_scaled(self, multipliers: Multipliers) -> Multipliers:
        """Multipliers of the original NLP from those of this one."""
        return self._times(multipliers, 1 / self._factor)

    @property
    def size(self) -> int:
        """Number of unknowns."""
        return self._nlp.size

    def value(self, x: Array) -> float:
        """f(x), times the factor."""
        return self._factor * self._nlp.value(x)

    def gradient(self, x: Array) -> Array:
        """df/dx (size,), times the factor."""
        return self._factor * self._nlp.gradient(x)

    def constraints(self, x: Array) -> Array:
        """g(x)."""
        return self._nlp.constraints(x)

    def jacobian(self, x: Array) -> Array:
        """dg/dx at ``jacobian_pattern``."""
        return self._nlp.jacobian(x)

    def hessian(self, x: Array, multipliers: Array, objective_factor: float) -> Array:
        """Second derivatives of the scaled objective and of the rows."""
        return self._nlp.hessian(x, multipliers, self._factor * objective_factor)

    @staticmethod
    def _times(multipliers: Multipliers, factor: float) -> Multipliers:
        return Multipliers(factor * multipliers.rows, factor * multipliers.lower, factor * multipliers.upper)
