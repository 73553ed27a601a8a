"""Bodies that a specification addresses by role, such as ``@hand.R`` on any character with a right hand."""

import dataclasses
from typing import Any, TypeVar

from ..character import Character
from ..character.roles import ADDRESS, body_of_role
from .paths import inside

FIELDS = ("body", "body_a", "body_b", "bodies")

S = TypeVar("S")


def with_names(parts: tuple[S, ...], character: Character, path: str) -> tuple[S, ...]:
    """The specifications at a path in the job, with names of bodies instead of roles of the character.

    Raises:
        InputError: no body, or more than one, has a role; names the field.
    """
    if not any(map(_addressed, parts)):
        return parts
    named_parts = []
    for k, part in enumerate(parts):
        named: dict[str, Any] = {}
        for name in _addressed(part):
            with inside(f"{path}[{k}].{name}"):
                named[name] = _named(getattr(part, name), character)
        named_parts.append(dataclasses.replace(part, **named) if named else part)  # type: ignore[type-var]
    return tuple(named_parts)


def _addressed(part: object) -> list[str]:
    """Fields that contain roles."""
    return [name for name in FIELDS if _is_role(getattr(part, name, ""))]


def _is_role(value: Any) -> bool:
    """Whether a value is a role or contains one."""
    return any(isinstance(each, str) and each.startswith(ADDRESS) for each in _several(value))


def _named(value: Any, character: Character) -> Any:
    named = tuple(
        body_of_role(character, each.removeprefix(ADDRESS)) if _is_role(each) else each
        for each in _several(value)
    )
    return named if isinstance(value, tuple) else named[0]


def _several(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)
