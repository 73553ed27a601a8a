"""Pulls the body toward its preferred angles."""

from dataclasses import dataclass, field
from typing import ClassVar

from ...number_range import within


@dataclass(frozen=True)
class Posture:
    """Integral over time of LIGHT times the sum of (angle - preferred)^2 over joints and turns of the main root [s].

    The preferred angles are those of the joints; the root prefers to be upright and to face along the heading.

    Attributes:
        weight: factor of this objective.
        upright: weight of turns of the root relative to those of joints.
    """

    kind: ClassVar[str] = "posture"
    weight: float = 1.0
    upright: float = field(default=50.0, metadata=within(0, 1e9))
