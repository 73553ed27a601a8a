"""A motion stays near another one."""

from dataclasses import dataclass
from typing import ClassVar

from ..objectives.pose_closeness import DrawnBody


@dataclass(frozen=True)
class NearTo:
    """The root mean square distance of the mass of bodies from where another motion has it is at most so much.

    The centers of mass of both motions are aligned at every frame, as of ``Unlike``.

    Attributes:
        bodies: ways of the other motion's bodies, whose centers of mass are compared. Each counts by its mass times
            its weight; one of weight 0 only counts for where the center of mass is. Of a mirrored cycle the first half.
        at_most: distance [m].
    """

    kind: ClassVar[str] = "near_to"
    bodies: tuple[DrawnBody, ...]
    at_most: float
