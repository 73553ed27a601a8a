"""A point that follows a path in time."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from ...errors import InputError
from ..called import called
from ..expression.request import Request, position
from ..when import When

Array = NDArray[np.float64]
Place = tuple[float, float, float]
ROUNDING = 1e-9  # s


@dataclass(frozen=True)
class Waypoint:
    """Where to be at a time.

    Attributes:
        time: from the clip's beginning [s].
        place: world [m].
    """

    time: float
    place: Place


@dataclass(frozen=True)
class FollowPath:
    """|x(t) - path(t)| <= tolerance from the first waypoint's time to the last's; equal where it is 0.

    Attributes:
        body: its name.
        waypoints: two or more, in the order of time.
        point: of the body, in its own axes from its centre [m].
        tolerance: [m].
        smooth: the path is the natural cubic spline through the waypoints; straight lines otherwise.
        called: what messages call the body; its name when empty.
    """

    kind: ClassVar[str] = "follow_path"
    body: str
    waypoints: tuple[Waypoint, ...]
    point: Place = (0.0, 0.0, 0.0)
    tolerance: float = 0.0
    smooth: bool = True
    called: tuple[str, ...] = ()

    def requests(self) -> tuple[Request, ...]:
        """One row per frame, or three.

        Raises:
            InputError: there are fewer than two waypoints, or they are not in the order of time.
        """
        times = np.array([w.time for w in self.waypoints])
        if len(times) < 2 or (np.diff(times) <= 0).any():
            raise InputError("expected two or more waypoints in the order of time", field="waypoints")
        places = np.array([w.place for w in self.waypoints])
        tracks = tuple(
            (f"path_{c}", _track(times, places[:, k], smooth=self.smooth)) for k, c in enumerate("xyz")
        )
        first, last = float(times[0]) - ROUNDING, float(times[-1]) + ROUNDING
        when = When(condition=f"{first!r} <= time <= {last!r}")
        away = f"({position(self.body, self.point)} - (path_x, path_y, path_z))"
        (who,) = called(self.called, self.body)
        asked = partial(
            Request,
            when=when,
            label=f"'{who}'",
            missed="misses its path by",
            tracks=tracks,
            about=who,
        )
        if self.tolerance == 0:
            return (asked(away, 0.0, 0.0),)
        text = f"dot({away}, {away})"
        return (asked(text, None, self.tolerance**2),)


def _track(times: Array, values: Array, *, smooth: bool) -> Callable[[Array], Array]:
    def path(at: Array) -> Array:
        if smooth and len(times) > 2:
            from scipy.interpolate import CubicSpline

            return np.asarray(CubicSpline(times, values, bc_type="natural")(at))
        return np.asarray(np.interp(at, times, values))

    return path
