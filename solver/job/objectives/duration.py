"""Penalizes the duration of the motion."""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True)
class Duration:
    """The time [s] from the first frame to the last, or of one cycle: alone, the least time that muscles can do it in.

    It asks for a free length (``AnimationTiming.free``) and its search by gradient (``Gradient``); of a given length it
    is a constant. Bryson & Ho 1975, section 2.7.

    Attributes:
        weight: how much it counts.
    """

    kind: ClassVar[str] = "duration"
    weight: float = 1.0
