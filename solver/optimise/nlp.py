"""The optimizer's interface of a problem, a window of it, or a softened one."""

from typing import Protocol

from ..arrays import Array, Indices
from ..problem.rows.component import Pattern


class Nlp(Protocol):
    """minimise f(x) subject to lower <= x <= upper and g_lower <= g(x) <= g_upper, with exact derivatives.

    Attributes:
        lower, upper: (size,) bounds of x.
        g_lower, g_upper: (R,) bounds of g(x).
        jacobian_pattern, hessian_pattern: rows and columns of the entries; the Hessian's lower triangle.
        hessian_diagonal: (size,) indices of its diagonal among them.
    """

    lower: Array
    upper: Array
    g_lower: Array
    g_upper: Array
    jacobian_pattern: Pattern
    hessian_pattern: Pattern
    hessian_diagonal: Indices

    @property
    def size(self) -> int:
        """Number of unknowns."""

    def value(self, x: Array) -> float:
        """f(x), x (size,)."""

    def gradient(self, x: Array) -> Array:
        """df/dx (size,)."""

    def constraints(self, x: Array) -> Array:
        """g(x) (R,)."""

    def jacobian(self, x: Array) -> Array:
        """dg/dx (entries,) at ``jacobian_pattern``."""

    def hessian(self, x: Array, multipliers: Array, objective_factor: float) -> Array:
        """Second derivatives (entries,) of objective_factor f + multipliers (R,) . g at ``hessian_pattern``."""
