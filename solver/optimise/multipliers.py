"""Lagrange multipliers of a solution, for warm starts."""

from dataclasses import dataclass

from ..arrays import Array


@dataclass(frozen=True, eq=False)
class Multipliers:
    """Lagrange multipliers in the optimizer's signs.

    Attributes:
        rows: (R,) of the constraints.
        lower: (size,) of the lower bounds, 0 or more.
        upper: (size,) of the upper bounds, 0 or more.
    """

    rows: Array
    lower: Array
    upper: Array


@dataclass(frozen=True, eq=False)
class PrimalDual:
    """A primal-dual iterate.

    Attributes:
        x: (size,) unknowns.
        multipliers: of ``x``.
    """

    x: Array
    multipliers: Multipliers
