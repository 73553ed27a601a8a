"""A line of text as a syntax tree of Python's grammar; nothing is executed."""

import ast
import warnings

from .text_error import TextError

MAX_LENGTH = 4000  # characters of a text


def syntax_tree(line: str) -> ast.expr:
    """Tree of one expression, with columns in characters of the line.

    Raises:
        TextError: it is not an expression.
    """
    if len(line) > MAX_LENGTH:
        raise TextError(f"expected at most {MAX_LENGTH} characters, found {len(line)}")
    start = len(line) - len(line.lstrip())
    if not line.strip():
        raise TextError("expected an expression, found nothing")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Python's warnings about literals
            # Only builds a tree: "eval" is the name of Python's grammar rule for one expression.
            body = ast.parse(line.strip(), mode="eval").body
    except SyntaxError as error:
        column = start + min((error.offset or len(line.strip()) + 1) - 1, len(line.strip()))
        raise TextError(f"this is not an expression: {error.msg}", column) from error
    except (RecursionError, MemoryError) as error:
        raise TextError("this is nested too deeply") from error
    except ValueError as error:
        raise TextError("this is not an expression") from error
    encoded = line.strip().encode()
    for node in ast.walk(body):  # Python counts columns in bytes
        for name in ("col_offset", "end_col_offset"):
            if hasattr(node, name):
                setattr(node, name, start + len(encoded[: getattr(node, name)].decode(errors="ignore")))
    return body


def end(node: ast.expr) -> int:
    """Column after a part."""
    return node.end_col_offset or node.col_offset


def refusal(node: ast.expr) -> str:
    """Message for a part that is not allowed."""
    if isinstance(node, ast.Compare | ast.BoolOp):
        return "comparisons belong to conditions; a constraint's bounds are its lower and upper"
    if isinstance(node, ast.Subscript):
        return "a frame is written in parentheses, such as hand.position(0); components are .x, .y, .z"
    if isinstance(node, ast.List):
        return "a vector is written (x, y, z)"
    return "expected numbers, names, + - * / ** and functions"
