"""Penalizes abrupt changes of the ground forces."""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True)
class ForceChange:
    """Integral over time of |CHANGE_TIME dF/dt|^2, F in body weights, touchdown and lift-off included [s].

    Without it, an impulse at touchdown costs nothing and the optimum slams its feet down. Touchdown and lift-off take
    one time step. If time steps are unknown, F there is the impulse over the given step and dt the given step, as
    long steps would be favored otherwise.

    Attributes:
        weight: factor of this objective.
    """

    kind: ClassVar[str] = "force_change"
    weight: float = 1.0
