"""How jerkily the body moves."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from .squares import Squares, entries

if TYPE_CHECKING:
    from ..setting import Setting

SMOOTH_TIME = 0.035  # s; an acceleration of 1 rad (or m) per SMOOTH_TIME^2 costs 1 per second


@dataclass(frozen=True)
class Acceleration:
    """Integral over time of |SMOOTH_TIME^2 q''|^2: joint angles [rad], root turns [rad] and root shifts [m].

    The roots' shifts are differenced in the world, its turns against the motion's heading, so that a
    cycle's turn costs nothing (McIntosh 2011, section 3.2.3: "smooth, fluid motion").

    Attributes:
        weight: how much it counts.
    """

    kind: ClassVar[str] = "acceleration"
    weight: float = 1.0

    def squares(self, setting: "Setting") -> Squares:
        """SMOOTH_TIME^2 (q(t+1) - 2 q(t) + q(t-1)) / h^2 sqrt(h), for every dynamic frame."""
        timeline, tree = setting.timeline, setting.tree
        placement, middle = timeline.placement, timeline.dynamic + 1
        scale = SMOOTH_TIME**2 / timeline.step**1.5
        turns, n_roots = np.flatnonzero(tree.rotation), len(tree.roots)
        turn_row = np.arange(len(middle) * len(turns)).reshape(len(middle), -1)
        shift_rows = turn_row.size + np.arange(n_roots * len(middle) * 3).reshape(n_roots, -1, 3)
        target = np.zeros(turn_row.size + shift_rows.size)
        blocks = []
        for offset, factor in ((-1, 1.0), (0, -2.0), (1, 1.0)):
            frame = middle + offset
            q = setting.place[frame]
            blocks.append((turn_row, q[:, turns], factor * scale * setting.sign[frame][:, turns]))
            for (_, shifts), base, row in zip(
                tree.roots, setting.kinematics.root_base, shift_rows, strict=True
            ):
                axes = placement.turn[frame] @ tree.axis[shifts].T  # (D, 3, shifts)
                blocks.append((row[:, :, None], q[:, None, shifts], factor * scale * axes))
                target[row] -= factor * scale * (placement.turn[frame] @ base + placement.shift[frame])
        return entries(*blocks, target=target)
