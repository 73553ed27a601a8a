"""Checks grammar and names of a text while it is typed, without SymPy.

Kinds and units are checked by ``parse``, which also finds all errors found here.
"""

import ast
from collections.abc import Iterable

from .grammar import syntax_tree
from .text_error import TextError, unknown

FUNCTION_NAMES = (
    "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sqrt", "exp", "log", "radians", "abs", "min", "max",
    "clip", "norm", "dot", "cross",
)  # fmt: skip
POINT_NAMES = (
    "position", "velocity", "mid_velocity", "forward_velocity", "central_velocity", "acceleration", "body", "joint",
    "contact",
)  # fmt: skip
MOTION_NAMES = (
    "time", "time_step", "phase", "duration", "value", "com", "momentum", "angular_momentum", "power", "mass", "pi",
)  # fmt: skip


def check_spelling(text: str, names: Iterable[str]) -> None:
    """Checks for invalid grammar, and for names other than those of bodies, joints, contacts and subexpressions.

    Raises:
        TextError: with the text and the column.
    """
    line = " ".join(text.splitlines())
    known = {*MOTION_NAMES, *names}
    try:
        tree = syntax_tree(line)
        called = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
        for node in ast.walk(tree):
            if isinstance(node, ast.Name) and node.id not in known:
                functions = {*FUNCTION_NAMES, *POINT_NAMES}
                if node not in called or node.id not in functions:
                    raise unknown("name", node.id, known | functions, node.col_offset)
    except TextError as error:
        raise TextError(error.message, error.column, error.text or line) from error
