"""Degrees of freedom over time, and operations on them (Rose et al. 1996, section 4)."""

from collections.abc import Callable
from dataclasses import dataclass
from fnmatch import fnmatchcase

from ...errors import InputError
from ...job.cycle import Cycle
from .channel import Channel, Curve, Interval


@dataclass(frozen=True)
class MotionUnit:
    """Channels by name; a degree of freedom without a channel is undefined.

    Operations apply to channels and intervals. Where Rose's formulas for the difference and the sum contradict his
    text, this follows the text: a - b keeps nothing of b, and a + b is all of both.

    Attributes:
        channels: (name, channel), by name; none is empty.
    """

    channels: tuple[tuple[str, Channel], ...] = ()

    @classmethod
    def of_channels(cls, channels: dict[str, Channel]) -> "MotionUnit":
        """From channels, without empty ones."""
        return cls(tuple(sorted((name, channel) for name, channel in channels.items() if channel.intervals)))

    @classmethod
    def of_source(cls, source: str, dofs: tuple[str, ...], seconds: float) -> "MotionUnit":
        """From a whole motion."""
        return cls.of_channels(
            {dof: Channel((Interval(0.0, seconds, frozenset({Curve(source, dof)})),)) for dof in dofs}
        )

    def __and__(self, other: "MotionUnit") -> "MotionUnit":
        """Defined where both are, by the curves of both."""
        return self._with(other, Channel.__and__)

    def __sub__(self, other: "MotionUnit") -> "MotionUnit":
        """Undefined where the other is defined."""
        return self._with(other, Channel.__sub__)

    def __add__(self, other: "MotionUnit") -> "MotionUnit":
        """Defined where either is; a conflict where both are, unless they agree."""
        return self._with(other, Channel.__add__)

    @property
    def span(self) -> tuple[float, float]:
        """First and last defined time [s].

        Raises:
            InputError: nothing is defined.
        """
        intervals = [each for _, channel in self.channels for each in channel.intervals]
        if not intervals:
            raise InputError("expected a motion that is defined at some time, found none")
        return min(each.start for each in intervals), max(each.end for each in intervals)

    def channel(self, name: str) -> Channel:
        """A channel by name; empty if undefined."""
        return dict(self.channels).get(name, Channel())

    def affine(self, start: float, duration: float) -> "MotionUnit":
        """The unit scaled in time to begin at ``start`` and last for ``duration`` [s]."""
        first, last = self.span
        scale = duration / (last - first)
        return self._each(lambda own: own.warped(scale, start - scale * first))

    def delayed(self, seconds: float) -> "MotionUnit":
        """The unit, later."""
        return self._each(lambda own: own.warped(1.0, seconds))

    def clip_in_place(self, start: float, end: float) -> "MotionUnit":
        """The part between two times [s]."""
        return self._each(lambda own: own.cut(start, end))

    def clip(self, start: float, end: float) -> "MotionUnit":
        """The part between two times [s], moved to time 0."""
        return self.clip_in_place(start, end).delayed(-start)

    def concatenate(self, other: "MotionUnit") -> "MotionUnit":
        """This unit, then the other from its end."""
        return self + other.delayed(self.span[1] - other.span[0])

    def only(self, patterns: tuple[str, ...]) -> "MotionUnit":
        """Channels whose names match any of the patterns, such as "R_arm.*"."""
        return MotionUnit(
            tuple(
                each for each in self.channels if any(fnmatchcase(each[0], pattern) for pattern in patterns)
            )
        )

    def moved(self, move: Cycle) -> "MotionUnit":
        """The unit turned about the vertical and translated."""
        return self._each(lambda own: own.moved(move))

    def gaps(self, names: tuple[str, ...]) -> tuple[tuple[str, float, float], ...]:
        """Intervals (name, start, end) of its span [s] in which named channels are undefined."""
        start, end = self.span
        intervals = []
        for name in names:
            edges = [
                start,
                *(t for each in self.channel(name).intervals for t in (each.start, each.end)),
                end,
            ]
            intervals += [(name, a, b) for a, b in zip(edges[::2], edges[1::2], strict=True) if b > a]
        return tuple(intervals)

    def conflicts(self) -> tuple[tuple[str, Interval], ...]:
        """Channels and intervals with several curves."""
        return tuple(
            (name, each)
            for name, channel in self.channels
            for each in channel.intervals
            if len(each.curves) > 1
        )

    def _with(self, other: "MotionUnit", operation: Callable[[Channel, Channel], Channel]) -> "MotionUnit":
        ours, theirs, none = dict(self.channels), dict(other.channels), Channel()
        return MotionUnit.of_channels(
            {name: operation(ours.get(name, none), theirs.get(name, none)) for name in {*ours, *theirs}}
        )

    def _each(self, operation: Callable[[Channel], Channel]) -> "MotionUnit":
        return MotionUnit.of_channels({name: operation(channel) for name, channel in self.channels})
