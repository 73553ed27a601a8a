"""Penalizes accelerations of joints and root."""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True)
class Acceleration:
    """Integral over time of |SMOOTH_TIME^2 q''|^2: joint angles [rad], root turns [rad] and root shifts [m].

    The roots' shifts are differenced in the world, its turns against the motion's heading, so that a
    cycle's turn costs nothing (McIntosh 2011, section 3.2.3: "smooth, fluid motion").

    Attributes:
        weight: factor of this objective.
    """

    kind: ClassVar[str] = "acceleration"
    weight: float = 1.0
