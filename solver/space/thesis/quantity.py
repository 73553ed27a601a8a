"""Expressions written in Python: operators that write down the text of the expression language."""

from dataclasses import dataclass
from typing import Union

Number = Union["Quantity", float, int]


@dataclass(frozen=True, eq=False)
class Quantity:
    """Text of a number in the language of docs/expressions.md, with arithmetic.

    Attributes:
        text: what the solver reads.
    """

    text: str

    def __add__(self, other: Number) -> "Quantity":
        return _joined(self, "+", other)

    def __radd__(self, other: Number) -> "Quantity":
        return _joined(other, "+", self)

    def __sub__(self, other: Number) -> "Quantity":
        return _joined(self, "-", other)

    def __rsub__(self, other: Number) -> "Quantity":
        return _joined(other, "-", self)

    def __mul__(self, other: Number) -> "Quantity":
        return _joined(self, "*", other)

    def __rmul__(self, other: Number) -> "Quantity":
        return _joined(other, "*", self)

    def __truediv__(self, other: Number) -> "Quantity":
        return _joined(self, "/", other)

    def __rtruediv__(self, other: Number) -> "Quantity":
        return _joined(other, "/", self)

    def __pow__(self, other: Number) -> "Quantity":
        return _joined(self, "**", other)

    def __neg__(self) -> "Quantity":
        return Quantity(f"(-{self.text})")


class EveryFrame:
    """The temporal variable ``t``: a quantity at t is asked at every frame."""


t = EveryFrame()


def at(text: str, frame: int | EveryFrame) -> Quantity:
    """A quantity at one frame, or at each."""
    return Quantity(text if isinstance(frame, EveryFrame) else f"{text}({frame})")


def _joined(left: Number, operator: str, right: Number) -> Quantity:
    return Quantity(f"({_text(left)} {operator} {_text(right)})")


def _text(value: Number) -> str:
    return value.text if isinstance(value, Quantity) else repr(float(value))
