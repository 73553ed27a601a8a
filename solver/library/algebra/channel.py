"""A degree of freedom over time, defined here and there, once or in several ways (Rose et al. 1996, section 4).

Values are lazy: a curve names a motion and how it is changed, and is looked up when it is played.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise

from ...job.cycle import Cycle

STAYS = Cycle()


@dataclass(frozen=True)
class Curve:
    """A degree of freedom of a motion, at another time and pace, with all of the motion elsewhere.

    Attributes:
        source: name of the motion.
        dof: such as "root.tx".
        begins: when the motion's first frame is [s].
        pace: seconds that a second of the motion takes.
        move: how the motion is turned about the vertical and shifted.
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
    """A stretch of time with the curves that are defined there: one, or several that are in conflict.

    Attributes:
        start, end: [s].
        curves: at least one.
    """

    start: float
    end: float
    curves: Curves


@dataclass(frozen=True)
class Channel:
    """Intervals in order of time, which do not overlap; neighbors that touch differ in their curves.

    What is defined alike is so an equal channel, however it came about.
    """

    intervals: tuple[Interval, ...] = ()

    def __and__(self, other: "Channel") -> "Channel":
        """Where both are defined, by the curves of both (Rose's intersection)."""
        return _pointwise(self, other, lambda a, b: a | b if a and b else UNDEFINED)

    def __sub__(self, other: "Channel") -> "Channel":
        """Undefined where the other is defined (Rose's undefine, as his text and figure 4 have it)."""
        return _pointwise(self, other, lambda a, b: UNDEFINED if b else a)

    def __add__(self, other: "Channel") -> "Channel":
        """Defined where either is, by the curves of both where both are (Rose's composition)."""
        return _pointwise(self, other, lambda a, b: a | b)

    def cut(self, start: float, end: float) -> "Channel":
        """What is defined between two times."""
        inside = (replace(i, start=max(i.start, start), end=min(i.end, end)) for i in self.intervals)
        return Channel(tuple(each for each in inside if each.start < each.end))

    def warped(self, scale: float, shift: float) -> "Channel":
        """Time t becomes scale t + shift."""

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
        """With its motions turned and shifted."""

        def after(curve: Curve) -> Curve:
            return replace(curve, move=curve.move.then(move))

        return Channel(
            tuple(replace(each, curves=frozenset(map(after, each.curves))) for each in self.intervals)
        )

    def at(self, time: float) -> Curves:
        """Curves that are defined just after a time."""
        return next((each.curves for each in self.intervals if each.start <= time < each.end), UNDEFINED)


def _pointwise(a: Channel, b: Channel, rule: Rule) -> Channel:
    """The channel whose curves at each time follow from those of two others."""
    edges = sorted({t for each in (*a.intervals, *b.intervals) for t in (each.start, each.end)})
    found: list[Interval] = []
    for start, end in pairwise(edges):
        curves = rule(a.at(start), b.at(start))
        if found and curves == found[-1].curves and start == found[-1].end:
            found[-1] = replace(found[-1], end=end)
        elif curves:
            found.append(Interval(start, end, curves))
    return Channel(tuple(found))
