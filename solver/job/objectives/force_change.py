"""Penalizes abrupt changes of the ground forces."""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True)
class ForceChange:
    """Integral over time of |CHANGE_TIME dF/dt|^2, F in body weights, touchdown and lift-off included [s].

    Without it an impulse at touchdown is free and the optimum slams its feet down. Touchdown and lift-off take
    one step whatever it lasts: where steps are unknown, F there is the impulse over the given step and dt the
    given step, or long steps would pay.

    Attributes:
        weight: how much it counts.
    """

    kind: ClassVar[str] = "force_change"
    weight: float = 1.0
