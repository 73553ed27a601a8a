"""Minimizes any expression."""

from dataclasses import dataclass
from typing import ClassVar

from ..aggregates import INTEGRAL
from ..when import ALWAYS, When


@dataclass(frozen=True)
class ExpressionObjective:
    """The value of an expression over time. It is not squared; write ``** 2`` for a square.

    Attributes:
        expression: a number, as described in docs/developer/expressions.md.
        weight: factor of this objective.
        when: at which frames.
        of: what is minimized: the "integral" of the values over time, their "mean" (at a single frame, the value
            there), or their "peak", the largest value.
        value: number that the name ``value`` stands for, set by a dimension of a parameter space.
        name: of the objective in reports; empty: "expression".
    """

    kind: ClassVar[str] = "expression"
    expression: str
    weight: float = 1.0
    when: When = ALWAYS
    of: str = INTEGRAL
    value: float = 0.0
    name: str = ""
