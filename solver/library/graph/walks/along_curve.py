"""The walk that best follows a curve, by beam search (Kovar et al. 2002, section 4)."""

from dataclasses import dataclass

import numpy as np

from ....arrays import Array, Complex, Flags, Indices
from ....errors import InputError
from ....mechanics.planar import Planar
from ....motion.motion import Motion
from .departures import STAY, DepartureTable
from .route import Hop, Route

BEAM = 100  # partial walks kept per section of the curve
STRETCH = 0.4  # m; length of a section, within which partial walks compete
PRICE = 0.5  # m; weight of the square of an edge's cost
TOLL = 0.0005  # m^3; cost of any edge
HASTE = 0.02  # s^2; weight of the squared error of speed, per meter
LEAST = 0.02  # m; minimum progress of an extension
AHEAD = 1.0  # s of look-ahead for a motion's direction
LONGEST = 2000.0  # m; maximum length of a curve
EACH = 4  # frames between possible beginnings


@dataclass(frozen=True, eq=False)
class GroundCurve:
    """A curve on the ground, parametrized by length and extended straight beyond its end.

    Attributes:
        place: (K,) x + i y of points on it [m].
        along: (K,) arc length at each [m].
    """

    place: Complex
    along: Array

    @classmethod
    def through(cls, points: Array) -> "GroundCurve":
        """The polygon through points (K, 2).

        Raises:
            InputError: there are fewer than two different points, one is not finite, or the curve is too long.
        """
        if not np.isfinite(points).all():
            raise InputError("expected finite places", field="curve")
        place = np.asarray(points, float) @ np.array([1, 1j])
        place = place[np.append(True, np.diff(place) != 0)]
        if len(place) < 2:
            raise InputError("expected a curve of at least two different points", field="curve")
        along = np.concatenate([[0.0], np.cumsum(abs(np.diff(place)))])
        if not along[-1] <= LONGEST:
            raise InputError(
                f"expected a curve of at most {LONGEST:g} m, found one of {along[-1]:g} m", field="curve"
            )
        return cls(place, along)

    @property
    def length(self) -> float:
        """[m]."""
        return float(self.along[-1])

    def at(self, along: Array) -> tuple[Complex, Complex]:
        """Positions (...) and directions (...) at arc lengths (...)."""
        k = np.clip(np.searchsorted(self.along, along, side="right") - 1, 0, len(self.along) - 2)
        step = self.place[k + 1] - self.place[k]
        direction = step / abs(step)
        return self.place[k] + direction * (along - self.along[k]), direction

    def follow(self, along: Array, track: Complex) -> tuple[Array, Array]:
        """Arc lengths and distances of successive positions ``track`` (..., S), from arc lengths ``along`` (...).

        Returns:
            (..., S) lengths and (..., S) distances [m].
        """
        lengths, off = np.empty(track.shape), np.empty(track.shape)
        for k in range(track.shape[-1]):
            for _ in range(2):  # a second iteration for bends
                place, direction = self.at(along)
                along = along + ((track[..., k] - place) * direction.conj()).real
            lengths[..., k], off[..., k] = along, abs(track[..., k] - self.at(along)[0])
        return lengths, off


@dataclass(frozen=True, eq=False)
class _States:
    """Partial walks, with their final states and costs."""

    frame: Indices
    half: Complex
    shift: Complex
    along: Array
    cost: Array
    parent: Indices
    edge: Indices
    count: Indices

    def some(self, chosen: Indices | Flags) -> "_States":
        return _States(*(getattr(self, name)[chosen] for name in self.__dataclass_fields__))

    @classmethod
    def joined(cls, parts: list["_States"]) -> "_States":
        names = cls.__dataclass_fields__
        return cls(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))


def route_along(table: DepartureTable, curve: GroundCurve, *, speed: float | None = None) -> Route:
    """The route whose root stays nearest to a curve, from its start to its end.

    Partial walks are extended edge by edge; the cheapest of those with equal progress are kept. The cost is the
    integral of the squared distance along the curve, plus that of edges.

    A preferred speed is in m/s.

    Raises:
        InputError: no walk follows the curve to its end.
    """
    waiting: dict[int, list[_States]] = {0: [_beginnings(table, curve)]}
    gone: list[_States] = []
    n_gone, last = 0, int(curve.length // STRETCH) + 1
    while waiting and min(waiting) < last:
        stretch = min(waiting)
        states = _cheapest(_States.joined(waiting.pop(stretch)), BEAM if gone else None)
        gone.append(states)
        extended = _extended(table, curve, states, n_gone, speed)
        section = np.where(extended.along >= curve.length, last, extended.along // STRETCH).astype(int)
        for k in np.unique(section[section > stretch]):
            waiting.setdefault(int(k), []).append(extended.some(section == k))
        n_gone += len(states.frame)
    if last not in waiting:
        raise InputError("no path through the graph follows the curve; use a gentler curve or add motions")
    ended = _States.joined(waiting[last])
    return _route(table, _States.joined(gone), ended.some(np.array([int(np.argmin(ended.cost))])))


def off_curve(motion: Motion, curve: GroundCurve) -> Array:
    """(N,) distance of a motion's main root from the curve [m]."""
    root = motion.character.body_index(motion.character.root_joint.body)
    track = motion.position[:, root, 0] + 1j * motion.position[:, root, 1]
    return curve.follow(np.zeros(1), track[None])[1][0]


def _beginnings(table: DepartureTable, curve: GroundCurve) -> _States:
    """Walks that begin at the curve's start in its direction."""
    ahead = table.ahead(round(AHEAD / table.graph.step))
    frames = np.flatnonzero(table.kept & (abs(ahead) > LEAST))[::EACH]
    if not len(frames):
        raise InputError("no motion of the graph has an edge")
    place, direction = curve.at(np.zeros(len(frames)))
    half = np.sqrt(direction / (ahead[frames] / abs(ahead[frames])))
    shift = place - half**2 * table.tape.level[frames, table.tape.root]
    none = np.zeros(len(frames))
    return _States(
        frames, half, shift, none, none, np.full(len(frames), -1), none.astype(int), none.astype(int)
    )


def _cheapest(states: _States, max_count: int | None) -> _States:
    """The best partial walks, at most one per frame, by cost minus the mean cost of their progress."""
    rate = float(np.median(states.cost / np.maximum(states.along, STRETCH)))
    order = np.argsort(states.cost - rate * states.along, kind="stable")
    _, first = np.unique(states.frame[order], return_index=True)
    return states.some(order[np.sort(first)][:max_count])


def _extended(
    table: DepartureTable, curve: GroundCurve, states: _States, n_gone: int, speed: float | None
) -> _States:
    """All extensions, except those that do not leave their section of the curve."""
    departures = [table.at(int(frame)) for frame in states.frame]
    who = np.repeat(np.arange(len(departures)), [len(each.edge) for each in departures])
    edge, count, frame, half, shift, track, seconds, cost = (
        np.concatenate([getattr(each, name) for each in departures])
        for name in ("edge", "count", "frame", "half", "shift", "track", "seconds", "cost")
    )
    turn, place = states.half[who] ** 2, states.shift[who]
    lengths, off = curve.follow(states.along[who], turn[:, None] * track + place[:, None])
    along = lengths[:, -1]
    progress = along - states.along[who]
    steps = np.diff(lengths, axis=1, prepend=states.along[who][:, None])
    price = (off**2 * abs(steps)).sum(1) + np.where(edge == STAY, 0.0, TOLL + PRICE * cost**2)
    if speed is not None:
        price = price + HASTE * (progress / seconds - speed) ** 2 * abs(progress)
    leads_on = progress > LEAST
    return _States(
        frame[leads_on],
        (states.half[who] * half)[leads_on],
        (turn * shift + place)[leads_on],
        along[leads_on],
        (states.cost[who] + price)[leads_on],
        (n_gone + who)[leads_on],
        edge[leads_on],
        count[leads_on],
    )


def _route(table: DepartureTable, gone: _States, end: _States) -> Route:
    """The route from the start to an end state; additional laps become frames before the next edge."""
    hops: list[Hop] = []
    on, states, k = 0, end, 0
    while states.parent[k] >= 0:
        if states.edge[k] == STAY:
            if hops:
                hops[-1] = Hop(hops[-1].count + int(states.count[k]), hops[-1].edge)
            else:
                on += int(states.count[k])
        else:
            hops.append(Hop(int(states.count[k]), int(states.edge[k])))
        k, states = int(states.parent[k]), gone
    motion = int(table.motion[int(states.frame[k])])
    return Route(
        motion,
        int(states.frame[k]) - int(table.tape.first[motion]),
        Planar(complex(states.half[k]), complex(states.shift[k])),
        tuple(reversed(hops)),
        on,
    )
