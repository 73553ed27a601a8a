"""How hard the muscles work."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from .squares import Squares, entries, over_time

if TYPE_CHECKING:
    from ..setting import Setting


@dataclass(frozen=True)
class Effort:
    """Integral over time of the sum of (torque / strongest torque)^2 [s].

    Witkin & Kass 1988 sum squared torques; divided by strength, a strong hip may work harder than a wrist.

    Attributes:
        weight: how much it counts.
    """

    kind: ClassVar[str] = "effort"
    weight: float = 1.0

    def squares(self, setting: "Setting") -> Squares:
        """sqrt(h) torque / limit, for every muscle and dynamic frame."""
        variables = setting.variables
        limit = setting.tree.effort_limit[variables.actuated] / setting.force_scale
        row = np.arange(variables.torque.size).reshape(variables.torque.shape)
        value = np.sqrt(setting.timeline.step) / limit
        squares = entries((row, variables.torque, value), target=np.zeros(row.size))
        return over_time(squares, np.repeat(setting.timeline.dynamic, row.shape[1]))
