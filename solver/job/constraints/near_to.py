"""A motion stays near another one."""

from dataclasses import dataclass
from typing import ClassVar

from ..objectives.pose_closeness import DrawnBody


@dataclass(frozen=True)
class NearTo:
    """Upper bound on the root mean square distance of the bodies' mass from where another motion has it.

    The centers of mass of both motions are aligned at every frame, as in ``Unlike``.

    Attributes:
        bodies: trajectories of the other motion's bodies, whose centers of mass are compared, weighted by mass times
            ``DrawnBody.weight``. Bodies of weight 0 only count for the center of mass. For a mirrored cycle, its
            first half.
        at_most: distance [m].
    """

    kind: ClassVar[str] = "near_to"
    bodies: tuple[DrawnBody, ...]
    at_most: float
