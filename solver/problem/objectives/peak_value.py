"""The peak of an expression, as a term of the objective."""

import numpy as np

from ...arrays import Array
from ..rows.component import NOWHERE, Pattern
from ..state import State


class PeakValue:
    """The unknown peak of an expression (``rows/peak.py``).

    Args:
        unknown: its index in x.

    Attributes:
        jacobian_pattern: of the one row.
        hessian_pattern: empty.
    """

    hessian_pattern: Pattern = NOWHERE

    def __init__(self, unknown: int) -> None:
        self._unknown = unknown
        self.jacobian_pattern: Pattern = (np.zeros(1, np.intp), np.array([unknown]))

    def values(self, state: State) -> Array:
        """(1,) the peak, in the unit of its expression."""
        return state.x[[self._unknown]]

    def jacobian(self, state: State) -> Array:
        """Values at ``jacobian_pattern``."""
        return np.ones(1)

    def hessian(self, state: State, multipliers: Array) -> Array:
        """Empty: the term is linear."""
        return np.empty(0)

    def point_weights(self, state: State, multipliers: Array) -> Array | None:
        """None: there are no tracked points."""
        return None
