"""Penalizes muscle torques in their own unit."""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True)
class Torque:
    """Integral over time of the sum of torque^2 [N^2 m^2 s]; a jet along a translation counts force^2 [N^2 s].

    Witkin & Kass 1988 and most of the literature minimise this sum; Effort divides each torque by the joint's
    strength first. Its values are those that are published.

    Attributes:
        weight: how much it counts.
    """

    kind: ClassVar[str] = "torque"
    weight: float = 1.0
