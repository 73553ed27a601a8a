"""How abruptly accelerations change."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from .coordinates import coordinate_squares, whole_clip
from .squares import Squares

if TYPE_CHECKING:
    from ..setting import Setting

JERK_TIME = 0.05  # s; a jerk of 1 rad (or m) per JERK_TIME^3 costs 1 per second


@dataclass(frozen=True)
class Jerk:
    """Integral over time of |JERK_TIME^3 q'''|^2 (Flash & Hogan 1985), q''' by four frames.

    Attributes:
        weight: how much it counts.
    """

    kind: ClassVar[str] = "jerk"
    weight: float = 1.0

    def squares(self, setting: "Setting") -> Squares:
        """JERK_TIME^3 (q(t+2) - 3 q(t+1) + 3 q(t) - q(t-1)) / h^3 sqrt(h)."""
        frames = whole_clip(setting, before=1, after=2)
        return coordinate_squares(
            setting, np.arange(setting.tree.n), order=3, frames=frames, scale=JERK_TIME**3, wanted=0.0
        )  # fmt: skip
