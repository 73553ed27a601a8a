"""The interface of distances of a solved motion from others."""

from abc import ABC, abstractmethod

from ...arrays import Array, Indices
from ..state import State
from .component import Pattern


class Distances(ABC):
    """Squared distances of a solved motion from J known ones, with exact derivatives.

    Attributes:
        columns: of the slopes.
        hessian_pattern: lower triangle, possibly with duplicate entries.
    """

    columns: Indices
    hessian_pattern: Pattern

    @abstractmethod
    def values(self, state: State) -> Array:
        """(J,) d^2, in squares of the distances' unit."""

    @abstractmethod
    def slopes(self, state: State) -> Array:
        """(J, columns) values at ``columns``."""

    @abstractmethod
    def hessian(self, state: State, factors: Array) -> Array:
        """Values at ``hessian_pattern`` of sum_j factor_j d_j^2, for factors (J,)."""

    def point_weights(self, state: State, factors: Array) -> Array | None:
        """(3, N, P) that complete ``hessian``, see ``Component.point_weights``; None: nothing."""
        return None
