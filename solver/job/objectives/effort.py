"""Penalizes muscle torques relative to their strength."""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True)
class JointWeight:
    """Weight of the muscles of some joints.

    Attributes:
        dofs: pattern of their degrees of freedom, such as "L_knee.*" or "*hip.ry"; of several that match a muscle,
            the last applies.
        weight: relative to other muscles, whose weight is 1.
    """

    dofs: str
    weight: float


@dataclass(frozen=True)
class Effort:
    """Integral over time of the sum of joint weight x (torque / torque limit)^2 [s].

    Witkin & Kass 1988 sum squared torques; dividing them by strength lets a strong hip work harder than a wrist.
    Weights for single joints follow Agrawal (2015, table 4.1).

    Attributes:
        weight: factor of this objective.
        joints: weights of joints other than 1.
    """

    kind: ClassVar[str] = "effort"
    weight: float = 1.0
    joints: tuple[JointWeight, ...] = ()
