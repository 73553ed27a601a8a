"""From SymPy to NumPy: values and exact derivatives of an expression for many frames at once."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import sympy

from ..arrays import Array, Indices
from ..errors import InputError
from .derivative import gradient
from .graph import FUNCTIONS, Graph, Node
from .tape import Tape

MAX_PAIRS = 5000  # of signals, in one expression's second derivatives


@dataclass(frozen=True, eq=False)
class Compiled:
    """O expressions of K variables and some constants, differentiated.

    Attributes:
        first: (output, variable) of the first derivatives that are not 0.
        second: (output, variable, earlier or same variable) of the second derivatives that are not 0.
    """

    first: tuple[Indices, Indices]
    second: tuple[Indices, Indices, Indices]
    _value: Tape
    _first: Tape
    _second: Tape

    def values(self, variables: Array, constants: Array) -> Array:
        """(O, I) of variables (K, I) and constants (L, I)."""
        return self._value.run(np.vstack([variables, constants]))

    def first_derivatives(self, variables: Array, constants: Array) -> Array:
        """(entries of ``first``, I)."""
        return self._first.run(np.vstack([variables, constants]))

    def second_derivatives(self, variables: Array, constants: Array) -> Array:
        """(entries of ``second``, I)."""
        return self._second.run(np.vstack([variables, constants]))


@lru_cache(maxsize=512)
def compiled(
    expressions: tuple[sympy.Expr, ...],
    variables: tuple[sympy.Symbol, ...],
    constants: tuple[sympy.Symbol, ...],
    definitions: tuple[tuple[sympy.Symbol, sympy.Expr], ...] = (),
) -> Compiled:
    """Compiles expressions with their derivatives; cached in the process.

    Args:
        expressions: of the variables, the constants and the defined symbols.
        variables: to differentiate by.
        constants: not to differentiate by.
        definitions: other symbols and their expressions.

    Raises:
        InputError: it couples so many signals, or is so complex, that its second derivatives would take minutes.
    """
    count = len(variables)
    graph = Graph(count + len(constants))
    nodes: dict[sympy.Basic, Node] = {s: k for k, s in enumerate((*variables, *constants))}
    for symbol, definition in definitions:
        nodes[symbol] = _node(graph, nodes, definition)
    outputs = [_node(graph, nodes, expression) for expression in expressions]
    first: list[tuple[int, int, Node]] = []
    second: list[tuple[int, int, int, Node]] = []
    for o, output in enumerate(outputs):
        slopes = sorted((k, slope) for k, slope in gradient(graph, output).items() if k < count)
        pairs = sum((graph.support[slope] & ((1 << count) - 1)).bit_count() for _, slope in slopes)
        if pairs > MAX_PAIRS:
            raise InputError(
                f"an expression multiplies {pairs} pairs of measurements with each other; at most {MAX_PAIRS} are "
                "supported; bound the components of angular_momentum one by one instead of their product"
            )
        for k, slope in slopes:
            first.append((o, k, slope))
            second += [(o, k, j, bend) for j, bend in sorted(gradient(graph, slope).items()) if j <= k]
    return Compiled(
        (_indices(e[0] for e in first), _indices(e[1] for e in first)),
        (_indices(e[0] for e in second), _indices(e[1] for e in second), _indices(e[2] for e in second)),
        Tape(graph, outputs),
        Tape(graph, [e[-1] for e in first]),
        Tape(graph, [e[-1] for e in second]),
    )


def _node(graph: Graph, nodes: dict[sympy.Basic, Node], expression: sympy.Expr) -> Node:
    """The node of an expression; repeated parts are visited once."""
    found = nodes.get(expression)
    if found is None:
        parts = [_node(graph, nodes, part) for part in expression.args]
        if expression.is_Add:
            found = graph.add(parts)
        elif expression.is_Mul:
            found = graph.multiply(parts)
        elif expression.is_Pow:
            found = graph.power(*parts)
        elif parts and (name := type(expression).__name__) in FUNCTIONS:
            found = graph.call(name, *parts)
        elif expression.is_number:
            found = graph.number(float(expression))
        else:
            raise InputError(f"an expression contains {expression}, which cannot be differentiated")
        nodes[expression] = found
    return found


def _indices(values: Iterable[int]) -> Indices:
    return np.fromiter(values, np.intp)
