"""A pose is held for a while."""

from dataclasses import dataclass, field
from typing import ClassVar

from ..when import ALWAYS, When
from .slack import SLACK


@dataclass(frozen=True)
class Angle:
    """One degree of freedom of a pose.

    Attributes:
        dof: "JOINT.rx", or "root.tz".
        angle: [rad], or [m].
    """

    dof: str
    angle: float


@dataclass(frozen=True)
class HoldPose:
    """|q_i - angle_i| <= tolerance for the degrees of freedom of a pose.

    Attributes:
        pose: the degrees of freedom to hold.
        tolerance: [rad or m].
        when: at which frames.
        slack: by which a solved motion may exceed the tolerance [rad or m]; None: as in ``Stay``.
    """

    kind: ClassVar[str] = "hold_pose"
    pose: tuple[Angle, ...]
    tolerance: float = 0.0
    when: When = ALWAYS
    slack: float | None = field(default=None, metadata=SLACK)
