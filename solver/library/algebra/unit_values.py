"""Evaluates a motion unit's curves at given times."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from scipy.interpolate import CubicSpline

from ...arrays import Array, Flags
from ...errors import InputError
from ...job.cycle import Cycle
from ...mechanics.inverse_kinematics import coordinates
from ...mechanics.tree import Tree
from ...motion.motion import Motion
from ...motion.pieces import moved, piece
from ...motion.world_motion import WorldMotion
from ..same_bodies import require_same_bodies
from .channel import Curve, Interval
from .motion_unit import MotionUnit

MARGIN = 2  # additional frames of a cycle on either side, for smooth curves
SAME_TIME = 1e-9  # s


class UnitValues:
    """Curves of a unit over even times.

    Args:
        unit: without conflicts.
        sources: motions by the names in the curves.
        tree: of the character.
        times: (N,) [s].

    Raises:
        InputError: a channel has several curves, or a motion has other bodies.
    """

    def __init__(self, unit: MotionUnit, sources: Mapping[str, Motion], tree: Tree, times: Array) -> None:
        _require_one_way(unit)
        self._unit, self._sources, self._tree, self.times = unit, sources, tree, times
        self._splines: dict[tuple[str, Cycle], CubicSpline] = {}

    def coordinates(self) -> Array:
        """(N, n) coordinates of the tree [m, rad]; NaN where they are undefined."""
        q = np.full((len(self.times), self._tree.n), np.nan)
        for i, name in enumerate(self._tree.names):
            for interval in self._unit.channel(name).intervals:
                (curve,), inside = interval.curves, self._inside(interval)
                q[inside, i] = self._spline(curve)(own_times(curve, self.times[inside]))[:, i]
            if self._tree.rotation[i]:
                defined = ~np.isnan(q[:, i])
                q[defined, i] = np.unwrap(q[defined, i])
        return q

    def contacts(self) -> Flags:
        """(N, C) which contacts touch in the motion that defines their body at that time, or nearest to it."""
        character = self._tree.character
        touching = np.zeros((len(self.times), len(character.contacts)), bool)
        for c, contact in enumerate(character.contacts):
            last = int(self._tree.last[character.body_index(contact.body)])
            intervals = self._unit.channel(self._tree.names[last]).intervals
            if not intervals:
                continue
            middle = [[max(i.start - t, t - i.end, 0.0) for i in intervals] for t in self.times.tolist()]
            for k, nearest in enumerate(np.argmin(middle, 1).tolist()):
                (curve,) = intervals[nearest].curves
                touching[k, c] = self._touches(curve, float(self.times[k]), c)
        return touching

    def _inside(self, interval: Interval) -> Flags:
        return (self.times >= interval.start - SAME_TIME) & (self.times <= interval.end + SAME_TIME)

    def _touches(self, curve: Curve, time: float, contact: int) -> bool:
        motion = self._sources[curve.source]
        if not isinstance(motion, WorldMotion):
            raise InputError(f"it is not known when '{curve.source}' touches the ground")
        frame = round(float(own_times(curve, np.array(time))) / motion.step)
        if motion.cycle is None:
            frame = min(max(frame, 0), motion.n_frames - 1)
        return bool(motion.contact_active[frame % motion.n_frames, contact])

    def _spline(self, curve: Curve) -> CubicSpline:
        key = curve.source, curve.move
        if key not in self._splines:
            self._splines[key] = self._looked_up(*key)
        return self._splines[key]

    def _looked_up(self, source: str, move: Cycle) -> CubicSpline:
        """Coordinates of a moved motion over the times that the unit needs."""
        motion = self._sources[source]
        try:
            require_same_bodies(self._tree.character, motion.character)
        except InputError as error:
            raise InputError(error.words, field=f"'{source}'") from error
        first, last = 0, motion.n_frames - 1
        if motion.cycle is not None:
            needed = self._wanted(source, move)
            first = int(np.floor(min(needed) / motion.step)) - MARGIN
            last = int(np.ceil(max(needed) / motion.step)) + MARGIN
        part = piece(motion, first, last - first + 1)
        shown = moved(replace(part, character=self._tree.character), move)  # which may rest elsewhere
        q = coordinates(self._tree, shown.position, shown.turn)
        return CubicSpline(motion.step * np.arange(first, last + 1), q)

    def _wanted(self, source: str, move: Cycle) -> list[float]:
        return [
            float(own_times(curve, np.array(time)))
            for _, channel in self._unit.channels
            for each in channel.intervals
            for curve in each.curves
            for time in (each.start, each.end)
            if (curve.source, curve.move) == (source, move)
        ]


def own_times(curve: Curve, times: Array) -> Array:
    """Times of a curve's motion at times of the unit [s]."""
    return np.asarray((times - curve.begins) / curve.pace)


def _require_one_way(unit: MotionUnit) -> None:
    for name, interval in unit.conflicts():
        sources = " and ".join(f"'{source}'" for source in sorted({c.source for c in interval.curves}))
        raise InputError(
            f"'{name}' is defined in {len(interval.curves)} ways from {interval.start:.3g} to {interval.end:.3g} s, "
            f"by {sources}; expected one"
        )
