"""Parses a text to an expression of a character's motion."""

import keyword
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

import sympy

from ..character import Character
from ..errors import InputError
from ..job.subexpression import Subexpression
from .condition import Condition, sides
from .functions import FUNCTIONS
from .parse import BY_TEXT, Parser
from .signals import Parameter, Signal
from .text_error import TextError
from .vocabulary import DERIVATIVES, Vocabulary

REMEMBERED = 256  # texts cached in the process


@dataclass(frozen=True, eq=False)
class Expression:
    """O outputs (3 for a vector) as functions of signals.

    Attributes:
        text: as written.
        outputs: (O,) in terms of the symbols.
        symbols, signals: of quantities that depend on the motion.
        constant_symbols, constants: of quantities known in advance.
        definitions: symbols for sums of the other symbols, with these sums.
    """

    text: str
    outputs: tuple[sympy.Expr, ...]
    symbols: tuple[sympy.Symbol, ...]
    signals: tuple[Signal, ...]
    constant_symbols: tuple[sympy.Symbol, ...]
    constants: tuple[Parameter, ...]
    definitions: tuple[tuple[sympy.Symbol, sympy.Expr], ...] = ()


def read(
    text: str,
    character: Character,
    *,
    subexpressions: Mapping[str, str],
    parameters: Iterable[str] = (),
    field: str,
) -> Expression:
    """Expression of a number or a vector.

    Raises:
        InputError: the text is invalid; the message shows it with a caret and the nearest valid name.
    """
    try:
        return _read(text, character, tuple(subexpressions.items()), tuple(parameters))
    except TextError as error:
        raise error.as_input_error(field) from error


def read_condition(
    text: str, character: Character, *, subexpressions: Mapping[str, str], field: str
) -> tuple[Condition, Expression]:
    """Condition on quantities known in advance, and the sides of its comparisons.

    Raises:
        InputError: the text is invalid or depends on the motion.
    """
    try:
        condition, expression = _read_condition(text, character, tuple(subexpressions.items()))
    except TextError as error:
        raise error.as_input_error(field) from error
    if expression.signals:
        raise InputError(
            f"the condition '{text}' depends on the motion; expected time, phase, duration, value or a "
            "contact's touching",
            field=field,
        )
    return condition, expression


def with_outputs(expression: Expression, outputs: tuple[sympy.Expr, ...]) -> Expression:
    """The expression with other outputs of the same signals."""
    return replace(expression, outputs=outputs)


def check_subexpressions(subexpressions: Iterable[Subexpression], character: Character) -> None:
    """Checks for names already in use and for invalid texts.

    Raises:
        InputError: for the first one.
    """
    vocabulary = Vocabulary(character)
    texts: dict[str, str] = {}
    for k, one in enumerate(subexpressions):
        field = f"job.subexpressions[{k}]"
        if not one.name.isidentifier() or keyword.iskeyword(one.name):
            raise InputError(
                f"expected a word of letters, digits and _, found '{one.name}'", field=f"{field}.name"
            )
        if one.name in {*texts, *vocabulary.names, *FUNCTIONS, *DERIVATIVES, *BY_TEXT}:
            raise InputError(f"the name '{one.name}' is taken", field=f"{field}.name")
        texts[one.name] = one.expression
    for k, one in enumerate(subexpressions):
        try:
            Parser(vocabulary, texts).thing(one.name)
        except TextError as error:
            raise error.as_input_error(f"job.subexpressions[{k}].expression") from error


@lru_cache(maxsize=REMEMBERED)
def _read(
    text: str, character: Character, subexpressions: tuple[tuple[str, str], ...], parameters: tuple[str, ...]
) -> Expression:
    vocabulary = Vocabulary(character, parameters)
    value = Parser(vocabulary, dict(subexpressions)).value(text)
    return _expression(text, value if isinstance(value, tuple) else (value,), vocabulary)


@lru_cache(maxsize=REMEMBERED)
def _read_condition(
    text: str, character: Character, subexpressions: tuple[tuple[str, str], ...]
) -> tuple[Condition, Expression]:
    vocabulary = Vocabulary(character)
    condition = Parser(vocabulary, dict(subexpressions)).condition(text)
    return condition, _expression(text, tuple(sides(condition)), vocabulary)


def _expression(text: str, outputs: tuple[sympy.Expr, ...], vocabulary: Vocabulary) -> Expression:
    free = set().union(*(output.free_symbols for output in outputs))
    definitions = tuple((symbol, of) for symbol, of in vocabulary.definitions.items() if symbol in free)
    free = free.union(*(of.free_symbols for _, of in definitions))
    used = [(symbol, signal) for symbol, signal in vocabulary.signals.items() if symbol in free]
    moving = [(symbol, signal) for symbol, signal in used if not isinstance(signal, Parameter)]
    known = [(symbol, signal) for symbol, signal in used if isinstance(signal, Parameter)]
    return Expression(
        text,
        outputs,
        tuple(symbol for symbol, _ in moving),
        tuple(signal for _, signal in moving),
        tuple(symbol for symbol, _ in known),
        tuple(signal for _, signal in known),
        definitions,
    )
