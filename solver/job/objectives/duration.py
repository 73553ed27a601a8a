"""Penalizes the duration of the motion."""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True)
class Duration:
    """The time [s] from the first frame to the last, or of one cycle (Bryson & Ho 1975, section 2.7).

    As the only objective, it finds the shortest motion that the muscles allow. It requires a free length
    (``AnimationTiming.free``) and a search by gradient (``Gradient``); with a fixed length it is constant.

    Attributes:
        weight: factor of this objective.
    """

    kind: ClassVar[str] = "duration"
    weight: float = 1.0
