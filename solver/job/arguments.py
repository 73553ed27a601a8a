"""Checks of arguments when an object is made, since later errors would be harder to understand."""

from collections.abc import Iterable
from numbers import Real
from typing import Any

from ..errors import InputError
from ..record_types import found


def require_several(told: object, example: str, field: str) -> None:
    """Refuses one thing where several can be.

    Raises:
        InputError: with how one alone is written, ``example``.
    """
    if not isinstance(told, tuple | list):
        raise InputError(f"expected a tuple, such as ({example},), found {found(told)}", field=field)


def require_vector(told: Any, field: str) -> None:
    """Refuses what is not three numbers.

    Raises:
        InputError: with what it is.
    """
    if not _is_numbers(told, 3):
        raise InputError(f"expected three numbers, such as (x, y, z), found {found(told)}", field=field)


def require_phases(told: Any, field: str) -> None:
    """Refuses what is not pairs of numbers.

    Raises:
        InputError: with how a single phase is written.
    """
    if not isinstance(told, Iterable) or not all(_is_numbers(each, 2) for each in told):
        raise InputError(
            f"expected (start, duration) of each phase, as ((0.0, 0.6),) for one, found {found(told)}",
            field=field,
        )


def _is_numbers(told: Any, count: int) -> bool:
    return hasattr(told, "__len__") and len(told) == count and all(isinstance(x, Real) for x in told)
