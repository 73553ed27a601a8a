"""Initial values of dimensions from the panels, and the panel settings of a solved sample."""

import math
from collections.abc import Mapping

from bpy.types import PropertyGroup

from ..blender.units import in_meters

SETTINGS = {  # of the panel, by the kind of dimension or setting
    **{"SPEED": "speed", "TURN": "turn", "LENGTH": "length", "EFFORT": "effort", "POSTURE": "ease"},
    **{"SMOOTHNESS": "smoothness", "SOFT_CONTACT": "soft_contact"},
}


def first_values(kind: str, motion: PropertyGroup) -> tuple[float, float, int]:
    """Start, end and steps of a new row, around the value of the panel."""
    speed = max(float(f"{in_meters(motion.speed):.2g}"), 0.1)
    return {
        "SPEED": (0.8 * speed, 1.2 * speed, 3),
        "TURN": (0.0, 45.0, 4),
        "CROUCH": (0.0, 0.2, 3),
        "LIMP": (0.6, 1.0, 3),
        "LOAD": (0.0, 20.0, 3),
        "SETTING": (0.9 * motion.length, 1.1 * motion.length, 3),
        "FORMULA": (0.8, 1.0, 3),
    }.get(kind, (0.0, 1.0, 2))


def settings_in(parameters: Mapping[str, float | str], space: PropertyGroup) -> dict[str, float]:
    """Panel settings that correspond to a sample's parameters, for Restore Settings."""
    found = {}
    for row in space.dimensions:
        name = SETTINGS.get(row.setting if row.kind == "SETTING" else row.kind)
        number = parameters.get(row.name)
        if name and isinstance(number, float):
            found[name] = math.radians(number) if name == "turn" else number
    return found
