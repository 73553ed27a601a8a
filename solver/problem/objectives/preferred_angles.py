"""Angles that the artist prefers."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from ...character.validation import known_name
from .coordinates import coordinate_squares, whole_clip
from .squares import Squares

if TYPE_CHECKING:
    from ..setting import Setting


@dataclass(frozen=True)
class PreferredAngle:
    """One degree of freedom.

    Attributes:
        dof: "JOINT.rx", or "root.tz".
        angle: [rad], or [m].
        weight: against the others.
    """

    dof: str
    angle: float
    weight: float = 1.0


@dataclass(frozen=True)
class PreferredAngles:
    """Integral over time of the sum of weight (q - angle)^2 [rad^2 s].

    Attributes:
        angles: of the degrees of freedom that matter.
        weight: how much it counts.
    """

    kind: ClassVar[str] = "preferred_angles"
    angles: tuple[PreferredAngle, ...]
    weight: float = 1.0

    def squares(self, setting: "Setting") -> Squares:
        """Sqrt(weight h) (q - angle), at every frame."""
        names = setting.tree.names
        for k, angle in enumerate(self.angles):
            known_name(angle.dof, names, f"angles[{k}].dof", "degree of freedom")
        return coordinate_squares(
            setting,
            np.array([names.index(angle.dof) for angle in self.angles], np.intp),
            order=0,
            frames=whole_clip(setting),
            scale=np.sqrt([angle.weight for angle in self.angles]),
            wanted=[angle.angle for angle in self.angles],
        )
