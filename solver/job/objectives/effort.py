"""Penalizes muscle torques relative to their strength."""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True)
class JointWeight:
    """How much the muscles of some joints count.

    Attributes:
        dofs: pattern of their degrees of freedom, as "L_knee.*" or "*hip.ry"; the last that fits a muscle counts.
        weight: against the others, which count 1.
    """

    dofs: str
    weight: float


@dataclass(frozen=True)
class Effort:
    """Integral over time of the sum of joint weight x (torque / strongest torque)^2 [s].

    Witkin & Kass 1988 sum squared torques; divided by strength, a strong hip may work harder than a wrist.
    Weights joint by joint are Agrawal's (2015, table 4.1).

    Attributes:
        weight: how much it counts.
        joints: weights of joints that do not count 1.
    """

    kind: ClassVar[str] = "effort"
    weight: float = 1.0
    joints: tuple[JointWeight, ...] = ()
