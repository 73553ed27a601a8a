"""A point follows a path in time."""

from dataclasses import dataclass, field
from typing import ClassVar

from ...arrays import Vector3
from ..display_names import DISPLAY_NAMES
from .slack import SLACK


@dataclass(frozen=True)
class Waypoint:
    """A position at a time.

    Attributes:
        time: from the start of the clip [s].
        place: world [m].
    """

    time: float
    place: Vector3


@dataclass(frozen=True)
class FollowPath:
    """|x(t) - path(t)| <= tolerance from the first waypoint to the last; x(t) = path(t) if the tolerance is 0.

    Attributes:
        body: its name.
        waypoints: two or more, in order of time.
        point: of the body, in its own axes from its center [m].
        tolerance: [m].
        smooth: whether the path is the natural cubic spline through the waypoints, or straight lines between them.
        slack: distance by which a solved motion may exceed the tolerance [m]; None: as in ``Stay``.
        display_names: one name of the body in messages; empty: its own.
    """

    kind: ClassVar[str] = "follow_path"
    body: str
    waypoints: tuple[Waypoint, ...]
    point: Vector3 = (0.0, 0.0, 0.0)
    tolerance: float = 0.0
    smooth: bool = True
    display_names: tuple[str, ...] = field(default=(), metadata=DISPLAY_NAMES)
    slack: float | None = field(default=None, metadata=SLACK)
