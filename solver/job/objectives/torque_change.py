"""Penalizes abrupt changes of muscle torque."""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True)
class TorqueChange:
    """Integral over time of the sum of (RISE_TIME d(torque / torque limit) / dt)^2 [s].

    A limb that swings freely costs nothing, however far it swings, and a driven one costs more the faster it
    reverses; Acceleration penalizes both alike (Uno, Kawato & Suzuki 1989; for the metabolic cost of force rate, Doke
    & Kuo 2007). A torque that rises to its limit within RISE_TIME costs 1 per second.

    Attributes:
        weight: factor of this objective.
    """

    kind: ClassVar[str] = "torque_change"
    weight: float = 1.0
