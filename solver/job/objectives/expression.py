"""Minimizes any expression."""

from dataclasses import dataclass
from typing import ClassVar

from ..aggregates import INTEGRAL
from ..when import ALWAYS, When


@dataclass(frozen=True)
class ExpressionObjective:
    """An expression over time, as it is written: squares are written ``** 2``.

    Attributes:
        expression: a number, as in docs/developer/expressions.md.
        weight: how much it counts.
        when: at which frames.
        of: the "integral" of its values over time, their "mean", which at a single frame is its value, or their
            "peak": the largest, at whichever frame it is.
        value: what the name ``value`` stands for: a dimension of a parameter space sets it.
        name: under which reports list it; "expression" when empty.
    """

    kind: ClassVar[str] = "expression"
    expression: str
    weight: float = 1.0
    when: When = ALWAYS
    of: str = INTEGRAL
    value: float = 0.0
    name: str = ""
