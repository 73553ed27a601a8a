"""How far the body is from its preferred angles."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from .squares import Squares, entries, over_time

if TYPE_CHECKING:
    from ..setting import Setting


LIGHT = 0.007  # 1/rad^2; posture only decides what effort leaves open


@dataclass(frozen=True)
class Posture:
    """Integral over time of LIGHT times the sum of (angle - preferred)^2 over joints and the main root's turns [s].

    Joints name their preferred angles; the root prefers to be upright along the motion's heading.

    Attributes:
        weight: how much it counts.
        upright: how much more a turn of the root counts than one of a joint.
    """

    kind: ClassVar[str] = "posture"
    weight: float = 1.0
    upright: float = 50.0

    def squares(self, setting: "Setting") -> Squares:
        """sqrt(LIGHT h) (q - preferred) for every angle and frame; sqrt(upright) times as much for the root's."""
        tree = setting.tree
        turns = np.flatnonzero(tree.rotation & (~tree.root_turns | (tree.body == tree.order[0])))
        place = setting.variables.q[:, turns]
        row = np.arange(place.size).reshape(place.shape)
        scale = np.sqrt(
            LIGHT * setting.timeline.step * np.where(tree.body[turns] == tree.order[0], self.upright, 1.0)
        )
        target = np.broadcast_to(scale * setting.tree.preferred[turns], place.shape).ravel()
        return over_time(
            entries((row, place, scale), target=target), np.repeat(np.arange(len(row)), row.shape[1])
        )
