"""Stand-in for an operator, whose class only Blender can instantiate."""

from types import FunctionType
from typing import Any

import bpy


def stand_in(operator: type[bpy.types.Operator], **attributes: Any) -> Any:
    """A plain object with the operator's methods and attributes, and the given properties."""
    shared = {
        name: value
        for kind in reversed(operator.__mro__)
        for name, value in vars(kind).items()
        if isinstance(value, FunctionType | staticmethod | str) and not name.startswith("__")
    }
    return type(operator.__name__, (), {**shared, "report": print, **attributes})()
