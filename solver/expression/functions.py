"""Functions that an expression can call on numbers and vectors."""

import functools
import math
from collections.abc import Callable
from dataclasses import dataclass

import sympy

from .text_error import TextError
from .values import Scalar, Value, absolute, cross, dot, folded, larger, norm, smaller


@dataclass(frozen=True)
class Function:
    """A function of the language.

    Attributes:
        call: takes all arguments given.
        kinds: "number" or "vector" of each argument; the last kind repeats when ``open_ended``.
        open_ended: whether more arguments of the last kind may follow.
    """

    call: Callable[..., Value]
    kinds: tuple[str, ...]
    open_ended: bool = False

    def __call__(self, name: str, arguments: list[Value]) -> Value:
        """The value.

        Raises:
            TextError: the number or the kinds of arguments are wrong.
        """
        kinds = self.kinds
        if self.open_ended:
            kinds += kinds[-1:] * (len(arguments) - len(kinds))
        signature = f"{name}({', '.join(self.kinds)}{', ...' if self.open_ended else ''})"
        if len(arguments) != len(kinds):
            raise TextError(f"expected {signature}, found {len(arguments)} arguments")
        for argument, kind in zip(arguments, kinds, strict=True):
            if isinstance(argument, tuple) != (kind == "vector"):
                found = "a vector" if isinstance(argument, tuple) else "a number"
                raise TextError(f"expected {signature}, found {found}")
        return self.call(*arguments)


def _usual(symbolic: Callable[..., Scalar], numeric: Callable[..., float], count: int = 1) -> Function:
    def call(*arguments: Scalar) -> Scalar:
        if all(a.is_Number for a in arguments):
            return folded(numeric, *arguments)
        return symbolic(*arguments, evaluate=False)  # simplification by signs is not worth its time

    return Function(call, ("number",) * count)


def _clip(a: Scalar, low: Scalar, high: Scalar) -> Scalar:
    return smaller(larger(a, low), high)


FUNCTIONS: dict[str, Function] = {
    "sin": _usual(sympy.sin, math.sin),
    "cos": _usual(sympy.cos, math.cos),
    "tan": _usual(sympy.tan, math.tan),
    "asin": _usual(sympy.asin, math.asin),
    "acos": _usual(sympy.acos, math.acos),
    "atan": _usual(sympy.atan, math.atan),
    "atan2": _usual(sympy.atan2, math.atan2, 2),
    "sqrt": _usual(sympy.sqrt, math.sqrt),
    "exp": _usual(sympy.exp, math.exp),
    "log": _usual(sympy.log, math.log),
    "radians": Function(lambda a: a * sympy.Float(math.pi / 180), ("number",)),
    "abs": Function(absolute, ("number",)),
    "min": Function(lambda *a: functools.reduce(smaller, a), ("number", "number"), open_ended=True),
    "max": Function(lambda *a: functools.reduce(larger, a), ("number", "number"), open_ended=True),
    "clip": Function(_clip, ("number", "number", "number")),
    "norm": Function(norm, ("vector",)),
    "dot": Function(dot, ("vector", "vector")),
    "cross": Function(cross, ("vector", "vector")),
}
