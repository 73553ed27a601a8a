"""From SymPy to NumPy: values and exact derivatives of an expression for many frames at once."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import sympy
from sympy.simplify.cse_main import tree_cse

from ..arrays import Array, Indices
from ..errors import InputError
from .budget import Budget
from .derivative import Derivatives

MAX_PAIRS = 5000  # of signals, in one expression's second derivatives; each costs a millisecond to derive


@dataclass(frozen=True, eq=False)
class Compiled:
    """O expressions of K variables and some constants, differentiated.

    Attributes:
        n_outputs: O.
        first: (output, variable) of the first derivatives that are not 0.
        second: (output, variable, variable at or before it) of the second ones.
    """

    n_outputs: int
    first: tuple[Indices, Indices]
    second: tuple[Indices, Indices, Indices]
    _value: Callable[..., list[Array]]
    _first: Callable[..., list[Array]]
    _second: Callable[..., list[Array]]

    def values(self, variables: Array, constants: Array) -> Array:
        """(O, I) of variables (K, I) and constants (L, I)."""
        return _stacked(self._value, variables, constants)

    def first_derivatives(self, variables: Array, constants: Array) -> Array:
        """(entries of ``first``, I)."""
        return _stacked(self._first, variables, constants)

    def second_derivatives(self, variables: Array, constants: Array) -> Array:
        """(entries of ``second``, I)."""
        return _stacked(self._second, variables, constants)


@lru_cache(maxsize=512)
def compiled(
    expressions: tuple[sympy.Expr, ...],
    variables: tuple[sympy.Symbol, ...],
    constants: tuple[sympy.Symbol, ...],
) -> Compiled:
    """Differentiates once; the same expressions are not compiled again by the same process.

    Raises:
        InputError: it ties so many signals to each other, or is so intricate, that its second derivatives would
            take minutes.
    """
    derivatives = Derivatives(Budget())
    first: list[tuple[int, int, sympy.Expr]] = []
    second: list[tuple[int, int, int, sympy.Expr]] = []
    place = {symbol: k for k, symbol in enumerate(variables)}
    for o, expression in enumerate(expressions):
        slopes = _gradient(expression, place, derivatives)
        pairs = sum(len(derivatives.symbols(slope)) for slope in slopes.values())
        if pairs > MAX_PAIRS:
            raise InputError(
                f"an expression multiplies {pairs} pairs of measurements with each other, at most {MAX_PAIRS} can "
                "be; bound the components of angular_momentum one by one instead of their product"
            )
        for k, slope in sorted(slopes.items()):
            first.append((o, k, slope))
            bends = _gradient(slope, {v: j for v, j in place.items() if j <= k}, derivatives)
            second += [(o, k, j, bend) for j, bend in sorted(bends.items())]
    arguments = [*variables, *constants]
    return Compiled(
        len(expressions),
        (_indices(e[0] for e in first), _indices(e[1] for e in first)),
        (_indices(e[0] for e in second), _indices(e[1] for e in second), _indices(e[2] for e in second)),
        _function(arguments, expressions),
        _function(arguments, [e[-1] for e in first]),
        _function(arguments, [e[-1] for e in second]),
    )


def _gradient(
    expression: sympy.Expr, place: dict[sympy.Symbol, int], derivatives: Derivatives
) -> dict[int, sympy.Expr]:
    """Derivatives that are not 0, term by term: a sum of many terms has few variables in each."""
    parts: dict[int, list[sympy.Expr]] = {}
    for term in sympy.Add.make_args(expression):
        for symbol in sorted(derivatives.symbols(term), key=str):
            if symbol in place:
                parts.setdefault(place[symbol], []).append(derivatives.by(symbol, term))
    sums = {k: sympy.Add(*terms) for k, terms in parts.items()}
    return {k: total for k, total in sums.items() if total != 0}


def _function(arguments: Sequence[sympy.Symbol], entries: Sequence[sympy.Expr]) -> Callable[..., list[Array]]:
    """A list of entries, never a Matrix: numpy then takes all frames at once."""
    if not entries:
        return lambda *_: []
    function: Callable[..., list[Array]] = sympy.lambdify(
        arguments, list(entries), "numpy", cse=_shared_parts
    )
    return function


def _shared_parts(
    entries: Sequence[sympy.Expr],
) -> tuple[list[tuple[sympy.Symbol, sympy.Expr]], list[sympy.Expr]]:
    """Parts that repeat, by name, and the entries with these names; SymPy's default also looks for parts of sums."""
    found: tuple[list[tuple[sympy.Symbol, sympy.Expr]], list[sympy.Expr]] = tree_cse(
        entries, sympy.numbered_symbols("shared"), order="none"
    )
    return found


def _stacked(function: Callable[..., list[Array]], variables: Array, constants: Array) -> Array:
    count = variables.shape[1]
    with np.errstate(all="ignore"):  # the optimiser shortens a step that leads out of a function's domain
        entries = function(*variables, *constants)
    stacked = np.empty((len(entries), count))
    for row, entry in zip(stacked, entries, strict=True):
        row[:] = entry
    return stacked


def _indices(values: Iterable[int]) -> Indices:
    return np.fromiter(values, np.intp)
