"""A motion differs from another one."""

from dataclasses import dataclass
from typing import ClassVar

from ..objectives.pose_closeness import DrawnBody


@dataclass(frozen=True)
class Unlike:
    """The mean over time of sum_b w_b |e_b - e'_b|^2 is at least the square of a distance.

    It compares the directions of bodies in the world, e along the longest of their axes, and so is blind to where
    motions take place. With w_b the square of the length by which a body carries others, times their share of the whole
    mass, it is about the mean square distance of the bodies' mass (Agrawal & van de Panne 2015, section 3.1, compare
    masses with centers aligned).

    Attributes:
        bodies: ways of the other motion's bodies, with weights w_b [m^2]; only their turns count. Of a mirrored
            cycle its first half.
        at_least: distance [m].
    """

    kind: ClassVar[str] = "unlike"
    bodies: tuple[DrawnBody, ...]
    at_least: float
