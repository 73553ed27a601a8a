"""A point follows a path in time."""

from dataclasses import dataclass, field
from typing import ClassVar

from ...arrays import Vector3
from ..display_names import DISPLAY_NAMES
from .slack import SLACK


@dataclass(frozen=True)
class Waypoint:
    """Where to be at a time.

    Attributes:
        time: from the clip's beginning [s].
        place: world [m].
    """

    time: float
    place: Vector3


@dataclass(frozen=True)
class FollowPath:
    """|x(t) - path(t)| <= tolerance from the first waypoint's time to the last's; equal where it is 0.

    Attributes:
        body: its name.
        waypoints: two or more, in the order of time.
        point: of the body, in its own axes from its centre [m].
        tolerance: [m].
        smooth: the path is the natural cubic spline through the waypoints; straight lines otherwise.
        slack: by which a solved motion may be beyond the tolerance [m]; None: as ``Stay.slack``.
        display_names: one name that messages give the body; empty: its own.
    """

    kind: ClassVar[str] = "follow_path"
    body: str
    waypoints: tuple[Waypoint, ...]
    point: Vector3 = (0.0, 0.0, 0.0)
    tolerance: float = 0.0
    smooth: bool = True
    display_names: tuple[str, ...] = field(default=(), metadata=DISPLAY_NAMES)
    slack: float | None = field(default=None, metadata=SLACK)
