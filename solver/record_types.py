"""Checks types of fields in records made by scripts; those from JSON are checked in record.py."""

import dataclasses
import types
import typing
from collections.abc import Sequence
from functools import cache
from numbers import Integral, Real
from typing import Any

import numpy as np

from .errors import InputError

NAMES = {float: "a number", int: "a whole number", str: "a text", bool: "true or false", type(None): "None"}


def check_types(record: Any, path: str, *, deeply: bool = True) -> None:
    """Checks the values of a record against the types of its fields; lists and arrays are accepted as tuples.

    Args:
        record: a dataclass.
        path: of the record in error messages.
        deeply: whether nested records are also checked.

    Raises:
        InputError: a value is invalid; the message names the path, expected type and value of the first one.
    """
    own: Any = type(record)
    for name, kind in _kinds(own):
        _check(kind, getattr(record, name), f"{path}.{name}", deeply)


def require_kind(value: object, kind: type, path: str) -> None:
    """Checks that a value is a record of a type.

    Raises:
        InputError: it is not; the message shows the value.
    """
    _check(kind, value, path, deeply=False)


def described(value: object) -> str:
    """A value in error messages; with a hint for a function or class that should have been called."""
    if callable(value) and hasattr(value, "__name__"):
        return f"{value.__name__} itself; did you mean {value.__name__}()?"
    shown = repr(value)
    return shown if len(shown) <= 60 else f"{shown[:57]}..."


@cache
def _kinds(record: type) -> tuple[tuple[str, Any], ...]:
    hints = typing.get_type_hints(record)
    return tuple((field.name, hints[field.name]) for field in dataclasses.fields(record))


@cache
def _members(kind: Any) -> tuple[Any, ...]:
    """Members of a union; any other type is its only member."""
    is_union = typing.get_origin(kind) in (typing.Union, types.UnionType)
    return typing.get_args(kind) if is_union else (kind,)


@cache
def _parts(kind: Any) -> tuple[Any, ...] | None:
    """Types of a tuple's values; None if it is not a tuple."""
    return typing.get_args(kind) if typing.get_origin(kind) is tuple else None


def _check(kind: Any, value: Any, path: str, deeply: bool) -> None:
    for member in _members(kind):
        if _is(member, value):
            break
    else:
        raise InputError(f"expected {_type_names(_members(kind))}, found {described(value)}", field=path)
    parts = _parts(member)
    if parts is not None:
        _check_tuple(parts, value, path, deeply)
    elif deeply and dataclasses.is_dataclass(value):
        check_types(value, path)


def _check_tuple(members: tuple[Any, ...], values: Sequence[Any], path: str, deeply: bool) -> None:
    if len(members) == 2 and members[1] is Ellipsis:
        members = (members[0],) * len(values)
    if len(values) != len(members):
        raise InputError(f"expected {len(members)} values, found {described(values)}", field=path)
    if members and members[0] is float and set(map(type, values)) <= {float, int}:
        return  # most are valid, and there may be many
    for k, (kind, value) in enumerate(zip(members, values, strict=True)):
        _check(kind, value, f"{path}[{k}]", deeply)


def _is(kind: Any, value: Any) -> bool:
    """Whether a value has a type, without checking its content."""
    if type(value) is kind:
        return True
    if _parts(kind) is not None:
        return isinstance(value, tuple | list | np.ndarray)
    if kind in (float, int):
        return isinstance(value, Real if kind is float else Integral) and not isinstance(value, bool)
    return isinstance(value, kind) if isinstance(kind, type) else True


def _type_names(members: Sequence[Any]) -> str:
    """Types in words."""
    names = [_one(kind) for kind in members]
    if len(names) > 1:
        names[-2:] = [f"{names[-2]} or {names[-1]}"]
    return ", ".join(names)


def _one(kind: Any) -> str:
    if typing.get_origin(kind) is tuple:
        parts = typing.get_args(kind)
        return "a tuple" if parts[-1] is Ellipsis else f"a tuple of {len(parts)}"
    if kind in NAMES:
        return NAMES[kind]
    return f"an {kind.__name__}" if kind.__name__[0] in "AEIOU" else f"a {kind.__name__}"
