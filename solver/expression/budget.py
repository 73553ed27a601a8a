"""Limits of the size of an expression while it is parsed."""

import time

import sympy

from .text_error import TextError
from .values import Value

MAX_SIZE = 5000  # operations after substitution of all names
MAX_DEPTH = 100  # nested operations
NO_NUMBERS = (sympy.zoo, sympy.nan, sympy.oo, -sympy.oo, sympy.I)
MAX_SECONDS = 0.8  # thread time to parse one text with its subexpressions


class Budget:
    """Limits of the values of one text; each part is measured as soon as it is built."""

    def __init__(self) -> None:
        self._measured: dict[sympy.Basic, tuple[int, int]] = {}
        self._deadline = time.thread_time() + MAX_SECONDS

    def spend(self, value: Value | None) -> None:
        """Checks a value, if any, against the limits.

        Raises:
            TextError: a component is too large or not a number, or parsing has taken too long.
        """
        parts = value if isinstance(value, tuple) else () if value is None else (value,)
        for part in parts:
            size, depth = self._measure(part)
            if size > MAX_SIZE:
                raise TextError(f"this has more than {MAX_SIZE} operations once all names are expanded")
            if depth > MAX_DEPTH:
                raise TextError(f"this is nested more than {MAX_DEPTH} deep once all names are expanded")
        if time.thread_time() > self._deadline:
            raise TextError(f"this takes longer to read than {MAX_SECONDS:g} s; simplify it")

    def _measure(self, expression: sympy.Basic) -> tuple[int, int]:
        """Number of operations and their depth; repeated parts are visited once."""
        if expression not in self._measured:
            if expression in NO_NUMBERS:
                raise TextError("this has no value")
            parts = [self._measure(part) for part in expression.args]
            self._measured[expression] = (
                1 + sum(size for size, _ in parts),
                1 + max((depth for _, depth in parts), default=0),
            )
        return self._measured[expression]
