"""Penalizes rotation and shaking of a body, such as the head."""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True)
class HeadSteady:
    """Integral over time of TURN_TIME^2 |w|^2 + SHAKE_TIME^4 |a|^2 of a body.

    w is its angular velocity [rad/s], a the acceleration of its center [m/s^2], and |w|^2 is half the sum of
    |de_k/dt|^2 over the body's axes e_k.

    Attributes:
        body: its name.
        weight: factor of this objective.
    """

    kind: ClassVar[str] = "head_steady"
    body: str
    weight: float = 1.0
