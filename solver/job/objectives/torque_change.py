"""Penalizes abrupt changes of muscle torque."""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True)
class TorqueChange:
    """Integral over time of the sum of (RISE_TIME d(torque / strongest torque) / dt)^2 [s].

    A limb that swings by its weight costs nothing, however far its joints turn, and one that is driven costs more
    the quicker it has to turn back; Acceleration charges both alike (Uno, Kawato & Suzuki 1989; that people pay for
    the rate of force: Doke & Kuo 2007). A torque that grows to the strongest in RISE_TIME costs 1 per second.

    Attributes:
        weight: how much it counts.
    """

    kind: ClassVar[str] = "torque_change"
    weight: float = 1.0
