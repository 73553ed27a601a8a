"""Settings of the panels as plain values, which an action can store."""

import math
from typing import Any

import bpy
from bpy.types import PropertyGroup

from ..blender.units import in_meters, in_units


def panel_settings(armature_object: bpy.types.Object, scene: bpy.types.Scene) -> dict[str, Any]:
    """The panel's settings as plain values, to be stored with the resulting motion; lengths and speeds in SI units."""
    return {
        name: in_meters(getattr(group, name)) if _is_length(group, name) else getattr(group, name)
        for group in (armature_object.spacetime.motion, scene.spacetime)
        for name, _ in _plain(group)
    }


def restore_settings(
    armature_object: bpy.types.Object, scene: bpy.types.Scene, settings: dict[str, Any]
) -> None:
    """Restores stored settings, ignoring those that this version lacks."""
    for group in (armature_object.spacetime.motion, scene.spacetime):
        for name, kind in _plain(group):
            if name in settings and isinstance(settings[name], kind) and _fits(group, name, settings[name]):
                value = settings[name]
                setattr(group, name, in_units(value) if _is_length(group, name) else value)


def _is_length(group: PropertyGroup, name: str) -> bool:
    """Whether a setting is in units of the scene."""
    return group.bl_rna.properties[name].unit in ("LENGTH", "VELOCITY")


def _fits(group: PropertyGroup, name: str, value: Any) -> bool:
    """Whether a value is valid: an existing choice, or a finite number."""
    kind = group.bl_rna.properties[name]
    if isinstance(kind, bpy.types.EnumProperty):
        return value in kind.enum_items
    return isinstance(value, str) or math.isfinite(value)


def _plain(group: PropertyGroup) -> list[tuple[str, tuple[type, ...]]]:
    """Settings of one number, switch, choice or text, with their valid types."""
    types: dict[str, tuple[type, ...]] = {
        "FLOAT": (float, int), "INT": (int,), "BOOLEAN": (bool, int), "STRING": (str,), "ENUM": (str,),
    }  # fmt: skip
    return [
        (p.identifier, types[p.type])
        for p in group.bl_rna.properties
        if p.type in types and p.identifier != "name" and not getattr(p, "is_array", False)
        and not getattr(p, "is_enum_flag", False)
    ]  # fmt: skip
