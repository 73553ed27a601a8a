"""Penalizes abrupt changes of acceleration."""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True)
class Jerk:
    """Integral over time of |JERK_TIME^3 q'''|^2 [s] (Flash & Hogan 1985), with q''' from differences of four frames.

    Attributes:
        weight: factor of this objective.
    """

    kind: ClassVar[str] = "jerk"
    weight: float = 1.0
