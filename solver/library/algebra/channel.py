"""A degree of freedom over time, defined in intervals, possibly ambiguously (Rose et al. 1996, section 4).

Values are lazy: a curve refers to a motion and its transformation, and is evaluated on playback.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise

from ...job.cycle import Cycle

STAYS = Cycle()


@dataclass(frozen=True)
class Curve:
    """A degree of freedom of a motion that is transformed in time and space.

    Attributes:
        source: name of the motion.
        dof: such as "root.tx".
        begins: time of the motion's first frame [s].
        pace: duration of a second of the motion [s].
        move: rotation of the motion about the vertical, and translation.
    """

    source: str
    dof: str
    begins: float = 0.0
    pace: float = 1.0
    move: Cycle = STAYS


Curves = frozenset[Curve]
Rule = Callable[[Curves, Curves], Curves]

UNDEFINED: Curves = frozenset()


@dataclass(frozen=True)
class Interval:
    """An interval of time with its curves: one, or several in conflict.

    Attributes:
        start, end: [s].
        curves: at least one.
    """

    start: float
    end: float
    curves: Curves


@dataclass(frozen=True)
class Channel:
    """Disjoint intervals in order of time; adjacent ones differ in their curves.

    Channels with the same definition are therefore equal.
    """

    intervals: tuple[Interval, ...] = ()

    def __and__(self, other: "Channel") -> "Channel":
        """Defined where both are, by the curves of both (Rose's intersection)."""
        return _pointwise(self, other, lambda a, b: a | b if a and b else UNDEFINED)

    def __sub__(self, other: "Channel") -> "Channel":
        """Undefined where the other is defined (Rose's undefine, as in his text and figure 4)."""
        return _pointwise(self, other, lambda a, b: UNDEFINED if b else a)

    def __add__(self, other: "Channel") -> "Channel":
        """Defined where either is, by the curves of both (Rose's composition)."""
        return _pointwise(self, other, lambda a, b: a | b)

    def cut(self, start: float, end: float) -> "Channel":
        """The part between two times."""
        inside = (replace(i, start=max(i.start, start), end=min(i.end, end)) for i in self.intervals)
        return Channel(tuple(each for each in inside if each.start < each.end))

    def warped(self, scale: float, shift: float) -> "Channel":
        """Maps time t to scale t + shift."""

        def warp(curve: Curve) -> Curve:
            return replace(curve, begins=scale * curve.begins + shift, pace=scale * curve.pace)

        return Channel(
            tuple(
                Interval(
                    scale * each.start + shift, scale * each.end + shift, frozenset(map(warp, each.curves))
                )
                for each in self.intervals
            )
        )

    def moved(self, move: Cycle) -> "Channel":
        """The channel with its motions turned and translated."""

        def after(curve: Curve) -> Curve:
            return replace(curve, move=curve.move.then(move))

        return Channel(
            tuple(replace(each, curves=frozenset(map(after, each.curves))) for each in self.intervals)
        )

    def at(self, time: float) -> Curves:
        """Curves just after a time."""
        return next((each.curves for each in self.intervals if each.start <= time < each.end), UNDEFINED)


def _pointwise(a: Channel, b: Channel, rule: Rule) -> Channel:
    """Combines the curves of two channels at each time by a rule."""
    edges = sorted({t for each in (*a.intervals, *b.intervals) for t in (each.start, each.end)})
    intervals: list[Interval] = []
    for start, end in pairwise(edges):
        curves = rule(a.at(start), b.at(start))
        if intervals and curves == intervals[-1].curves and start == intervals[-1].end:
            intervals[-1] = replace(intervals[-1], end=end)
        elif curves:
            intervals.append(Interval(start, end, curves))
    return Channel(tuple(intervals))
