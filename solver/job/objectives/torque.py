"""Penalizes muscle torques without regard to strength."""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True)
class Torque:
    """Integral over time of the sum of torque^2 [N^2 m^2 s]; for a jet along a translation, of force^2 [N^2 s].

    Witkin & Kass 1988 and most of the literature minimize this sum, so its values can be compared with published
    ones; Effort divides each torque by the strength of the joint first.

    Attributes:
        weight: factor of this objective.
    """

    kind: ClassVar[str] = "torque"
    weight: float = 1.0
