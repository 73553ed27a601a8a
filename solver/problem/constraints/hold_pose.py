"""A pose held for a while."""

from dataclasses import dataclass
from typing import ClassVar

from ..expression.request import Request
from ..when import ALWAYS, When


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
        pose: as many degrees of freedom as matter.
        tolerance: [rad or m].
        when: at which frames.
    """

    kind: ClassVar[str] = "hold_pose"
    pose: tuple[Angle, ...]
    tolerance: float = 0.0
    when: When = ALWAYS

    def requests(self) -> tuple[Request, ...]:
        """One row per degree of freedom and frame."""
        return tuple(
            Request(
                _coordinate(a.dof), a.angle - self.tolerance, a.angle + self.tolerance, self.when,
                label=f"'{a.dof.rpartition('.')[0]}'", missed=f"misses its pose {_axis(a.dof)} by",
                unit="m" if a.dof.startswith("root.t") else "rad",
            )
            for a in self.pose
        )  # fmt: skip


def _axis(dof: str) -> str:
    axis = dof.rpartition(".")[2]
    return f"{'about' if axis[:1] == 'r' else 'along'} {axis[-1:].upper()}"


def _coordinate(dof: str) -> str:
    joint, _, axis = dof.rpartition(".")
    return f"joint({joint!r}).{axis}"
