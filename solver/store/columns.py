"""Values of a store's columns, validated, because SQLite allows any type in any column."""

import json
from pathlib import Path
from typing import Any, TypeVar

from ..errors import InputError

T = TypeVar("T")


def of_type(value: Any, kind: type[T] | tuple[type[T], ...], noun: str, file: Path) -> T:
    """Checks the type of a value of a column, which is called ``noun`` in error messages.

    Raises:
        InputError: the type is different.
    """
    if not isinstance(value, kind) or isinstance(value, bool):
        raise InputError(f"{noun} is damaged", field=str(file))
    return value


def json_object(value: Any, noun: str, file: Path) -> dict[str, Any]:
    """A JSON object in a column of text.

    Raises:
        InputError: the text is not a JSON object.
    """
    try:
        found = json.loads(of_type(value, str, noun, file))
    except (ValueError, RecursionError) as error:
        raise InputError(f"{noun} is damaged", field=str(file)) from error
    return of_type(found, dict, noun, file)
