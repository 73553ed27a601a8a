"""A motion costs no more than a bound."""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True)
class CostBound:
    """Upper bound on the sum of all or some of the job's weighted objectives.

    With a bound on one objective, the minimum is a point of the trade-off between it and the others (the
    epsilon-constraint method; Miettinen 1999, section 3.2).

    Attributes:
        at_most: the bound, in the units of a clip's ``objective`` and ``terms``.
        of: objectives in the sum, by their names in ``terms``: kinds, or names of expressions; empty: all.
    """

    kind: ClassVar[str] = "cost_bound"
    at_most: float
    of: tuple[str, ...] = ()
