"""Checks of constructor arguments, because later errors would be harder to understand."""

from collections.abc import Iterable
from numbers import Real
from typing import Any

from ..errors import InputError
from ..record_types import described


def require_several(value: object, example: str, field: str) -> None:
    """Checks that a value is a tuple or list.

    Raises:
        InputError: shows how to write a single item, ``example``.
    """
    if not isinstance(value, tuple | list):
        raise InputError(f"expected a tuple, such as ({example},), found {described(value)}", field=field)


def require_vector(value: Any, field: str) -> None:
    """Checks that a value is three numbers.

    Raises:
        InputError: it is not.
    """
    if not _is_numbers(value, 3):
        raise InputError(f"expected three numbers, such as (x, y, z), found {described(value)}", field=field)


def require_phases(value: Any, field: str) -> None:
    """Checks that a value is pairs of numbers.

    Raises:
        InputError: shows how to write a single phase.
    """
    if not isinstance(value, Iterable) or not all(_is_numbers(each, 2) for each in value):
        raise InputError(
            f"expected (start, duration) of each phase, as ((0.0, 0.6),) for one, found {described(value)}",
            field=field,
        )


def _is_numbers(value: Any, count: int) -> bool:
    return hasattr(value, "__len__") and len(value) == count and all(isinstance(x, Real) for x in value)
