"""A motion costs no more than a bound."""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True)
class CostBound:
    """The job's weighted objectives, or some of them, sum to no more than a bound.

    With one objective bounded, the least of all is a point of the trade-off between it and the others (the
    epsilon-constraint method; Miettinen 1999, section 3.2).

    Attributes:
        at_most: highest sum, counted as in a clip's ``objective`` and ``terms``.
        of: objectives that count, by the names in ``terms``: kinds, or the names of expressions; none means all.
    """

    kind: ClassVar[str] = "cost_bound"
    at_most: float
    of: tuple[str, ...] = ()
