"""Numbers and conditions from text: the expression language without signals of a motion.

Grammar and error messages are those of solver/expression; the values are plain floats, so a space of thousands
of samples needs no sympy. A name may be compared with a dimension's label: ``gait == "run"``.
"""

import ast
import math
import operator
from collections.abc import Callable, Mapping
from typing import Any

from ..errors import InputError
from ..expression.grammar import refusal, syntax_tree
from ..expression.text_error import TextError, unknown

Names = Mapping[str, float | str]

_OPERATORS: dict[type, Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: math.pow,
}
_COMPARISONS: dict[type, Callable[[Any, Any], bool]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}
_FUNCTIONS: dict[str, tuple[int | None, Callable[..., float]]] = {  # number of arguments; None: two or more
    **{name: (1, getattr(math, name)) for name in ("sin", "cos", "tan", "asin", "acos", "atan")},
    **{name: (1, getattr(math, name)) for name in ("sqrt", "exp", "log", "radians")},
    "atan2": (2, math.atan2),
    "abs": (1, abs),
    "min": (None, min),
    "max": (None, max),
    "clip": (3, lambda a, low, high: min(max(a, low), high)),
}


class Arithmetic:
    """One text, parsed once and evaluated for many values of its names.

    Args:
        text: a number or, for ``holds``, a condition.
        field: path in error messages.

    Raises:
        InputError: it is not an expression.
    """

    def __init__(self, text: str, *, field: str) -> None:
        self.text, self._field = " ".join(text.splitlines()), field
        self._tree = self._with_text(lambda: syntax_tree(self.text))

    @property
    def names(self) -> set[str]:
        """All names in it, including functions."""
        return {node.id for node in ast.walk(self._tree) if isinstance(node, ast.Name)}

    def number(self, names: Names) -> float:
        """Value of the expression.

        Raises:
            InputError: a name is unknown, or the value is not finite.
        """
        return self._with_text(lambda: _number(self._tree, names))

    def holds(self, names: Names) -> bool:
        """Whether the condition is true.

        Raises:
            InputError: a name is unknown, or it is not a condition.
        """
        return self._with_text(lambda: _condition(self._tree, names))

    def _with_text(self, work: Callable[[], Any]) -> Any:
        try:
            return work()
        except TextError as error:
            error.text = self.text
            raise error.as_input_error(self._field) from error
        except RecursionError as error:
            raise InputError(f"'{self.text}' is nested too deeply", field=self._field) from error


def _condition(node: ast.expr, names: Names) -> bool:
    if isinstance(node, ast.BoolOp):
        join = all if isinstance(node.op, ast.And) else any
        return join([_condition(part, names) for part in node.values])
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return not _condition(node.operand, names)
    if not isinstance(node, ast.Compare):
        raise TextError('expected a condition, such as speed < 2 or gait == "run"', node.col_offset)
    sides = [_side(part, names) for part in (node.left, *node.comparators)]
    held = True
    for low, comparison, high in zip(sides[:-1], node.ops, sides[1:], strict=True):
        if type(comparison) not in _COMPARISONS:
            raise TextError("expected one of <, <=, >, >=, ==, !=", node.col_offset)
        if isinstance(low, str) != isinstance(high, str) or (
            isinstance(low, str) and not isinstance(comparison, ast.Eq | ast.NotEq)
        ):
            raise TextError("numbers are compared with numbers; a label is == or != a text", node.col_offset)
        held = held and _COMPARISONS[type(comparison)](low, high)
    return held


def _side(node: ast.expr, names: Names) -> float | str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.Name) and isinstance(names.get(node.id), str):
        return names[node.id]
    return _number(node, names)


def _number(node: ast.expr, names: Names) -> float:
    value = _value(node, names)
    if not math.isfinite(value):
        raise TextError("this has no finite value", node.col_offset)
    return value


def _value(node: ast.expr, names: Names) -> float:
    if isinstance(node, ast.Constant):
        if isinstance(node.value, bool) or not isinstance(node.value, int | float):
            raise TextError(f"expected a number, found {node.value!r}", node.col_offset)
        return _result(float, node, node.value)
    if isinstance(node, ast.Name):
        return _named(node, names)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.UAdd):
        value = _number(node.operand, names)
        return -value if isinstance(node.op, ast.USub) else value
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        a, b = _number(node.left, names), _number(node.right, names)
        return _result(_OPERATORS[type(node.op)], node, a, b)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
        return _called(node, node.func.id, names)
    raise TextError(refusal(node), node.col_offset)


def _named(node: ast.Name, names: Names) -> float:
    if node.id == "pi":
        return math.pi
    if node.id not in names:
        raise unknown("name", node.id, [*names, "pi"], node.col_offset)
    value = names[node.id]
    if isinstance(value, str):
        raise TextError(f"'{node.id}' is the label '{value}', expected a number", node.col_offset)
    return value


def _called(node: ast.Call, name: str, names: Names) -> float:
    if name not in _FUNCTIONS:
        raise unknown("function", name, _FUNCTIONS, node.col_offset)
    count, function = _FUNCTIONS[name]
    if len(node.args) != count if count else len(node.args) < 2:
        raise TextError(
            f"{name}() takes {count or 'two or more'} numbers, found {len(node.args)}", node.col_offset
        )
    return _result(function, node, *(_number(argument, names) for argument in node.args))


def _result(function: Callable[..., float], node: ast.expr, *arguments: float) -> float:
    try:
        return float(function(*arguments))
    except (ValueError, OverflowError, ZeroDivisionError) as error:
        raise TextError("this has no value", node.col_offset) from error
