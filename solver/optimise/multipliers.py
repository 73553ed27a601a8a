"""Multipliers of a solution, which a warm start needs as much as the motion."""

from dataclasses import dataclass

from ..arrays import Array


@dataclass(frozen=True, eq=False)
class Multipliers:
    """Lagrange multipliers in the optimiser's signs.

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
    """A point on the way to a solution.

    Attributes:
        x: (size,) unknowns.
        multipliers: of ``x``.
    """

    x: Array
    multipliers: Multipliers
