"""A point follows a path in time."""

from dataclasses import dataclass
from functools import partial

import numpy as np

from ...arrays import Array
from ...job.constraints.follow_path import FollowPath
from ...job.display_names import display_names
from ...job.when import When
from ...verify.violation import Kind
from ..expression.term import Term, position
from .slack import of_squares

ROUNDING = 1e-9  # s


def terms(constraint: FollowPath) -> tuple[Term, ...]:
    """One row per frame, or three."""
    times = tuple(float(w.time) for w in constraint.waypoints)
    tracks = tuple(
        (
            f"path_{c}",
            _Track(times, tuple(float(w.place[k]) for w in constraint.waypoints), constraint.smooth),
        )
        for k, c in enumerate("xyz")
    )
    first, last = times[0] - ROUNDING, times[-1] + ROUNDING
    when = When(condition=f"{first!r} <= time <= {last!r}")
    away = f"({position(constraint.body, constraint.point)} - (path_x, path_y, path_z))"
    (who,) = display_names(constraint.display_names, constraint.body)
    term = partial(
        Term,
        when=when,
        kind=Kind.FOLLOW_PATH,
        subject=(who,),
        tracks=tracks,
        about=who,
    )
    if constraint.tolerance == 0:
        return (term(away, 0.0, 0.0, unit="m", tolerance=constraint.slack),)
    text = f"dot({away}, {away})"
    allowed = of_squares(constraint.slack, farthest=constraint.tolerance)
    return (term(text, None, constraint.tolerance**2, unit="m2", tolerance=allowed),)


@dataclass(frozen=True)
class _Track:
    """One coordinate of a path, interpolated linearly or, with more than two waypoints, smoothly."""

    times: tuple[float, ...]
    values: tuple[float, ...]
    smooth: bool

    def __call__(self, at: Array) -> Array:
        """The coordinate [m] at times (I,) [s]."""
        if self.smooth and len(self.times) > 2:
            from scipy.interpolate import CubicSpline

            return np.asarray(CubicSpline(self.times, self.values, bc_type="natural")(at))
        return np.asarray(np.interp(at, self.times, self.values))
