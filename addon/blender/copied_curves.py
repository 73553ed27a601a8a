"""Curves of one action copied to another, with handles and modifiers."""

from collections.abc import Iterator

import bpy
import numpy as np

from .actions import BONE_PATH, curves_of, new_curve, owner_of_curves, plays


def copy_other_curves(
    source: bpy.types.Action, action: bpy.types.Action, *, slot: str, without: set[str]
) -> Iterator[None]:
    """Copies the curves of another action's slot, one per step; for bones in ``without``, only scale."""
    there = {(curve.data_path, curve.array_index) for curve in curves_of(action)}
    for path, index in [(curve.data_path, curve.array_index) for curve in curves_of(source, slot=slot)]:
        match = BONE_PATH.fullmatch(path)
        bone, name = (bpy.utils.unescape_identifier(match[1]), match[2]) if match else ("", "")
        moved = bone in without and name != "scale"
        owner = owner_of_curves(source, slot)
        curve = owner.find(path, index=index) if owner and not moved and (path, index) not in there else None
        if curve is not None and plays(curve):
            _copy_points(curve, new_curve(action, path, index, curve.group.name if curve.group else "Object"))
            yield


def _copy_points(source: bpy.types.FCurve, curve: bpy.types.FCurve) -> None:
    n = len(source.keyframe_points)
    curve.keyframe_points.add(n)
    for name, width, kind in (
        ("co", 2, np.float32),
        ("handle_left", 2, np.float32),
        ("handle_right", 2, np.float32),
        ("interpolation", 1, np.int32),
        ("handle_left_type", 1, np.int32),
        ("handle_right_type", 1, np.int32),
    ):
        values = np.empty(n * width, kind)
        source.keyframe_points.foreach_get(name, values)
        curve.keyframe_points.foreach_set(name, values)
    curve.extrapolation = source.extrapolation
    for modifier in source.modifiers:
        _copy_modifier(modifier, curve)
    curve.update()


def _copy_modifier(source: bpy.types.FModifier, curve: bpy.types.FCurve) -> None:
    """Adds a modifier with the same settings, such as a repetition."""
    copy = curve.modifiers.new(type=source.type)
    for name, setting in source.bl_rna.properties.items():
        if not setting.is_readonly and name != "active":
            value = getattr(source, name)
            setattr(copy, name, value[:] if getattr(setting, "is_array", False) else value)
    if isinstance(source, bpy.types.FModifierEnvelope) and isinstance(copy, bpy.types.FModifierEnvelope):
        for point in source.control_points:
            added = copy.control_points.add(point.frame)
            added.min, added.max = point.min, point.max
