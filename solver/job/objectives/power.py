"""Penalizes the mechanical power of the muscles."""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True)
class Power:
    """Integral over time of the sum of |torque x rate| / (body weight x 1 m/s) over all muscles [s].

    Divided by the distance traveled [m], it is the mechanical cost of transport. |p| is smoothed as
    sqrt(p^2 + SMALL^2) - SMALL.

    Attributes:
        weight: factor of this objective.
    """

    kind: ClassVar[str] = "power"
    weight: float = 1.0
