"""Minimizes any expression."""

from dataclasses import dataclass
from typing import ClassVar

from ..when import ALWAYS, When


@dataclass(frozen=True)
class ExpressionObjective:
    """Integral over time of an expression, as it is written: squares are written ``** 2``.

    Attributes:
        expression: a number, as in docs/developer/expressions.md.
        weight: how much it counts.
        when: at which frames.
        value: what the name ``value`` stands for: a dimension of a parameter space sets it.
        name: under which reports list it; "expression" when empty.
    """

    kind: ClassVar[str] = "expression"
    expression: str
    weight: float = 1.0
    when: When = ALWAYS
    value: float = 0.0
    name: str = ""
