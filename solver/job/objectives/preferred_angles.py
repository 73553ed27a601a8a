"""Pulls joints toward the artist's preferred angles."""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True)
class PreferredAngle:
    """One degree of freedom.

    Attributes:
        dof: "JOINT.rx", or "root.tz".
        angle: [rad], or [m].
        weight: against the others.
    """

    dof: str
    angle: float
    weight: float = 1.0


@dataclass(frozen=True)
class PreferredAngles:
    """Integral over time of the sum of weight (q - angle)^2 [rad^2 s].

    Attributes:
        angles: of the degrees of freedom that matter.
        weight: how much it counts.
    """

    kind: ClassVar[str] = "preferred_angles"
    angles: tuple[PreferredAngle, ...]
    weight: float = 1.0
