"""How suddenly the muscles pull and let go."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from .squares import Pace, Squares, entries

if TYPE_CHECKING:
    from ..setting import Setting

RISE_TIME = 0.2  # s; people need about as long from rest to most of their strength (Maffiuletti et al. 2016)


@dataclass(frozen=True)
class TorqueChange:
    """Integral over time of the sum of (RISE_TIME d(torque / strongest torque) / dt)^2 [s].

    A limb that swings by its weight costs nothing, however far its joints turn, and one that is driven costs more
    the quicker it has to turn back; Acceleration charges both alike (Uno, Kawato & Suzuki 1989; that people pay for
    the rate of force: Doke & Kuo 2007). A torque that grows to the strongest in RISE_TIME costs 1 per second.

    Attributes:
        weight: how much it counts.
    """

    kind: ClassVar[str] = "torque_change"
    weight: float = 1.0

    def squares(self, setting: "Setting") -> Squares:
        """RISE_TIME (torque(t+1) - torque(t)) / limit / sqrt(h), for every muscle and pair of dynamic frames."""
        timeline, variables, tree = setting.timeline, setting.variables, setting.tree
        torque, muscles, mirror = variables.torque, variables.actuated, timeline.mirror
        now = np.arange(len(torque) if timeline.cycle else len(torque) - 1)
        then, sign = torque[(now + 1) % len(torque)], np.ones((len(now), len(muscles)))
        if mirror is not None:  # the next half begins with the other side's torques
            then[-1] = torque[0, np.searchsorted(muscles, mirror.dofs[muscles])]
            sign[-1] = mirror.sign[muscles]
        limit = tree.effort_limit[muscles] / setting.force_scale
        scale = RISE_TIME / limit / np.sqrt(timeline.step)
        row = np.arange(then.size).reshape(then.shape)
        found = entries((row, torque[now], -scale), (row, then, scale * sign), target=np.zeros(row.size))
        frame = np.repeat(timeline.dynamic[now], len(muscles)) + 1  # extended
        power = np.full(row.size, -1)
        return replace(found, pace=Pace(np.stack([frame] * 2, -1), power, np.full(len(found.row), -1)))
