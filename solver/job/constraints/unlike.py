"""A motion differs from another one."""

from dataclasses import dataclass
from typing import ClassVar

from ..objectives.pose_closeness import DrawnBody


@dataclass(frozen=True)
class Unlike:
    """Lower bound on the root mean square distance of the bodies' mass from where another motion has it.

    The centers of mass of both motions are aligned at every frame, so it does not matter where they take place
    (Agrawal & van de Panne 2015, section 3.1).

    Attributes:
        bodies: trajectories of the other motion's bodies, whose centers of mass are compared, weighted by mass times
            ``DrawnBody.weight``. Bodies of weight 0 only count for the center of mass. For a mirrored cycle, its
            first half.
        at_least: distance [m].
    """

    kind: ClassVar[str] = "unlike"
    bodies: tuple[DrawnBody, ...]
    at_least: float
