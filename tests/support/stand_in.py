"""An operator without Blender: its class can be made by Blender alone."""

from types import FunctionType
from typing import Any

import bpy


def stand_in(operator: type[bpy.types.Operator], **attributes: Any) -> Any:
    """A plain object with the operator's own methods and words, and the properties given."""
    shared = {
        name: value
        for kind in reversed(operator.__mro__)
        for name, value in vars(kind).items()
        if isinstance(value, FunctionType | staticmethod | str) and not name.startswith("__")
    }
    return type(operator.__name__, (), {**shared, "report": print, **attributes})()
