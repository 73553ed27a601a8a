"""A motion differs from another one."""

from dataclasses import dataclass
from typing import ClassVar

from ..objectives.pose_closeness import DrawnBody


@dataclass(frozen=True)
class Unlike:
    """The root mean square distance of the mass of bodies from where another motion has it is at least so much.

    The centers of mass of both motions are aligned at every frame, so that it is blind to where they take place
    (Agrawal & van de Panne 2015, section 3.1).

    Attributes:
        bodies: ways of the other motion's bodies, whose centers of mass are compared. Each counts by its mass times
            its weight; one of weight 0 only counts for where the center of mass is. Of a mirrored cycle the first half.
        at_least: distance [m].
    """

    kind: ClassVar[str] = "unlike"
    bodies: tuple[DrawnBody, ...]
    at_least: float
