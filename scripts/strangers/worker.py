"""What a process with Blender does; Blender takes the place of the main module, so this is one of its own."""

from importlib import import_module
from typing import Any

Tried = tuple[dict[str, Any], str]  # a row as a JSON value and as a line


def names_of_table() -> list[str]:
    """Names of all set-ups."""
    return [each.name for each in import_module("scripts.strangers.table").set_ups()]


def tried(name: str) -> Tried:
    """The row of a set-up."""
    row = import_module("scripts.strangers.trial").try_set_up(_set_up(name))
    return row.plain(), str(row)


def lost(name: str) -> Tried:
    """The row of a set-up that has ended a process."""
    row = import_module("scripts.strangers.row").Row(_set_up(name).kind, name, fault="it ended Blender")
    return row.plain(), str(row)


def _set_up(name: str) -> Any:
    return next(each for each in import_module("scripts.strangers.table").set_ups() if each.name == name)
