"""Pulls joints toward the artist's preferred angles."""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True)
class PreferredAngle:
    """Preferred value of one degree of freedom.

    Attributes:
        dof: "JOINT.rx", or "root.tz".
        angle: [rad], or [m].
        weight: relative to the others.
    """

    dof: str
    angle: float
    weight: float = 1.0


@dataclass(frozen=True)
class PreferredAngles:
    """Integral over time of the sum of weight (q - angle)^2 [rad^2 s].

    Attributes:
        angles: preferred values; other degrees of freedom do not count.
        weight: factor of this objective.
    """

    kind: ClassVar[str] = "preferred_angles"
    angles: tuple[PreferredAngle, ...]
    weight: float = 1.0
