"""Ranges of numbers, declared in the fields of a record for validation and its schema."""

import dataclasses
import reprlib
from collections.abc import Iterator
from functools import cache
from typing import Any

from .errors import InputError

LARGEST = 1e12  # magnitude of any number read; beyond it, squares and products lose all meaning


@dataclasses.dataclass(frozen=True)
class NumberRange:
    """Range of numbers from ``minimum`` to ``maximum``.

    Attributes:
        minimum: lowest number.
        maximum: highest number.
        is_above: whether ``minimum`` itself is excluded.
        unit: of the numbers in messages.
    """

    minimum: float
    maximum: float
    is_above: bool = False
    unit: str = ""

    def __contains__(self, number: float) -> bool:
        return (self.minimum < number if self.is_above else self.minimum <= number) and number <= self.maximum

    def __str__(self) -> str:
        unit = f" {self.unit}" if self.unit else ""
        first = f"more than {self.minimum:g} and at most" if self.is_above else f"{self.minimum:g} to"
        return f"{first} {self.maximum:g}{unit}"

    @property
    def schema(self) -> dict[str, float]:
        """Keywords of JSON Schema."""
        return {"exclusiveMinimum" if self.is_above else "minimum": self.minimum, "maximum": self.maximum}


ANY = NumberRange(-LARGEST, LARGEST)


def within(minimum: float, maximum: float, *, unit: str = "") -> dict[str, NumberRange]:
    """Metadata of a field whose numbers are from ``minimum`` to ``maximum``."""
    return {"range": NumberRange(minimum, maximum, unit=unit)}


def above(minimum: float, maximum: float, *, unit: str = "") -> dict[str, NumberRange]:
    """Metadata of a field whose numbers are above ``minimum`` and at most ``maximum``."""
    return {"range": NumberRange(minimum, maximum, is_above=True, unit=unit)}


def range_of(field: "dataclasses.Field[Any]") -> NumberRange:
    """Range declared in a field, or ANY."""
    found: NumberRange = field.metadata.get("range", ANY)
    return found


def check_numbers(record: object, path: str) -> None:
    """Checks the numbers of a record and of nested records against the ranges of their fields.

    Raises:
        InputError: a number is out of range; the message names the path, value and range of the first one.
    """
    kind: Any = type(record)
    for name, declared in _fields(kind):
        value = getattr(record, name)
        if declared is not None:
            require_number(value, declared, f"{path}.{name}")
        else:
            for suffix, part in _records(value):
                check_numbers(part, f"{path}.{name}{suffix}")


def require_number(value: Any, allowed: NumberRange, path: str) -> None:
    """Checks a number, or several, against a range; None is ignored.

    Raises:
        InputError: a number is out of range; the message names the path, value and range.
    """
    for number in value if isinstance(value, tuple) else (value,):
        if number is not None and number not in allowed:
            shown = f"{number:g}" if isinstance(number, float) else reprlib.repr(number)
            raise InputError(f"expected {allowed}, found {shown}", field=path)


def _records(value: Any) -> Iterator[tuple[str, Any]]:
    if dataclasses.is_dataclass(value):
        yield "", value
    elif isinstance(value, tuple) and value and dataclasses.is_dataclass(value[0]):
        yield from ((f"[{k}]", part) for k, part in enumerate(value))


@cache
def _fields(kind: type) -> tuple[tuple[str, NumberRange | None], ...]:
    """Fields with a range, and fields that may contain records."""
    return tuple(
        (field.name, field.metadata.get("range"))
        for field in dataclasses.fields(kind)
        if "range" in field.metadata or field.type not in (float, int, str, bool)
    )
