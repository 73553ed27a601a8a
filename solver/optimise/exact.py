"""Six digits of an optimum, however small its objective.

The optimiser stops where every slack times its multiplier is at a barrier beside the tolerance, which means little
where the objective is small itself, as with muscles of thirty times the strength that is needed. Their sum, the
duality gap, bounds what the objective may still give (Nocedal & Wright 2006, section 14.1). Where it is too large a
share, the same NLP is solved on from there with an objective of size ``SIZE``.
"""

import numpy as np

from ..arrays import Array
from .multipliers import Multipliers
from .nlp import Nlp

GAP = 0.2  # of the tolerance, as a share of the objective; what it lacks is a tenth of that or less
# of a warm start, which a hundredth of a step leaves a little off its bounds: GAP of a walk's
WARM_GAP = 20.0
LEAST_GAP = 1e-4  # tolerance; a smaller one asks for no smaller gap
SIZE = 10.0
LEAST = 1e-14  # an objective below is 0
UNBOUNDED = 1e19  # IPOPT's own


def is_exact(nlp: Nlp, x: Array, multipliers: Multipliers, *, gap: float) -> bool:
    """Whether the duality gap at unknowns (size,) is at most a share of the objective, or this is 0."""
    size = abs(nlp.value(x))
    rows, g = multipliers.rows, nlp.constraints(x)
    left = _gap(nlp.lower, x, nlp.upper, multipliers.lower, multipliers.upper)
    left += _gap(nlp.g_lower, g, nlp.g_upper, np.maximum(-rows, 0.0), np.maximum(rows, 0.0))
    return size < LEAST or left <= gap * size


def _gap(lower: Array, value: Array, upper: Array, below: Array, above: Array) -> float:
    """Slacks of inequalities times their multipliers; what is fixed has none."""
    ways = ((value - lower, below), (upper - value, above))
    left = 0.0
    for way, price in ways:
        bounded = (lower < upper) & (way < UNBOUNDED)
        left += float((way[bounded] * price[bounded]).clip(0.0).sum())
    return left


class Scaled:
    """An NLP with ``factor`` times the objective; every multiplier is ``factor`` times as large, too."""

    def __init__(self, nlp: Nlp, factor: float) -> None:
        self._nlp, self._factor = nlp, factor
        self.lower, self.upper = nlp.lower, nlp.upper
        self.g_lower, self.g_upper = nlp.g_lower, nlp.g_upper
        self.jacobian_pattern, self.hessian_pattern = nlp.jacobian_pattern, nlp.hessian_pattern
        self.hessian_diagonal = nlp.hessian_diagonal

    @classmethod
    def at(cls, nlp: Nlp, x: Array) -> "Scaled":
        """With an objective of ``SIZE`` or more at unknowns (size,)."""
        return cls(nlp, max(SIZE / abs(nlp.value(x)), 1.0))

    def there(self, multipliers: Multipliers) -> Multipliers:
        """Of the NLP, for this one."""
        return self._times(multipliers, self._factor)

    def back(self, multipliers: Multipliers) -> Multipliers:
        """Of this one, for the NLP."""
        return self._times(multipliers, 1 / self._factor)

    @property
    def size(self) -> int:
        """Number of unknowns."""
        return self._nlp.size

    def value(self, x: Array) -> float:
        """Times the factor, as its derivatives are."""
        return self._factor * self._nlp.value(x)

    def gradient(self, x: Array) -> Array:
        """df/dx (size,), times the factor."""
        return self._factor * self._nlp.gradient(x)

    def constraints(self, x: Array) -> Array:
        """As the NLP has them."""
        return self._nlp.constraints(x)

    def jacobian(self, x: Array) -> Array:
        """As the NLP has it."""
        return self._nlp.jacobian(x)

    def hessian(self, x: Array, multipliers: Array, objective_factor: float) -> Array:
        """Of the objective times the factor, and of the rows as they are."""
        return self._nlp.hessian(x, multipliers, self._factor * objective_factor)

    @staticmethod
    def _times(multipliers: Multipliers, factor: float) -> Multipliers:
        return Multipliers(factor * multipliers.rows, factor * multipliers.lower, factor * multipliers.upper)
