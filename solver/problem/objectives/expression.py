"""Any expression, as little of it as possible."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from ..expression.request import Request
from ..when import ALWAYS, When

if TYPE_CHECKING:
    from ..job import Job


@dataclass(frozen=True)
class ExpressionObjective:
    """Integral over time of an expression, as it is written: squares are written ``** 2``.

    Attributes:
        expression: a number, as in docs/expressions.md.
        weight: how much it counts.
        when: at which frames.
        value: what the name ``value`` stands for: a dimension of a parameter space sets it.
        name: under which reports tell it; "expression" when empty.
    """

    kind: ClassVar[str] = "expression"
    expression: str
    weight: float = 1.0
    when: When = ALWAYS
    value: float = 0.0
    name: str = ""

    def integrands(self, job: "Job") -> tuple[Request, ...]:
        """Itself."""
        return (Request(self.expression, when=self.when, value=self.value),)
