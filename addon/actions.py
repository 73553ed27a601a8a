"""F-curves of an action, in slotted actions (Blender 4.4 and later) and in the older kind."""

from collections.abc import Sequence

import bpy
import numpy as np

from .rest_pose import Array


def has_slots(action: bpy.types.Action) -> bool:
    """Whether this Blender's actions have layers and slots."""
    return hasattr(action, "layers")


def new_action(name: str, slot_name: str) -> bpy.types.Action:
    """An empty action for an object, with a slot where this Blender has slots."""
    action = bpy.data.actions.new(name)
    if has_slots(action):
        action.slots.new(id_type="OBJECT", name=slot_name)
    return action


def assign(armature_object: bpy.types.Object, action: bpy.types.Action) -> None:
    """Makes ``action`` the one that the object plays."""
    data = armature_object.animation_data or armature_object.animation_data_create()
    data.action = action
    if has_slots(action):
        data.action_slot = action.slots[0]  # without its slot nothing moves


def add_curves(
    action: bpy.types.Action, bone: str, channel: str, frames: Array, values: Array
) -> list[bpy.types.FCurve]:
    """One linear curve per column of ``values`` (S, k) on a bone's channel."""
    path = f'pose.bones["{bpy.utils.escape_identifier(bone)}"].{channel}'
    curves = [_new_curve(action, path, index, bone) for index in range(values.shape[1])]
    for curve, column in zip(curves, values.T, strict=True):
        _fill(curve, frames, column)
    return curves


def curves_of(action: bpy.types.Action) -> Sequence[bpy.types.FCurve]:
    """All curves of the first slot."""
    if not has_slots(action):
        curves: Sequence[bpy.types.FCurve] = action.fcurves
        return curves
    if not len(action.slots) or not len(action.layers) or not len(action.layers[0].strips):
        return []
    bag = action.layers[0].strips[0].channelbag(action.slots[0])
    return bag.fcurves if bag is not None else []


def played_curves(armature_object: bpy.types.Object) -> Sequence[bpy.types.FCurve]:
    """All curves that move an object now: those of its action, in the object's own slot."""
    data = armature_object.animation_data
    if data is None or data.action is None:
        return []
    if not has_slots(data.action):
        curves: Sequence[bpy.types.FCurve] = data.action.fcurves
        return curves
    if data.action_slot is None:
        return []
    bags = (strip.channelbag(data.action_slot) for layer in data.action.layers for strip in layer.strips)
    return [curve for bag in bags if bag is not None for curve in bag.fcurves]


def repeat(curve: bpy.types.FCurve, *, travels: bool) -> None:
    """Lets a curve go on for ever in both directions; a travelling one from where it arrived."""
    modifier = curve.modifiers.new(type="CYCLES")
    modifier.mode_before = modifier.mode_after = "REPEAT_OFFSET" if travels else "REPEAT"


def _new_curve(action: bpy.types.Action, path: str, index: int, group: str) -> bpy.types.FCurve:
    curve: bpy.types.FCurve
    if not has_slots(action):
        curve = action.fcurves.new(path, index=index, action_group=group)
        return curve
    layer = action.layers[0] if len(action.layers) else action.layers.new("Layer")
    strip = layer.strips[0] if len(layer.strips) else layer.strips.new(type="KEYFRAME")
    bag = strip.channelbag(action.slots[0], ensure=True)
    curve = bag.fcurves.new(path, index=index)
    curve.group = bag.groups.get(group) or bag.groups.new(group)
    return curve


def _fill(curve: bpy.types.FCurve, frames: Array, values: Array) -> None:
    linear = bpy.types.Keyframe.bl_rna.properties["interpolation"].enum_items["LINEAR"].value
    points = curve.keyframe_points
    points.add(len(frames))
    points.foreach_set("co", np.stack([frames, values], axis=1).astype(np.float32).ravel())
    points.foreach_set("interpolation", np.full(len(frames), linear, np.int32))
    curve.update()
