"""Converts frozen dataclasses to JSON and back, and to JSON Schema.

A record is a frozen dataclass whose fields are numbers, strings, booleans, tuples, records, ``float | str`` or
unions of these with None; the members of a union of records have a class variable ``kind``. Unknown, missing
and ill-typed fields raise an InputError with the field's path. A renamed field can also be read under its former
name.
"""

import dataclasses
import difflib
import json
import math
import types
import typing
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from .errors import InputError
from .number_range import ANY, NumberRange, range_of, require_number
from .whole_file import read_whole

R = TypeVar("R")


def to_json(value: Any) -> Any:
    """Plain JSON value (dicts, lists, numbers) of a record."""
    if isinstance(value, float | str):  # most are
        return value
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        kind = {"kind": value.kind} if hasattr(value, "kind") else {}
        return kind | {f.name: to_json(getattr(value, f.name)) for f in dataclasses.fields(value)}
    if isinstance(value, tuple | list):
        return [to_json(v) for v in value]
    if isinstance(value, Mapping):
        return {key: to_json(v) for key, v in value.items()}
    return value


def from_json(kind: type[R], data: Any, *, field: str = "") -> R:
    """Record of type ``kind`` from a plain JSON value.

    Raises:
        InputError: naming the path of the first field that does not fit.
    """
    return typing.cast(R, _decode(kind, data, field or kind.__name__.lower()))


def read_json(path: Path | str, content: str) -> Any:
    """Plain JSON value of a file; errors call it ``content``.

    Raises:
        InputError: the file is missing or is not JSON.
    """
    try:
        data = read_whole(path)
    except OSError as error:
        raise InputError(f"the {content} file '{path}' cannot be read: {error.strerror}") from error
    return parse_json(data, f"the {content} file '{path}'")


def parse_json(data: bytes, source: str) -> Any:
    """Plain JSON value of bytes in UTF-8; errors begin with their ``source``.

    Raises:
        InputError: they are not JSON, or have texts that cannot be saved to a file.
    """
    try:
        value = json.loads(data.decode("utf-8"))
    except ValueError as error:
        raise InputError(f"{source} is not JSON: {error}") from error
    except RecursionError as error:
        raise InputError(f"{source} is nested too deeply") from error
    if b"\\u" in data:  # the only way to write invalid characters
        _require_characters(value, source)
    return value


def _require_characters(data: Any, source: str) -> None:
    """Checks for lone surrogates and null characters, which are valid in JSON but not in file names."""
    parts = [data]
    while parts:
        part = parts.pop()
        if isinstance(part, dict):
            parts += [*part.keys(), *part.values()]
        elif isinstance(part, list):
            parts += part
        elif isinstance(part, str) and not is_text(part):
            raise InputError(f"{source} has a text with half a character: {_shown(part)}")
        elif isinstance(part, str) and "\0" in part:
            raise InputError(f"{source} has a text with a null character: {_shown(part)}")


def is_text(text: str) -> bool:
    """Whether a text has no lone surrogate."""
    return text.isascii() or not any("\ud800" <= letter <= "\udfff" for letter in text)


def formerly(name: str) -> dict[str, str]:
    """Metadata of a field with a different name in older files."""
    return {"former_name": name}


def json_schema(kind: type) -> dict[str, Any]:
    """JSON Schema (2020-12) of a record."""
    definitions: dict[str, Any] = {}
    root = _schema(kind, definitions)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": definitions, **root}


def _decode(kind: Any, data: Any, path: str) -> Any:
    if type(data) is kind and (kind is str or (kind is float and data in ANY)):
        return data  # most are
    if kind is float:
        if isinstance(data, bool) or not isinstance(data, int | float):
            raise InputError(f"expected a number, found {_shown(data)}", field=path)
        if isinstance(data, float) and not math.isfinite(data):
            raise InputError(f"expected a finite number, found {data}", field=path)
        require_number(data, ANY, path)
        return float(data)
    origin = typing.get_origin(kind)
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        return (
            _decode_union((kind,), data, path) if hasattr(kind, "kind") else _decode_record(kind, data, path)
        )
    if origin in (typing.Union, types.UnionType):
        return _decode_union(typing.get_args(kind), data, path)
    if origin is tuple:
        return _decode_tuple(typing.get_args(kind), data, path)
    if not isinstance(data, kind) or (kind is int and isinstance(data, bool)):
        raise InputError(f"expected {_NAMES.get(kind, kind.__name__)}, found {_shown(data)}", field=path)
    if kind is int:
        require_number(data, ANY, path)
    return data


@cache
def _hints(kind: type) -> dict[str, Any]:
    """Types of a record's fields; cached, because resolving them takes longer than reading a record."""
    return typing.get_type_hints(kind)


def _decode_record(kind: type, data: Any, path: str) -> Any:
    if not isinstance(data, Mapping):
        raise InputError(
            f"expected an object with the fields of {kind.__name__}, found {_shown(data)}", field=path
        )
    hints, fields = _hints(kind), {f.name: f for f in dataclasses.fields(kind)}
    data = _renamed(data, fields)
    for key in data:
        if key not in fields:
            near = difflib.get_close_matches(str(key), fields, n=1)
            hint = f", did you mean '{near[0]}'?" if near else f"; {kind.__name__} has {', '.join(fields)}"
            raise InputError(f"unknown field '{key}'{hint}", field=path)
    given = {}
    for name, f in fields.items():
        if name in data:
            given[name] = _decode(hints[name], data[name], f"{path}.{name}")
        elif f.default is dataclasses.MISSING and f.default_factory is dataclasses.MISSING:
            raise InputError(f"the field '{name}' is missing", field=path)
    return kind(**given)


def _renamed(data: Mapping[str, Any], fields: Mapping[str, "dataclasses.Field[Any]"]) -> Mapping[str, Any]:
    """The data with former names of fields replaced by current ones; if both are given, the former is unknown."""
    former = {f.metadata["former_name"]: name for name, f in fields.items() if "former_name" in f.metadata}
    if former.keys().isdisjoint(data):
        return data
    return {former[key] if key in former and former[key] not in data else key: data[key] for key in data}


def _decode_union(members: tuple[Any, ...], data: Any, path: str) -> Any:
    if data is None and type(None) in members:
        return None
    members = tuple(m for m in members if m is not type(None))
    if len(members) == 1 and not hasattr(members[0], "kind"):
        return _decode(members[0], data, path)
    if members == (float, str):
        return data if isinstance(data, str) else _decode(float, data, path)
    kinds = {m.kind: m for m in members}
    found = data.get("kind") if isinstance(data, Mapping) else data
    if not isinstance(data, Mapping) or found not in tuple(kinds):  # may be unhashable
        raise InputError(
            f"expected an object whose 'kind' is one of {', '.join(kinds)}, found {_shown(found)}", field=path
        )
    return _decode_record(kinds[found], {k: v for k, v in data.items() if k != "kind"}, path)


def _decode_tuple(members: tuple[Any, ...], data: Any, path: str) -> tuple[Any, ...]:
    if not isinstance(data, list | tuple):
        raise InputError(f"expected a list, found {_shown(data)}", field=path)
    if len(members) == 2 and members[1] is Ellipsis:
        return tuple(_decode(members[0], v, f"{path}[{i}]") for i, v in enumerate(data))
    if len(data) != len(members):
        raise InputError(f"expected {len(members)} values, found {len(data)}", field=path)
    return tuple(_decode(m, v, f"{path}[{i}]") for i, (m, v) in enumerate(zip(members, data, strict=True)))


def _schema(kind: Any, definitions: dict[str, Any], numbers: NumberRange = ANY) -> dict[str, Any]:
    origin = typing.get_origin(kind)
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        if kind.__name__ not in definitions:
            definitions[kind.__name__] = {}
            definitions[kind.__name__].update(_record_schema(kind, definitions))
        return {"$ref": f"#/$defs/{kind.__name__}"}
    if origin in (typing.Union, types.UnionType):
        return {"anyOf": [_schema(m, definitions, numbers) for m in typing.get_args(kind)]}
    if origin is tuple:
        members = typing.get_args(kind)
        if len(members) == 2 and members[1] is Ellipsis:
            return {"type": "array", "items": _schema(members[0], definitions, numbers)}
        size = {"minItems": len(members), "maxItems": len(members)}
        parts = [_schema(m, definitions, numbers) for m in members]
        return {"type": "array", "prefixItems": parts, **size}
    return {"type": _SCHEMA_TYPES[kind]} | (numbers.schema if kind in (float, int) else {})


def _record_schema(kind: type, definitions: dict[str, Any]) -> dict[str, Any]:
    hints = _hints(kind)
    properties: dict[str, Any] = {}
    required = []
    if hasattr(kind, "kind"):
        properties["kind"] = {"const": kind.kind}
        required.append("kind")
    for f in dataclasses.fields(kind):
        properties[f.name] = _schema(hints[f.name], definitions, range_of(f))
        if f.default is dataclasses.MISSING and f.default_factory is dataclasses.MISSING:
            required.append(f.name)
    intent = (kind.__doc__ or "").strip().splitlines()[0]
    return {
        "type": "object",
        "description": intent,
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def _shown(data: Any) -> str:
    text = repr(data)
    return text if len(text) <= 60 else text[:57] + "..."


_NAMES = {str: "a text", int: "a whole number", bool: "true or false", dict: "an object"}
_SCHEMA_TYPES = {
    str: "string",
    int: "integer",
    float: "number",
    bool: "boolean",
    type(None): "null",
    dict: "object",
}
