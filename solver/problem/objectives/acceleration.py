"""How jerkily the body moves."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from .squares import CONSTANT, Pace, Squares, entries

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
        """SMOOTH_TIME^2 ((q(t+1) - q(t)) / h+ - (q(t) - q(t-1)) / h-) / sqrt(h), for every dynamic frame."""
        tree, middle = setting.tree, setting.timeline.dynamic + 1
        n_turns, n_roots = np.count_nonzero(tree.rotation), len(tree.roots)
        frame = np.concatenate([np.repeat(middle, n_turns), np.tile(np.repeat(middle, 3), n_roots)])
        scale = SMOOTH_TIME**2 / setting.timeline.step**1.5
        before, here, after = (
            _positions(setting, middle + offset, sign * scale)
            for offset, sign in ((-1, 1.0), (0, -1.0), (1, 1.0))
        )
        parts = (after, here, here, before)
        links = [frame[part.row] + pair for part, pair in zip(parts, (0, 0, -1, -1), strict=True)]
        row, column = (np.concatenate([getattr(p, name) for p in parts]) for name in ("row", "column"))
        value = np.concatenate([p.value for p in parts]) * np.sqrt(_acts(setting))[row]
        pace = Pace(np.stack([frame - 1, frame], -1), np.full(len(frame), -1), np.concatenate(links))
        return Squares(row, column, value, np.zeros(len(frame)), pace)


def _acts(setting: "Setting") -> NDArray[np.float64]:
    """(R,) steps for which each row's acceleration acts."""
    from ..rest_shares import rest_shares

    tree, shares = setting.tree, rest_shares(setting)[setting.timeline.dynamic]
    turns = np.flatnonzero(tree.rotation)
    shifts = [np.repeat(shares[:, body], 3) for body, _ in tree.roots]
    return np.concatenate([shares[:, tree.body[turns]].ravel(), *shifts])


def _positions(setting: "Setting", frames: NDArray[np.intp], factor: float) -> Squares:
    """Factor times turns, frame after frame, then times shifts in the world, root after root."""
    timeline, tree, length = setting.timeline, setting.tree, setting.variables.length
    turns, q = np.flatnonzero(tree.rotation), setting.place[frames]
    row = np.arange(len(frames) * len(turns)).reshape(len(frames), -1)
    blocks = [(row, q[:, turns], factor * setting.sign[frames][:, turns])]
    turn, way = timeline.placement.turn[frames], timeline.way[frames] * len(length)
    for k, ((_, shifts), base) in enumerate(zip(tree.roots, setting.kinematics.root_base, strict=True)):
        at = row.size + 3 * len(frames) * k + np.arange(3 * len(frames)).reshape(-1, 3)
        fixed = turn @ base + timeline.placement.shift[frames] - way
        blocks += [
            (at[:, :, None], q[:, None, shifts], factor * (turn @ tree.axis[shifts].T)),
            (at, np.array(CONSTANT), factor * fixed),
            *((at, place, factor * way) for place in length),
        ]
    return entries(*blocks, target=np.empty(0))
