"""Text to SymPy by Python's grammar and an allowlist; nothing is executed."""

import ast
from collections.abc import Callable, Mapping
from typing import TypeVar

import sympy

from .budget import Budget
from .condition import Condition, Inequality, Junction
from .functions import FUNCTIONS
from .grammar import end, refusal, syntax_tree
from .text_error import TextError, unknown
from .values import Scalar, Value, add, divide, multiply, negative, number, power
from .vocabulary import DERIVATIVES, Meaning, Vocabulary

Result = TypeVar("Result")
_OPERATORS: dict[type, Callable[[Value, Value], Value]] = {
    ast.Add: add,
    ast.Sub: lambda a, b: add(a, negative(b)),
    ast.Mult: multiply,
    ast.Div: divide,
    ast.Pow: power,
}
_COMPARISONS: dict[type, Callable[[Scalar, Scalar], Inequality]] = {
    ast.Lt: lambda a, b: Inequality(a, b, is_strict=True),
    ast.LtE: lambda a, b: Inequality(a, b, is_strict=False),
    ast.Gt: lambda a, b: Inequality(b, a, is_strict=True),
    ast.GtE: lambda a, b: Inequality(b, a, is_strict=False),
}
BY_TEXT = ("body", "joint", "contact")


class Parser:
    """Parses texts with one vocabulary.

    Args:
        vocabulary: names of the motion.
        subexpressions: texts by name (Cohen 1992, section 3.5); may use each other.
    """

    def __init__(self, vocabulary: Vocabulary, subexpressions: Mapping[str, str] | None = None) -> None:
        self.vocabulary, self._texts = vocabulary, dict(subexpressions or {})
        self._known: dict[str, Meaning] = {}
        self._open: list[str] = []
        self._budget = Budget()

    def value(self, text: str) -> Value:
        """Expression of a number or a vector.

        Raises:
            TextError: with the text and the column.
        """
        return self._read(text, self._value)

    def thing(self, text: str) -> Meaning:
        """A number, a vector or a thing with attributes.

        Raises:
            TextError: with the text and the column.
        """
        return self._read(text, self._term)

    def condition(self, text: str) -> Condition:
        """Comparisons joined by and, or, not.

        Raises:
            TextError: with the text and the column.
        """
        return self._read(text, self._condition)

    def _read(self, text: str, read: Callable[[ast.expr], Result]) -> Result:
        line = " ".join(text.splitlines())
        try:
            return read(syntax_tree(line))
        except TextError as error:
            error.text = error.text or line
            raise
        except RecursionError as error:
            raise TextError("this is nested too deeply", 0, line) from error

    def _condition(self, node: ast.expr) -> Condition:
        if isinstance(node, ast.BoolOp):
            return Junction(tuple(map(self._condition, node.values)), is_and=isinstance(node.op, ast.And))
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return self._condition(node.operand).opposite
        if isinstance(node, ast.Compare):
            return self._comparison(node)
        return Inequality(sympy.Rational(1, 2), self._number(node), is_strict=True)  # "left_foot.touching"

    def _comparison(self, node: ast.Compare) -> Condition:
        sides = [self._number(n) for n in (node.left, *node.comparators)]
        parts = []
        for low, operator, high in zip(sides[:-1], node.ops, sides[1:], strict=True):
            if type(operator) not in _COMPARISONS:
                raise TextError("expected one of <, <=, >, >=", node.col_offset)
            parts.append(_COMPARISONS[type(operator)](low, high))
        return Junction(tuple(parts), is_and=True)

    def _number(self, node: ast.expr) -> sympy.Expr:
        value = self._value(node)
        if isinstance(value, tuple):
            raise TextError("expected a number, found a vector", node.col_offset)
        return value

    def _value(self, node: ast.expr) -> Value:
        term = self._term(node)
        if term.value is None:
            raise TextError(
                f"{term.description} is not a number; it has {', '.join(sorted(term.attributes))}", end(node)
            )
        return term.value

    def _term(self, node: ast.expr) -> Meaning:
        try:
            term = self._visit(node)
            self._budget.spend(term.value)
        except TextError as error:
            if not error.text:
                error.column = error.column or node.col_offset
            raise
        return term

    def _visit(self, node: ast.expr) -> Meaning:
        if isinstance(node, ast.Constant):
            if isinstance(node.value, bool) or not isinstance(node.value, int | float):
                raise TextError(f"expected a number, found {node.value!r}", node.col_offset)
            return _valued(number(_as_float(node.value)))
        if isinstance(node, ast.Name):
            return self._name(node)
        if isinstance(node, ast.Attribute):
            return self._attribute(node)
        if isinstance(node, ast.Call):
            return self._call(node)
        if isinstance(node, ast.Tuple):
            if len(node.elts) != 3:
                raise TextError(f"a vector has 3 components, found {len(node.elts)}", node.col_offset)
            x, y, z = (self._number(n) for n in node.elts)
            return _valued((x, y, z))
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.UAdd):
            value = self._value(node.operand)
            return _valued(negative(value) if isinstance(node.op, ast.USub) else value)
        if isinstance(node, ast.BinOp):
            return self._operation(node)
        raise TextError(refusal(node), node.col_offset)

    def _operation(self, node: ast.BinOp) -> Meaning:
        if type(node.op) not in _OPERATORS:
            hint = "; powers are written **" if isinstance(node.op, ast.BitXor) else ""
            raise TextError(f"expected one of + - * / **{hint}", end(node.left) + 1)
        a, b = self._value(node.left), self._value(node.right)
        return _valued(_OPERATORS[type(node.op)](a, b))

    def _name(self, node: ast.Name) -> Meaning:
        name = node.id
        if name in self._known:
            return self._known[name]
        if name not in self._texts:
            names = {*self.vocabulary.names, *self._texts}
            if name not in names:
                raise unknown("name", name, names, node.col_offset)
            return self.vocabulary.find(name, node.col_offset)
        if name in self._open:
            circle = " -> ".join([*self._open[self._open.index(name) :], name])
            raise TextError(f"'{name}' is defined by itself: {circle}", node.col_offset)
        self._open.append(name)
        try:
            self._known[name] = self._read(self._texts[name], self._term)
        finally:
            self._open.pop()
        return self._known[name]

    def _attribute(self, node: ast.Attribute) -> Meaning:
        owner, name = self._term(node.value), node.attr
        if isinstance(owner.value, tuple) and name in ("x", "y", "z"):
            return _valued(owner.value["xyz".index(name)])
        if name not in owner.attributes:
            known = [*owner.attributes, *("xyz" if isinstance(owner.value, tuple) else "")]
            error = unknown("property", name, known, end(node.value) + 1)
            error.message = error.message.replace(f"'{name}'", f"'{name}' of {owner.description}", 1)
            raise error
        return owner.attributes[name]()

    def _call(self, node: ast.Call) -> Meaning:
        if node.keywords:
            raise TextError("arguments cannot be named here", node.keywords[0].value.col_offset)
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name in FUNCTIONS:
            return _valued(FUNCTIONS[name](name, [self._value(a) for a in node.args]))
        if name in DERIVATIVES:
            return self._point(node, *DERIVATIVES[name])
        if name in BY_TEXT:
            return self._by_text(node, name)
        known = {*self.vocabulary.names, *self._texts}
        if name and name not in known:
            raise unknown("function", name, {*FUNCTIONS, *DERIVATIVES, *BY_TEXT}, node.col_offset)
        return self._at_frame(node)

    def _at_frame(self, node: ast.Call) -> Meaning:
        """A value at a fixed frame, such as torso.tx(0) (McIntosh 2011, section 4.2.3)."""
        value = self._value(node.func)
        at = self._number(node.args[0]) if len(node.args) == 1 else sympy.Float(0.5)
        if not at.is_Integer:
            raise TextError(
                "expected one frame, a whole number; negative ones count from the end", end(node.func)
            )
        return _valued(self.vocabulary.at_frame(value, int(at)))

    def _point(self, node: ast.Call, order: int, scheme: str) -> Meaning:
        """position(body, (x, y, z)): a point on the body's axes, relative to its center."""
        if len(node.args) not in (1, 2):
            raise TextError("expected a body and a point (x, y, z) in its own axes", node.col_offset)
        first = node.args[0]
        if isinstance(first, ast.Constant) and isinstance(first.value, str):
            thing = self._named("body", first.value, first.col_offset)
        else:
            thing = self._term(first)
        if thing.body is None:
            raise TextError(f"expected a body, found {thing.description}", first.col_offset)
        place = self._value(node.args[1]) if len(node.args) == 2 else (sympy.Integer(0),) * 3
        if not isinstance(place, tuple) or not all(p.is_Number for p in place):
            raise TextError("expected a point of three numbers, such as (0, 0, 0.1)", node.args[1].col_offset)
        x, y, z = (float(p) for p in place)
        return self.vocabulary.point(thing.body, (x, y, z), order, scheme)

    def _by_text(self, node: ast.Call, kind: str) -> Meaning:
        given = node.args[0] if len(node.args) == 1 else None
        if not isinstance(given, ast.Constant) or not isinstance(given.value, str):
            raise TextError(f'expected a name in quotes, such as {kind}("upper_arm.L")', node.col_offset)
        return self._named(kind, given.value, given.col_offset)

    def _named(self, kind: str, name: str, column: int) -> Meaning:
        v = self.vocabulary
        names = {"body": set(v.bodies), "joint": set(v.joints), "contact": set(v.contacts)}[kind]
        make = {"body": v.body, "joint": v.joint, "contact": v.contact}[kind]
        if name not in names:
            raise unknown(kind, name, names, column)
        return make(name)


def _as_float(value: float) -> float:
    try:
        return float(value)
    except OverflowError as error:
        raise TextError("this number is too large") from error


def _valued(value: Value) -> Meaning:
    return Meaning("a vector" if isinstance(value, tuple) else "a number", value)
