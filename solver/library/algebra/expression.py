"""Motion expressions as values and as JSON."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, cast

from ...errors import InputError
from ...job.cycle import Cycle
from ...mechanics.tree import Tree
from ...motion.motion import Motion
from .motion_unit import MotionUnit


class _Operators:
    """Set operations as Python operators."""

    def __and__(self, other: "Expression") -> "Intersection":
        return Intersection(cast("Expression", self), other)

    def __sub__(self, other: "Expression") -> "Difference":
        return Difference(cast("Expression", self), other)

    def __add__(self, other: "Expression") -> "Sum":
        return Sum(cast("Expression", self), other)


@dataclass(frozen=True)
class Take(_Operators):
    """A motion by name, from its first frame.

    Attributes:
        source: name of the motion.
        seconds: its duration [s]; a cycle repeats as long as needed. None: all, and one lap of a cycle.
        dofs: patterns of its degrees of freedom, such as "R_arm.*"; empty: all.
    """

    kind: ClassVar[str] = "take"
    source: str
    seconds: float | None = None
    dofs: tuple[str, ...] = ()

    def unit(self, sources: Mapping[str, Motion]) -> MotionUnit:
        """The unchanged motion."""
        if self.source not in sources:
            raise InputError(f"there is no motion '{self.source}'; there are {', '.join(sources) or 'none'}")
        motion = sources[self.source]
        seconds = motion.seconds if self.seconds is None else self.seconds
        if not 0 < seconds <= (motion.seconds + 1e-9 if motion.cycle is None else seconds):
            raise InputError(f"'{self.source}' lasts {motion.seconds:g} s; expected {seconds:g} s")
        whole = MotionUnit.of_source(self.source, Tree(motion.character).names, seconds)
        selected = whole.only(self.dofs or ("*",))
        if not selected.channels:
            raise InputError(f"'{self.source}' has no degree of freedom like {', '.join(self.dofs)}")
        return selected


@dataclass(frozen=True)
class Intersection(_Operators):
    """Defined where both are, by the curves of both."""

    kind: ClassVar[str] = "intersection"
    a: "Expression"
    b: "Expression"

    def unit(self, sources: Mapping[str, Motion]) -> MotionUnit:
        """Of both units."""
        return self.a.unit(sources) & self.b.unit(sources)


@dataclass(frozen=True)
class Difference(_Operators):
    """The first, undefined where the second is defined."""

    kind: ClassVar[str] = "difference"
    a: "Expression"
    b: "Expression"

    def unit(self, sources: Mapping[str, Motion]) -> MotionUnit:
        """Of both units."""
        return self.a.unit(sources) - self.b.unit(sources)


@dataclass(frozen=True)
class Sum(_Operators):
    """Defined where either is, by the curves of both."""

    kind: ClassVar[str] = "sum"
    a: "Expression"
    b: "Expression"

    def unit(self, sources: Mapping[str, Motion]) -> MotionUnit:
        """Of both units."""
        return self.a.unit(sources) + self.b.unit(sources)


@dataclass(frozen=True)
class Affine(_Operators):
    """Transforms time.

    Attributes:
        of: the operand.
        start: new start [s].
        duration: new duration [s]; None: unchanged.
    """

    kind: ClassVar[str] = "affine"
    of: "Expression"
    start: float
    duration: float | None = None

    def unit(self, sources: Mapping[str, Motion]) -> MotionUnit:
        """The unit at other times."""
        unit = self.of.unit(sources)
        if self.duration is None:
            return unit.delayed(self.start - unit.span[0])
        if self.duration <= 0:
            raise InputError(f"expected a duration above 0 s, found {self.duration:g}")
        return unit.affine(self.start, self.duration)


@dataclass(frozen=True)
class Cut(_Operators):
    """The part between two times [s].

    Attributes:
        of: the operand.
        start, end: of the part.
        in_place: whether it keeps its times; else it begins at time 0.
    """

    kind: ClassVar[str] = "clip"
    of: "Expression"
    start: float
    end: float
    in_place: bool = False

    def unit(self, sources: Mapping[str, Motion]) -> MotionUnit:
        """The part."""
        unit = self.of.unit(sources)
        return (unit.clip_in_place if self.in_place else unit.clip)(self.start, self.end)


@dataclass(frozen=True)
class Concatenation(_Operators):
    """The second after the first."""

    kind: ClassVar[str] = "concatenation"
    a: "Expression"
    b: "Expression"

    def unit(self, sources: Mapping[str, Motion]) -> MotionUnit:
        """Of both units."""
        return self.a.unit(sources).concatenate(self.b.unit(sources))


@dataclass(frozen=True)
class Move(_Operators):
    """Rotates about the vertical through the origin, then translates along the ground.

    Attributes:
        of: the operand.
        x, y: shift [m].
        yaw: turn [rad].
    """

    kind: ClassVar[str] = "move"
    of: "Expression"
    x: float = 0.0
    y: float = 0.0
    yaw: float = 0.0

    def unit(self, sources: Mapping[str, Motion]) -> MotionUnit:
        """The moved unit."""
        return self.of.unit(sources).moved(Cycle((self.x, self.y, 0.0), self.yaw))


Expression = Take | Intersection | Difference | Sum | Affine | Cut | Concatenation | Move
