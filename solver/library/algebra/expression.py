"""Motion expressions as values and as JSON: which motions, and what is done with them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, cast

from ...errors import InputError
from ...job.cycle import Cycle
from ...mechanics.tree import Tree
from ...motion.motion import Motion
from .motion_unit import MotionUnit


class _Operators:
    """Set operations in Python's signs."""

    def __and__(self, other: "Expression") -> "Intersection":
        return Intersection(cast("Expression", self), other)

    def __sub__(self, other: "Expression") -> "Difference":
        return Difference(cast("Expression", self), other)

    def __add__(self, other: "Expression") -> "Sum":
        return Sum(cast("Expression", self), other)


@dataclass(frozen=True)
class Take(_Operators):
    """A motion by its name, from its first frame on.

    Attributes:
        source: name of the motion.
        seconds: how much of it; a cycle goes on as long as is asked. None: all, and of a cycle one lap.
        dofs: patterns of the degrees of freedom that are taken, such as "R_arm.*"; none: all.
    """

    kind: ClassVar[str] = "take"
    source: str
    seconds: float | None = None
    dofs: tuple[str, ...] = ()

    def unit(self, sources: Mapping[str, Motion]) -> MotionUnit:
        """The motion as it is."""
        if self.source not in sources:
            raise InputError(f"there is no motion '{self.source}'; there are {', '.join(sources) or 'none'}")
        motion = sources[self.source]
        seconds = motion.seconds if self.seconds is None else self.seconds
        if not 0 < seconds <= (motion.seconds + 1e-9 if motion.cycle is None else seconds):
            raise InputError(f"'{self.source}' lasts {motion.seconds:g} s; expected {seconds:g} s")
        whole = MotionUnit.of_source(self.source, Tree(motion.character).names, seconds)
        found = whole.only(self.dofs or ("*",))
        if not found.channels:
            raise InputError(f"'{self.source}' has no degree of freedom like {', '.join(self.dofs)}")
        return found


@dataclass(frozen=True)
class Intersection(_Operators):
    """Where both are defined, in both ways."""

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
    """All of both."""

    kind: ClassVar[str] = "sum"
    a: "Expression"
    b: "Expression"

    def unit(self, sources: Mapping[str, Motion]) -> MotionUnit:
        """Of both units."""
        return self.a.unit(sources) + self.b.unit(sources)


@dataclass(frozen=True)
class Affine(_Operators):
    """At another time and pace.

    Attributes:
        of: what.
        start: when it begins [s].
        duration: how long it lasts [s]; None: as long as before.
    """

    kind: ClassVar[str] = "affine"
    of: "Expression"
    start: float
    duration: float | None = None

    def unit(self, sources: Mapping[str, Motion]) -> MotionUnit:
        """With other times."""
        unit = self.of.unit(sources)
        if self.duration is None:
            return unit.delayed(self.start - unit.span[0])
        if self.duration <= 0:
            raise InputError(f"expected a duration above 0 s, found {self.duration:g}")
        return unit.affine(self.start, self.duration)


@dataclass(frozen=True)
class Cut(_Operators):
    """A part, between two times [s].

    Attributes:
        of: what.
        start, end: of the part.
        in_place: whether it stays where it is; else it begins at time 0.
    """

    kind: ClassVar[str] = "clip"
    of: "Expression"
    start: float
    end: float
    in_place: bool = False

    def unit(self, sources: Mapping[str, Motion]) -> MotionUnit:
        """The part alone."""
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
    """Turned about the vertical through the origin, then shifted along the ground.

    Attributes:
        of: what.
        x, y: shift [m].
        yaw: turn [rad].
    """

    kind: ClassVar[str] = "move"
    of: "Expression"
    x: float = 0.0
    y: float = 0.0
    yaw: float = 0.0

    def unit(self, sources: Mapping[str, Motion]) -> MotionUnit:
        """Elsewhere."""
        return self.of.unit(sources).moved(Cycle((self.x, self.y, 0.0), self.yaw))


Expression = Take | Intersection | Difference | Sum | Affine | Cut | Concatenation | Move
