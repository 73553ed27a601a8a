"""The form that every constraint and objective written as an expression takes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ...arrays import Array
from ...job.aggregates import EACH
from ...job.when import ALWAYS, When
from ...verify.violation import Kind

Bound = float | tuple[float, float, float] | None

LEAST_PEAK = "least peak"  # a peak's lower bound
TOLERANCE = 1e-6  # of a bound's size, or of 1 where that is smaller


@dataclass(frozen=True)
class Term:
    """One expression, its bounds and its frames.

    Attributes:
        expression: its text.
        lower: bound of every component, or of each; None: none.
        upper: the same.
        when: at which frames.
        of: each frame's value, their mean, their integral over time, their peak or the least that it may be.
        value: what the name ``value`` stands for.
        kind: what does not hold beyond a bound.
        subject: names of whom that is about, the first one the culprit.
        about: whom, by what messages call them; empty: the whole character.
        dof: name of the degree of freedom that is meant, if it is one.
        unit: of the expression, as ``Violation.unit``; empty with a dof: the dof's own.
        tolerance: by which a value may be beyond a bound, in the expression's unit; None: as ``allowed`` says.
        tracks: further names and their value at times (I,) [s]. Numbers that change from job to job belong here: a
            text that stays is read and differentiated once.
    """

    expression: str
    lower: Bound = None
    upper: Bound = None
    when: When = ALWAYS
    of: str = EACH
    value: float = 0.0
    kind: Kind = Kind.EXPRESSION
    subject: tuple[str, ...] = ()
    about: str = ""
    dof: str = ""
    unit: str = ""
    tracks: tuple[tuple[str, Callable[[Array], Array]], ...] = ()
    tolerance: float | None = None

    @property
    def form(self) -> "Term":
        """Equal for terms that differ in the numbers of their bounds alone."""
        return replace(self, lower=_side(self.lower), upper=_side(self.upper), tolerance=None)

    @property
    def allowed(self) -> float:
        """By how much a value may be beyond a bound: the tolerance, or TOLERANCE max(1, |lower|, |upper|)."""
        if self.tolerance is not None:
            return self.tolerance
        bounds = [np.abs(bound) for bound in (self.lower, self.upper) if bound is not None]
        return TOLERANCE * float(np.max([1.0, *map(np.max, bounds)]))


def _side(bound: Bound) -> Bound:
    """Whether there is a bound, without its numbers."""
    return None if bound is None else (0.0, 0.0, 0.0) if isinstance(bound, tuple) else 0.0


@dataclass(frozen=True)
class Steady:
    """A track whose value is the same at all times."""

    value: float

    def __call__(self, times: Array) -> Array:
        """The value at times (I,) [s]."""
        return np.full(len(times), self.value)


def steady(name: str, values: Sequence[float]) -> tuple[str, tuple[tuple[str, Steady], ...]]:
    """Text of a vector of three numbers, and the tracks that say which."""
    names = [f"{name}_{axis}" for axis in "xyz"]
    return f"({', '.join(names)})", tuple(zip(names, map(Steady, values), strict=True))


def vector(values: tuple[float, float, float]) -> str:
    """Text of a constant vector."""
    x, y, z = (float(v) for v in values)
    return f"({x!r}, {y!r}, {z!r})"


def position(body: str, point: tuple[float, float, float]) -> str:
    """Text of a point of a body in its own axes."""
    return f"position({body!r}, {vector(point)})"
