"""Expressions written in Python: operators that produce text of the expression language."""

from dataclasses import dataclass
from typing import Union

from ...errors import InputError

Number = Union["Quantity", float, int]


@dataclass(frozen=True, eq=False)
class Quantity:
    """An expression in the language of docs/developer/expressions.md, with Python operators.

    Attributes:
        text: of the expression.
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

    def __abs__(self) -> "Quantity":
        return Quantity(f"abs({self.text})")

    def __neg__(self) -> "Quantity":
        return Quantity(f"(-{self.text})")


@dataclass(frozen=True)
class EveryFrame:
    """The temporal variable ``t``: evaluates a quantity at every frame, or with ``t + 1`` at the next one.

    Attributes:
        shift: frames after t.
    """

    shift: int = 0

    def __add__(self, frames: int) -> "EveryFrame":
        return EveryFrame(self.shift + frames)

    def __sub__(self, frames: int) -> "EveryFrame":
        return EveryFrame(self.shift - frames)


t = EveryFrame()


def at(text: str, frame: int | EveryFrame) -> Quantity:
    """A quantity at one frame, or at every frame.

    Raises:
        InputError: the quantity is not available at a frame other than t.
    """
    if isinstance(frame, EveryFrame) and frame.shift:
        raise InputError(f"expected t or the number of a frame, found t {frame.shift:+d}", field=text)
    return Quantity(text if isinstance(frame, EveryFrame) else f"{text}({frame})")


def moved(owner: str, place: str, component: str, frame: int | EveryFrame) -> Quantity:
    """A component of a vector with velocity v and acceleration a, including the frames next to t.

    x(t +- 1) = x +- h v + h^2 a / 2, since v and a are differences over the same frames (eq. 4.10).

    Args:
        owner: that has ``central_velocity`` and ``acceleration``.
        place: the vector itself.
        component: "x", "y" or "z", on the solver's axes.
        frame: of the quantity.

    Raises:
        InputError: the frame is more than one frame from t.
    """
    now = f"{place}.{component}"
    if not isinstance(frame, EveryFrame) or not frame.shift:
        return at(now, frame)
    if abs(frame.shift) > 1:
        raise InputError(f"expected t - 1, t or t + 1, found t {frame.shift:+d}", field=now)
    change = f"{frame.shift} * time_step * {owner}.central_velocity.{component}"
    return Quantity(f"({now} + {change} + time_step ** 2 / 2 * {owner}.acceleration.{component})")


def called(function: str, *of: Quantity) -> Quantity:
    """A function of the expression language."""
    return Quantity(f"{function}({', '.join(each.text for each in of)})")


def _joined(left: Number, operator: str, right: Number) -> Quantity:
    return Quantity(f"({_text(left)} {operator} {_text(right)})")


def _text(value: Number) -> str:
    return value.text if isinstance(value, Quantity) else repr(float(value))
