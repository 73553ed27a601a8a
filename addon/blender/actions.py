"""F-curves of an action, slotted (Blender 4.4 and later) or legacy."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import bpy
import numpy as np

from ...solver.arrays import Array, Single
from ...solver.errors import InputError

OF_BONE = r'pose\.bones\["((?:[^"\\]|\\.)*)"\]'  # beginning of a path
BONE_PATH = re.compile(OF_BONE + r"\.(\w+)")
# of an object
PLACE_PATHS = ("location", "rotation_euler", "rotation_quaternion", "rotation_axis_angle", "scale")
MOST_VALUES = 4  # of a bone's channel: a quaternion's
_LINEAR = bpy.types.Keyframe.bl_rna.properties["interpolation"].enum_items["LINEAR"].value
Channels = dict[tuple[str, str], list[bpy.types.FCurve]]  # by bone and channel


def has_slots(action: bpy.types.Action) -> bool:
    """Whether this Blender's actions have layers and slots."""
    return hasattr(action, "layers")


def new_action(name: str, slot_name: str) -> bpy.types.Action:
    """An empty action for an object, with a slot if this Blender has slots."""
    action = bpy.data.actions.new(name)
    if has_slots(action):
        action.slots.new(id_type="OBJECT", name=slot_name)
    return action


def slot_of(armature_object: bpy.types.Object) -> str:
    """Identifier of the slot that an object plays; empty if it plays none or this Blender has no slots."""
    slot = getattr(armature_object.animation_data, "action_slot", None)
    return str(slot.identifier) if slot is not None else ""


def duplicate(action: bpy.types.Action, *, slot: str = "") -> bpy.types.Action:
    """An independent copy, of one slot only if it is named."""
    copy = action.copy()
    assert isinstance(copy, bpy.types.Action)
    for other in [each for each in copy.slots if each.identifier != slot] if slot else ():
        copy.slots.remove(other)
    return copy


def assign(armature_object: bpy.types.Object, action: bpy.types.Action, *, slot: str = "") -> None:
    """Assigns an action and a slot to the object, after leaving tweak mode."""
    data = armature_object.animation_data or armature_object.animation_data_create()
    data.use_tweak_mode = False  # Blender refuses another action in tweak mode
    data.action = action
    if has_slots(action):
        data.action_slot = _slot(action, slot)  # without its slot nothing moves


def play(armature_object: bpy.types.Object, action: bpy.types.Action | None, *, slot: str = "") -> None:
    """Assigns an action and a slot as ``assign`` does, or none."""
    if action is not None:
        assign(armature_object, action, slot=slot)
    elif armature_object.animation_data is not None:
        armature_object.animation_data.use_tweak_mode = False
        armature_object.animation_data.action = None


def add_curves(
    action: bpy.types.Action, bone: str, channel: str, frames: Array, values: Array
) -> list[bpy.types.FCurve]:
    """One linear curve per column of ``values`` (S, k) on a bone's channel."""
    curves = [new_curve(action, _path(bone, channel), index, bone) for index in range(values.shape[1])]
    for curve, column in zip(curves, values.T, strict=True):
        _fill(curve, frames, column)
    return curves


def add_path(
    action: bpy.types.Action, path: str, indices: Sequence[int], frames: Array, values: Array
) -> None:
    """Linear curves with values (S, k) on the components of any property; of a bone, in the bone's group."""
    for index, column in zip(indices, values.T, strict=True):
        _fill(new_curve(action, path, index, bone_of(path) or "Object"), frames, column)


def rewrite(curves: Sequence[bpy.types.FCurve], frames: Array, values: Array) -> None:
    """Replaces the values (S, k) of k curves from ``add_curves``, which is far cheaper than new curves."""
    for curve, column in zip(curves, values.T, strict=True):
        _fill(curve, frames, column)


def set_keys(
    action: bpy.types.Action, frames: Sequence[float], values: Iterable[tuple[str, str, Array]]
) -> Iterator[None]:
    """Keys values (S, k) of bones' channels at frames, one channel per step; keys at other frames stay."""
    for bone, name, table in values:
        found = {curve.array_index: curve for curve in channel(action, bone, name)}
        for index, column in enumerate(table.T):
            curve = found.get(index) or new_curve(action, _path(bone, name), index, bone)
            points = curve.keyframe_points
            if is_linear(curve) and np.array_equal(_keyed(curve)[:, 0], np.asarray(frames, np.float32)):
                _fill(curve, np.asarray(frames, float), column)
                continue
            for frame, value in zip(frames, column, strict=True):
                points.insert(frame, float(value), options={"FAST"})
            curve.update()
        yield


def channels(action: bpy.types.Action, *, slot: str = "") -> Channels:
    """Curves of bones by channel, in the order of their indices; see ``curves_of``."""
    found: Channels = {}
    for curve in sorted(curves_of(action, slot=slot), key=lambda curve: curve.array_index):
        match = BONE_PATH.fullmatch(curve.data_path)
        if match:
            bone = bpy.utils.unescape_identifier(match[1])
            found.setdefault((bone, match[2]), []).append(curve)
    return found


def channel(action: bpy.types.Action, bone: str, name: str, *, slot: str = "") -> list[bpy.types.FCurve]:
    """The current curves of one channel of a bone, in the order of their indices; see ``curves_of``."""
    owner, path = owner_of_curves(action, slot), _path(bone, name)
    found = (owner.find(path, index=index) for index in range(MOST_VALUES)) if owner else ()
    return [curve for curve in found if curve is not None]


def each_channel(
    action: bpy.types.Action, *, slot: str = ""
) -> Iterator[tuple[str, str, list[bpy.types.FCurve]]]:
    """Bone, name and curves of every channel, looked up one at a time.

    Blender invalidates Python references when an action is removed, but not when a curve is: using a reference to a
    curve after Blender has run would read freed memory.
    """
    for bone, name in tuple(channels(action, slot=slot)):
        if curves := channel(action, bone, name, slot=slot):
            yield bone, name, curves


def remove_bones(action: bpy.types.Action, bones: set[str]) -> None:
    """Removes the curves of bones, except those of their scale."""
    owner = owner_of_curves(action)
    for (bone, channel), curves in channels(action).items():
        for curve in curves if bone in bones and channel != "scale" else ():
            owner.remove(curve)


def remove_place(action: bpy.types.Action) -> None:
    """Removes the curves of the object's transform."""
    owner = owner_of_curves(action)
    for curve in [each for each in owner if is_place(each)]:
        owner.remove(curve)


def is_place(curve: bpy.types.FCurve) -> bool:
    """Whether a curve or driver transforms the object itself."""
    return curve.data_path.removeprefix("delta_") in PLACE_PATHS


def keys_of(curves: Sequence[bpy.types.FCurve]) -> tuple[Array, Array]:
    """Frames (S,) and values (S, k) of curves with the same number of keys."""
    points = np.stack([_keyed(curve) for curve in curves])
    return points[0, :, 0].astype(float), points[..., 1].T.astype(float)


def stretch(curves: Iterable[bpy.types.FCurve], first: float, factor: float) -> None:
    """Scales the time of keys and handles about a frame."""
    for curve in curves:
        points = curve.keyframe_points
        for name in ("co", "handle_left", "handle_right"):
            at = np.empty((len(points), 2), np.float32)
            points.foreach_get(name, at.reshape(-1))
            at[:, 0] = np.round(first + (at[:, 0] - first) * factor, 4)
            points.foreach_set(name, at.ravel())
        curve.update()


def write_cubic(curves: Sequence[bpy.types.FCurve], frames: Array, values: Array, slopes: Array) -> None:
    """Gives curves Bezier keys with handles along slopes (S, k) per frame: cubic in time between the keys."""
    before, after = np.diff(frames, prepend=frames[0] - 1), np.diff(frames, append=frames[-1] + 1)
    enums = bpy.types.Keyframe.bl_rna.properties
    free = enums["handle_left_type"].enum_items["FREE"].value
    bezier = enums["interpolation"].enum_items["BEZIER"].value
    for curve, column, slope in zip(curves, values.T, slopes.T, strict=True):
        points = curve.keyframe_points
        points.clear()
        points.add(len(frames))
        for name, reach in (("co", 0.0), ("handle_left", -before / 3), ("handle_right", after / 3)):
            at = np.stack([frames + reach, column + slope * reach], axis=1).astype(np.float32)
            points.foreach_set(name, at.ravel())
        points.foreach_set("interpolation", np.full(len(frames), bezier, np.int32))
        for name in ("handle_left_type", "handle_right_type"):
            points.foreach_set(name, np.full(len(frames), free, np.int32))
        curve.update()


def key_frames(action: bpy.types.Action, *, slot: str = "") -> list[float]:
    """Frames with keys in a slot, in order; see ``curves_of``."""
    return frames_of(curves_of(action, slot=slot))


def frames_of(curves: Sequence[bpy.types.FCurve]) -> list[float]:
    """Frames with a key in any of the curves, in order."""
    keyed = [_keyed(curve)[:, 0] for curve in curves]
    frames: list[float] = np.unique(np.concatenate(keyed)).tolist() if keyed else []
    return frames


def keyed_bones(action: bpy.types.Action) -> set[str]:
    """Names of the bones that an action moves."""
    return {bone for bone, _ in channels(action)}


def sample(curves: Sequence[bpy.types.FCurve], frames: Sequence[float]) -> Array:
    """Values (S, k) of a channel's curves at frames, including modifiers."""
    return np.stack([_sampled(curve, np.asarray(frames, float)) for curve in curves], axis=1)


def rest_values(channel: str, n_values: int) -> Array:
    """Values (k,) of a bone's channel at rest."""
    if channel == "rotation_quaternion":
        return np.array([1.0, 0.0, 0.0, 0.0])
    if channel == "rotation_axis_angle":
        return np.array([0.0, 0.0, 1.0, 0.0])
    return np.ones(n_values) if channel == "scale" else np.zeros(n_values)


def negate(curves: Sequence[bpy.types.FCurve]) -> None:
    """Negates all keys."""
    for curve in curves:
        keys = _keyed(curve)
        keys[:, 1] *= -1
        curve.keyframe_points.foreach_set("co", keys.ravel())
        curve.update()


def add_strip(
    owner: bpy.types.Object, name: str, action: bpy.types.Action, *, slot: str = ""
) -> bpy.types.NlaStrip:
    """A new top NLA track called ``name`` with one strip that plays the action at its original frames."""
    first, last = action.frame_range[0], action.frame_range[1]
    track = owner.animation_data.nla_tracks.new()
    track.name = name
    strip = track.strips.new(name, round(first), action)
    strip.name = name
    if has_slots(action):
        strip.action_slot = _slot(action, slot)
    strip.action_frame_start, strip.action_frame_end = first, last
    return strip


def curves_of(action: bpy.types.Action, *, slot: str = "") -> Sequence[bpy.types.FCurve]:
    """All curves of the slot with this identifier, or of the first slot."""
    return owner_of_curves(action, slot) or []


def curves_of_strip(strip: bpy.types.NlaStrip) -> Sequence[bpy.types.FCurve]:
    """All curves that a strip plays: those of its action in the strip's slot that are not muted."""
    if strip.action is None:
        return []
    slot = getattr(strip, "action_slot", None)
    if has_slots(strip.action) and slot is None:
        return []
    curves = curves_of(strip.action, slot=str(slot.identifier) if slot is not None else "")
    return [curve for curve in curves if plays(curve)]


def played_curves(armature_object: bpy.types.Object) -> Sequence[bpy.types.FCurve]:
    """All curves of an object's action in the object's slot that are not muted."""
    data = armature_object.animation_data
    if data is None or data.action is None:
        return []
    if not has_slots(data.action):
        return [curve for curve in data.action.fcurves if plays(curve)]
    if data.action_slot is None:
        return []
    bags = (strip.channelbag(data.action_slot) for layer in data.action.layers for strip in layer.strips)
    return [curve for bag in bags if bag is not None for curve in bag.fcurves if plays(curve)]


def is_played_by(armature_object: bpy.types.Object) -> bool:
    """Whether an object plays its action; without a slot, none of its curves do anything."""
    data = armature_object.animation_data
    if data is None or data.action is None:
        return False
    return not has_slots(data.action) or data.action_slot is not None


def plays(curve: bpy.types.FCurve) -> bool:
    """Whether neither a curve nor its group is muted."""
    return not curve.mute and (curve.group is None or not curve.group.mute)


def repeat(curve: bpy.types.FCurve, *, travels: bool) -> None:
    """Makes a curve cyclic in both directions, with offset if it travels."""
    modifier = curve.modifiers.new(type="CYCLES")
    modifier.mode_before = modifier.mode_after = "REPEAT_OFFSET" if travels else "REPEAT"


def is_playable(action: bpy.types.Action) -> bool:
    """Whether the action has a slot, without which it cannot be played; an empty action may have none."""
    return not has_slots(action) or len(action.slots) > 0


def require_slot(action: bpy.types.Action) -> None:
    """Checks that an action can be played.

    Raises:
        InputError: it has no slot.
    """
    if not is_playable(action):
        raise InputError(
            f"the action '{action.name}' has no slot, so nothing can play it; add one or solve again"
        )


def _slot(action: bpy.types.Action, identifier: str) -> Any:
    require_slot(action)
    return action.slots[identifier] if identifier in action.slots else action.slots[0]


def owner_of_curves(action: bpy.types.Action, slot: str = "") -> Any:
    """The owner of a slot's curves, which can add and remove them; None if nothing is keyed."""
    if not has_slots(action):
        return action.fcurves
    if not len(action.slots) or not len(action.layers) or not len(action.layers[0].strips):
        return None
    bag = action.layers[0].strips[0].channelbag(_slot(action, slot))
    return bag.fcurves if bag is not None else None


def _sampled(curve: bpy.types.FCurve, frames: Array) -> Array:
    """Values (S,) at frames, taken directly from keys if every frame has one, which is far faster."""
    if len(frames) > 1 and all(modifier.type == "CYCLES" for modifier in curve.modifiers):
        keys = _keyed(curve)  # repeating has no effect between the first and the last
        exact = frames.astype(np.float32)
        at = np.searchsorted(keys[:, 0], exact).clip(0, max(len(keys) - 1, 0))
        if len(keys) and np.array_equal(keys[at, 0], exact):
            return np.asarray(keys[at, 1], float)
    return np.array([curve.evaluate(frame) for frame in frames])


def _keyed(curve: bpy.types.FCurve) -> Single:
    """Frames and values (S, 2) of a curve's keys."""
    keys = np.empty((len(curve.keyframe_points), 2), np.float32)
    curve.keyframe_points.foreach_get("co", keys.reshape(-1))
    return keys


def is_linear(curve: bpy.types.FCurve) -> bool:
    """Whether all keys of a curve are interpolated linearly."""
    kinds = np.empty(len(curve.keyframe_points), np.int32)
    curve.keyframe_points.foreach_get("interpolation", kinds)
    return bool((kinds == _LINEAR).all())


def bone_of(path: str) -> str:
    """Name of the bone at the beginning of a path; empty if there is none."""
    found = re.match(OF_BONE, path)
    return bpy.utils.unescape_identifier(found[1]) if found is not None else ""


def _path(bone: str, channel: str) -> str:
    dot = "" if channel.startswith("[") else "."  # a custom property is not an attribute
    return f'pose.bones["{bpy.utils.escape_identifier(bone)}"]{dot}{channel}'


def new_curve(action: bpy.types.Action, path: str, index: int, group: str) -> bpy.types.FCurve:
    """A new curve on a component of any property, in the first slot."""
    curve: bpy.types.FCurve
    if not has_slots(action):
        curve = action.fcurves.new(path, index=index, action_group=group)
        return curve
    layer = action.layers[0] if len(action.layers) else action.layers.new("Layer")
    strip = layer.strips[0] if len(layer.strips) else layer.strips.new(type="KEYFRAME")
    bag = strip.channelbag(_slot(action, ""), ensure=True)
    curve = bag.fcurves.new(path, index=index)
    curve.group = bag.groups.get(group) or bag.groups.new(group)
    return curve


def _fill(curve: bpy.types.FCurve, frames: Array, values: Array) -> None:
    points = curve.keyframe_points
    if len(points) != len(frames):
        points.clear()
        points.add(len(frames))
    points.foreach_set("co", np.stack([frames, values], axis=1).astype(np.float32).ravel())
    points.foreach_set("interpolation", np.full(len(frames), _LINEAR, np.int32))
    curve.update()
