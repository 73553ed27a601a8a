"""How long the motion takes."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from .squares import CONSTANT, Pace, Squares

if TYPE_CHECKING:
    from ..setting import Setting


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

    def squares(self, setting: "Setting") -> Squares:
        """Sqrt(h) squared, for every step of the clip; no unknown but the steps themselves."""
        timeline = setting.timeline
        n = timeline.n_frames - (timeline.cycle is None)
        row, pair = np.arange(n), np.arange(1, n + 1)
        value = np.full(n, np.sqrt(timeline.step))
        pace = Pace(np.stack([pair, pair], -1), np.ones(n, np.intp), np.full(n, -1))
        return Squares(row, np.full(n, CONSTANT), value, np.zeros(n), pace)
