"""A point follows a path in time."""

from collections.abc import Callable
from functools import partial

import numpy as np

from ...arrays import Array
from ...errors import InputError
from ...job.constraints.follow_path import FollowPath
from ...job.display_names import display_names
from ...job.when import When
from ...verify.violation import Kind
from ..expression.term import Term, position

Place = tuple[float, float, float]


ROUNDING = 1e-9  # s


def terms(constraint: FollowPath) -> tuple[Term, ...]:
    """One row per frame, or three.

    Raises:
        InputError: there are fewer than two waypoints, or they are not in the order of time.
    """
    times = np.array([w.time for w in constraint.waypoints])
    if len(times) < 2 or (np.diff(times) <= 0).any():
        raise InputError("expected two or more waypoints in the order of time", field="waypoints")
    places = np.array([w.place for w in constraint.waypoints])
    tracks = tuple(
        (f"path_{c}", _track(times, places[:, k], smooth=constraint.smooth)) for k, c in enumerate("xyz")
    )
    first, last = float(times[0]) - ROUNDING, float(times[-1]) + ROUNDING
    when = When(condition=f"{first!r} <= time <= {last!r}")
    away = f"({position(constraint.body, constraint.point)} - (path_x, path_y, path_z))"
    (who,) = display_names(constraint.called, constraint.body)
    asked = partial(
        Term,
        when=when,
        kind=Kind.FOLLOW_PATH,
        subject=(who,),
        tracks=tracks,
        about=who,
    )
    if constraint.tolerance == 0:
        return (asked(away, 0.0, 0.0, unit="m"),)
    text = f"dot({away}, {away})"
    return (asked(text, None, constraint.tolerance**2, unit="m2"),)


def _track(times: Array, values: Array, *, smooth: bool) -> Callable[[Array], Array]:
    def path(at: Array) -> Array:
        if smooth and len(times) > 2:
            from scipy.interpolate import CubicSpline

            return np.asarray(CubicSpline(times, values, bc_type="natural")(at))
        return np.asarray(np.interp(at, times, values))

    return path
