"""Validated reading of an action's custom properties, which a .blend file can set to anything."""

from typing import Any

import bpy
import numpy as np

from ...solver.arrays import Array
from ...solver.errors import InputError

MOST_FRAMES = 100_000  # of an action that is read or written frame by frame; more than an hour
SMALLEST_SCALE = 1e-6  # of a stored transform


def kept_action(action: bpy.types.Action, name: str, description: str) -> bpy.types.Action | None:
    """An action stored in a custom property; None if there is none.

    Args:
        action: with the property.
        name: of the custom property.
        description: description of the value in messages.

    Raises:
        InputError: the value is not an action, or is the action itself.
    """
    found = action.get(name)
    if found is None or (isinstance(found, bpy.types.Action) and found != action):
        return found
    raise damaged(action, description, "another action", found)


def kept_text(action: bpy.types.Action, name: str, description: str) -> str:
    """A stored text, or an empty one; see ``kept_action``."""
    found = action.get(name, "")
    if isinstance(found, str):
        return found
    raise damaged(action, description, "a text", found)


def kept_rate(action: bpy.types.Action, name: str) -> float:
    """A stored frame rate; see ``kept_action``."""
    found = action.get(name)
    if isinstance(found, int | float) and 0 < found < np.inf:
        return float(found)
    raise damaged(action, "frame rate", "a number above 0", found)


def kept_transforms(action: bpy.types.Action, name: str, description: str) -> Array:
    """Stored transforms (M, 4, 4) of an object, M at least 1; see ``kept_action``."""
    found = action.get(name)
    expected = "transforms of 16 finite numbers that can be inverted"
    try:
        values = np.array(found, float)
    except (TypeError, ValueError) as error:
        raise damaged(action, description, expected, found) from error
    if (
        values.ndim != 1
        or not values.size
        or values.size % 16
        or not (np.abs(values) < 1 / SMALLEST_SCALE).all()
    ):
        raise damaged(action, description, expected, found)
    matrices = values.reshape(-1, 4, 4)
    if np.abs(np.linalg.det(matrices)).min() < SMALLEST_SCALE**3:
        raise damaged(action, description, expected, found)
    return matrices


def span_of(action: bpy.types.Action) -> tuple[float, float]:
    """First and last frame of the timeline.

    Raises:
        InputError: the range is empty, or longer than MOST_FRAMES.
    """
    first, last = float(action.frame_range[0]), float(action.frame_range[1])
    if not 0 <= last - first <= MOST_FRAMES:
        raise InputError(
            f"the action '{action.name}' runs from frame {first:.7g} to {last:.7g}; expected at most {MOST_FRAMES} "
            "frames; set its frame range"
        )
    return first, last


def damaged(action: bpy.types.Action, description: str, expected: str, found: Any) -> InputError:
    """The error for an invalid value of a custom property."""
    return InputError(
        f"the action '{action.name}' keeps a damaged {description}: expected {expected}, found {_in_words(found)}; "
        "solve again"
    )


def _in_words(value: Any) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, bpy.types.ID):
        return f"'{value.name}'"
    if isinstance(value, str):
        return f"the text '{value[:20]}'"
    if isinstance(value, bool | int | float):
        return f"{value:.7g}"
    count = len(value) if hasattr(value, "__len__") else 0
    return f"{count} bytes" if isinstance(value, bytes) else f"{count} values"
