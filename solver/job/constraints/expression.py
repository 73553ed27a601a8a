"""Bounds on any expression."""

from dataclasses import dataclass, field
from typing import ClassVar

from ..aggregates import EACH
from ..display_names import DISPLAY_NAMES
from ..when import ALWAYS, When


@dataclass(frozen=True)
class ExpressionConstraint:
    """lower <= expression <= upper (McIntosh 2011, eq. 3.1 and section 3.2.3; Cohen 1992, section 3.4).

    Attributes:
        expression: as in docs/developer/expressions.md; each component of a vector is bound.
        lower: bound in the expression's unit; None: none.
        upper: the same.
        when: at which frames.
        of: "each" frame's value, their "mean", their "integral" over time, or their "peak": the largest of a
            number, at whichever frame it is.
        value: what the name ``value`` stands for: a dimension of a parameter space sets it.
        name: what reports call it; its text when empty.
        tolerance: by which a value may be beyond a bound, in the expression's unit; a motion with more is not
            solved. None: 1e-6 of the larger bound, or 1e-6 where that is smaller than 1.
        display_names: one name for what it bounds, which a program shows where the bound is broken.
    """

    kind: ClassVar[str] = "expression"
    expression: str
    lower: float | None = None
    upper: float | None = None
    when: When = ALWAYS
    of: str = EACH
    value: float = 0.0
    name: str = ""
    display_names: tuple[str, ...] = field(default=(), metadata=DISPLAY_NAMES)
    tolerance: float | None = None
