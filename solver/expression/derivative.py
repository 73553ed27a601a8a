"""Exact derivatives of expressions; parts that repeat are differentiated once."""

import sympy

from .budget import Budget
from .values import Scalar


class Derivatives:
    """Derivatives of some expressions by some symbols, and of those again.

    SymPy's own differentiation asks at every step what is known of the signs of all parts, which takes most of its
    time.

    Args:
        budget: that they may use.
    """

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._known: dict[tuple[Scalar, Scalar], Scalar] = {}
        self._symbols: dict[Scalar, frozenset[Scalar]] = {}

    def symbols(self, expression: Scalar) -> frozenset[Scalar]:
        """On which an expression depends."""
        if expression not in self._symbols:
            own = {expression} if expression.is_Symbol else set()
            self._symbols[expression] = frozenset(own.union(*map(self.symbols, expression.args)))
        return self._symbols[expression]

    def by(self, symbol: Scalar, expression: Scalar) -> Scalar:
        """Derivative of an expression by a symbol.

        Raises:
            InputError: the budget does not suffice.
        """
        if symbol not in self.symbols(expression):
            return sympy.Integer(0)
        key = (expression, symbol)
        if key not in self._known:
            self._known[key] = self._by(symbol, expression)
            self._budget.differentiated(self._known[key])
        return self._known[key]

    def _by(self, symbol: Scalar, expression: Scalar) -> Scalar:
        parts = expression.args
        if expression.is_Symbol:
            return sympy.Integer(1)
        if expression.is_Add:
            return sympy.Add(*(self.by(symbol, part) for part in parts))
        if expression.is_Mul:
            slopes = ((k, self.by(symbol, part)) for k, part in enumerate(parts))
            return sympy.Add(
                *(sympy.Mul(*parts[:k], *parts[k + 1 :], slope) for k, slope in slopes if slope != 0)
            )
        if expression.is_Pow:
            base, exponent = parts
            by_base = exponent * base ** (exponent - 1) * self.by(symbol, base)
            slope = self.by(symbol, exponent)
            return by_base if slope == 0 else by_base + expression * sympy.log(base) * slope
        if isinstance(expression, sympy.sign):
            return sympy.Integer(0)  # everywhere but at 0
        return sympy.Add(*(expression.fdiff(k) * self.by(symbol, part) for k, part in enumerate(parts, 1)))
