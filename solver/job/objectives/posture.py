"""Pulls the body toward its preferred angles."""

from dataclasses import dataclass, field
from typing import ClassVar

from ...number_range import within


@dataclass(frozen=True)
class Posture:
    """Integral over time of LIGHT times the sum of (angle - preferred)^2 over joints and the main root's turns [s].

    Joints name their preferred angles; the root prefers to be upright along the motion's heading.

    Attributes:
        weight: how much it counts.
        upright: how much more a turn of the root counts than one of a joint.
    """

    kind: ClassVar[str] = "posture"
    weight: float = 1.0
    upright: float = field(default=50.0, metadata=within(0, 1e9))
