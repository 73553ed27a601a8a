"""Operations on numbers, each stored once, so that derivatives share common parts."""

import math
import time
from collections.abc import Callable, Iterable
from typing import TypeAlias

import numpy as np

from ..arrays import Array
from ..errors import InputError

Node: TypeAlias = int  # index of an operation in its graph, after its operands
Operation: TypeAlias = Callable[..., Array]

MAX_NODES = 20_000
MAX_SECONDS = 0.8  # thread time
FUNCTIONS: dict[str, Operation] = {
    "sin": np.sin,
    "cos": np.cos,
    "tan": np.tan,
    "asin": np.arcsin,
    "acos": np.arccos,
    "atan": np.arctan,
    "atan2": np.arctan2,
    "exp": np.exp,
    "log": np.log,
    "Abs": np.abs,
    "sign": np.sign,
    "add": np.add,
    "multiply": np.multiply,
    "power": pow,  # the operator, for which NumPy has fast squares and roots
}


class Graph:
    """Nodes: numbers, variables and operations on earlier nodes.

    Args:
        n_variables: number of variables, whose nodes come first.

    Attributes:
        functions, parts: of each node, a function of FUNCTIONS and its operands; empty for numbers and variables.
        support: of each node, a bit mask of the variables it depends on.
        numbers: values of the nodes that are numbers.
    """

    def __init__(self, n_variables: int) -> None:
        self.functions = [""] * n_variables
        self.parts: list[tuple[Node, ...]] = [()] * n_variables
        self.support = [1 << k for k in range(n_variables)]
        self.numbers: dict[Node, float] = {}
        self._known: dict[tuple[str, object], Node] = {}
        self._deadline = time.thread_time() + MAX_SECONDS
        self.one, self.zero = self.number(1.0), self.number(0.0)

    def number(self, value: float) -> Node:
        """A constant.

        Raises:
            InputError: the value is infinite or undefined.
        """
        if not math.isfinite(value):
            raise InputError("an expression, or a derivative of it, has no value")
        node = self._node("", value, (), 0)
        self.numbers[node] = value
        return node

    def add(self, terms: Iterable[Node]) -> Node:
        """Sum of nodes; terms that differ only by a factor are merged."""
        constant, factors = 0.0, dict[Node, float]()
        for term in terms:
            factor, rest = self._as_multiple(term)
            if rest is None:
                constant += factor
            else:
                factors[rest] = factors.get(rest, 0.0) + factor
        rows = [self._multiple(factor, rest) for rest, factor in factors.items() if factor != 0]
        return self._chain("add", [*rows, *([self.number(constant)] if constant != 0 or not rows else [])])

    def multiply(self, factors: Iterable[Node]) -> Node:
        """Product of nodes, with the constant factor first."""
        constant, rest = 1.0, []
        for node in factors:
            factor, other = self._as_multiple(node)
            constant *= factor
            if other is not None:
                rest.append(other)
        if constant == 0 or not rest:
            return self.number(constant)
        return self._multiple(constant, self._chain("multiply", rest))

    def power(self, base: Node, exponent: Node) -> Node:
        """Base ** exponent."""
        if exponent == self.one:
            return base
        return self.one if exponent == self.zero else self.call("power", base, exponent)

    def call(self, function: str, *parts: Node) -> Node:
        """A function of nodes; evaluated if they are numbers."""
        if all(part in self.numbers for part in parts):
            with np.errstate(all="ignore"):
                return self.number(float(FUNCTIONS[function](*(np.float64(self.numbers[p]) for p in parts))))
        support = 0
        for part in parts:
            support |= self.support[part]
        return self._node(function, parts, parts, support)

    def _chain(self, function: str, parts: list[Node]) -> Node:
        """A binary operation on many nodes, in sorted order, so that equal chains are shared."""
        parts.sort()
        total = parts[0]
        for part in parts[1:]:
            total = self.call(function, total, part)
        return total

    def _multiple(self, factor: float, node: Node) -> Node:
        return node if factor == 1 else self.call("multiply", self.number(factor), node)

    def _as_multiple(self, node: Node) -> tuple[float, Node | None]:
        """A node as a number times another node; None stands for 1."""
        if node in self.numbers:
            return self.numbers[node], None
        if self.functions[node] == "multiply" and self.parts[node][0] in self.numbers:
            return self.numbers[self.parts[node][0]], self.parts[node][1]
        return 1.0, node

    def _node(self, function: str, key: object, parts: tuple[Node, ...], support: int) -> Node:
        found = self._known.get((function, key))
        if found is not None:
            return found
        if len(self.parts) > MAX_NODES or time.thread_time() > self._deadline:
            raise InputError(
                "an expression is too complex to be differentiated; bound components one by one, for example"
            )
        self.functions.append(function)
        self.parts.append(parts)
        self.support.append(support)
        self._known[function, key] = len(self.parts) - 1
        return len(self.parts) - 1
