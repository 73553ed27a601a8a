"""Penalizes abrupt changes of acceleration."""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True)
class Jerk:
    """Integral over time of |JERK_TIME^3 q'''|^2 (Flash & Hogan 1985), q''' by four frames.

    Attributes:
        weight: how much it counts.
    """

    kind: ClassVar[str] = "jerk"
    weight: float = 1.0
