"""The common form of constraints and objectives that are expressions."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ...arrays import Array
from ...job.aggregates import EACH
from ...job.when import ALWAYS, When
from ...verify.violation import Kind

Bound = float | tuple[float, float, float] | None

LEAST_PEAK = "least peak"  # a peak's lower bound
AIMED = 1e-6  # relative to the bound, or absolute for bounds below 1; no tolerance is given
SEEN = 1e-4  # likewise, and of a distance whose square is bounded: less than a tenth of a millimeter


@dataclass(frozen=True)
class Term:
    """One expression, its bounds and its frames.

    Attributes:
        expression: its text.
        lower: bound of all components, or one for each; None: none.
        upper: likewise.
        when: frames at which it applies.
        of: aggregate that is bounded: each frame's value, mean, integral over time, peak, or lower bound of the peak.
        value: of the name ``value`` in the text.
        kind: of the violation of a bound.
        subject: names of the subjects of that violation, the culprit first.
        about: their names in messages; empty: the whole character.
        dof: name of the degree of freedom that is bounded, if any.
        unit: of the expression, as ``Violation.unit``; empty with a dof: that of the dof.
        tolerance: for violations of a bound, in the expression's unit; None: see ``allowed``.
        tracks: further names with their values at times (I,) [s]. Numbers that change from job to job belong here,
            because an unchanged text is parsed and differentiated once.
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
        """Equal for terms that differ only in the numbers of their bounds."""
        return replace(self, lower=_side(self.lower), upper=_side(self.upper), tolerance=None)

    @property
    def aimed(self) -> float:
        """Violation of a bound that the optimizer at most leaves: the tolerance, or AIMED max(1, |lower|, |upper|)."""
        return self.tolerance if self.tolerance is not None else AIMED * max(1.0, self._largest)

    @property
    def allowed(self) -> float:
        """Violation of a bound that a solved motion may have: the tolerance, or one that nobody sees."""
        if self.tolerance is not None:
            return self.tolerance
        if self.unit == "m2":  # of the square of a distance
            return max(self.aimed, 2 * SEEN * math.sqrt(self._largest))
        return SEEN * max(1.0, self._largest)

    @property
    def _largest(self) -> float:
        """Of the bounds' absolute values."""
        bounds = [np.abs(bound) for bound in (self.lower, self.upper) if bound is not None]
        return float(np.max([0.0, *map(np.max, bounds)]))


def _side(bound: Bound) -> Bound:
    """Whether there is a bound, without its numbers."""
    return None if bound is None else (0.0, 0.0, 0.0) if isinstance(bound, tuple) else 0.0


@dataclass(frozen=True)
class Steady:
    """A constant track."""

    value: float

    def __call__(self, times: Array) -> Array:
        """The value at times (I,) [s]."""
        return np.full(len(times), self.value)


def steady(name: str, values: Sequence[float]) -> tuple[str, tuple[tuple[str, Steady], ...]]:
    """Text of a vector of three named numbers, and tracks with their values."""
    names = [f"{name}_{axis}" for axis in "xyz"]
    return f"({', '.join(names)})", tuple(zip(names, map(Steady, values), strict=True))


def vector(values: tuple[float, float, float]) -> str:
    """Text of a constant vector."""
    x, y, z = (float(v) for v in values)
    return f"({x!r}, {y!r}, {z!r})"


def coordinate(dof: str) -> str:
    """Text of a degree of freedom, such as "knee.rx"."""
    joint, _, axis = dof.rpartition(".")
    return f"joint({joint!r}).{axis}"


def position(body: str, point: tuple[float, float, float]) -> str:
    """Text of a point in a body's axes."""
    return f"position({body!r}, {vector(point)})"
