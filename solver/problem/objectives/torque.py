"""How much torque the muscles take, in its own unit."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from .squares import Squares, entries, over_time

if TYPE_CHECKING:
    from ..setting import Setting


@dataclass(frozen=True)
class Torque:
    """Integral over time of the sum of torque^2 [N^2 m^2 s]; a jet along a translation counts force^2 [N^2 s].

    Witkin & Kass 1988 and most of the literature minimise this sum; Effort divides each torque by the joint's
    strength first. Its values are those that are published.

    Attributes:
        weight: how much it counts.
    """

    kind: ClassVar[str] = "torque"
    weight: float = 1.0

    def squares(self, setting: "Setting") -> Squares:
        """Sqrt(h) torque, for every muscle and dynamic frame."""
        variables = setting.variables
        row = np.arange(variables.torque.size).reshape(variables.torque.shape)
        value = np.sqrt(setting.timeline.step) * setting.force_scale
        squares = entries((row, variables.torque, value), target=np.zeros(row.size))
        return over_time(squares, np.repeat(setting.timeline.dynamic, row.shape[1]))
