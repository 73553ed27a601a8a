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
        expression: as described in docs/developer/expressions.md; each component of a vector is bounded.
        lower: lower bound in the unit of the expression; None: none.
        upper: upper bound in the unit of the expression; None: none.
        when: at which frames.
        of: what is bounded: the value at "each" frame, the "mean" of the values, their "integral" over time, or their
            "peak", the largest value of a number.
        value: number that the name ``value`` stands for, set by a dimension of a parameter space.
        name: of the constraint in reports; empty: the text of the expression.
        tolerance: by which a solved motion may exceed a bound, in the unit of the expression. None: 1e-4 of the
            larger bound, or 1e-4 if that is below 1; the optimizer then leaves at most a hundredth of it.
        display_names: one name of what is bounded, which a user interface shows at a violation.
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
