"""The keys of what is played, bone by bone: at which frames, and whether they are hints, pins or nothing."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

import bpy
import numpy as np

from ...solver.motion import sketch
from ..armature.played import Layer, played_layers
from ..armature.rest_pose import armature_data
from .sketch_properties import BY_TYPE, HINT, IGNORE, PIN

_BY_TYPE = {
    "EXTREME": PIN,
    "JITTER": IGNORE,
    "GENERATED": IGNORE,
}  # Blender's kinds of keys; the others are hints
_WORDS = {HINT: sketch.HINT, PIN: sketch.PIN, IGNORE: sketch.IGNORE}
_WEIGHT = {IGNORE: 0, HINT: 1, PIN: 2}  # of a bone's channels at one frame the firmest counts


def read_keys(
    armature_object: bpy.types.Object,
    settings: bpy.types.PropertyGroup,
    bones: set[str],
    first: int,
    count: int,
) -> dict[str, tuple[sketch.Key, ...]]:
    """Keys of bones that have any, at frames of the clip.

    Args:
        armature_object: whose action and NLA strips are the sketch.
        settings: SPACETIME_PG_sketch.
        bones: whose keys are read.
        first: scene frame of the clip's first.
        count: frames of the clip; keys outside are left out.
    """
    uses = _uses(armature_object, settings)
    found: dict[str, dict[int, tuple[str, bool]]] = defaultdict(dict)
    for bone, at, kind, is_constant in _keys(played_layers(armature_object), bones):
        use, frame = uses.get(bone, str(settings.keys)), round(at) - first
        if 0 <= frame < count:
            meant = _BY_TYPE.get(kind, HINT) if use == BY_TYPE else use
            before, stepped = found[bone].get(frame, (IGNORE, True))
            firmest = max(before, meant, key=_WEIGHT.__getitem__)
            found[bone][frame] = (firmest, stepped and is_constant)
    return {
        bone: tuple(sketch.Key(frame, _WORDS[use], stepped) for frame, (use, stepped) in sorted(keys.items()))
        for bone, keys in found.items()
    }


def _uses(armature_object: bpy.types.Object, settings: bpy.types.PropertyGroup) -> dict[str, str]:
    """What the keys of a bone mean, for bones of the listed collections; the last row counts."""
    collections = armature_data(armature_object).collections_all
    return {
        bone.name: str(group.use)
        for group in settings.groups
        if group.name in collections
        for bone in collections[group.name].bones_recursive
    }


def _keys(layers: Sequence[Layer], bones: set[str]) -> Iterator[tuple[str, float, str, bool]]:
    """Bone, frame of the timeline, kind, and whether the curve is constant after it, of keys that show."""
    above: dict[tuple[str, int], list[Layer]] = defaultdict(list)  # the layers that hide a channel
    for layer in layers:
        for bone, curve in _curves(layer, bones):
            hiding = above[curve.data_path, curve.array_index]
            for at, kind, is_constant in _keys_of(curve):
                for frame in layer.frames(at):
                    if not any(each.first <= frame <= each.last for each in hiding):
                        yield bone, frame, kind, is_constant
        for curve in layer.curves if layer.hides else ():
            above[curve.data_path, curve.array_index].append(layer)


def _curves(layer: Layer, bones: set[str]) -> Iterator[tuple[str, bpy.types.FCurve]]:
    """A layer's curves of bones."""
    for curve in layer.curves:
        path = curve.data_path
        if path.startswith('pose.bones["'):
            bone = bpy.utils.unescape_identifier(path.split('"]')[0].removeprefix('pose.bones["'))
            if bone in bones:
                yield bone, curve


def _keys_of(curve: bpy.types.FCurve) -> Iterator[tuple[float, str, bool]]:
    """Frame and Blender's kind of every key, and whether the curve is constant after it; read all at once."""
    count, enums = len(curve.keyframe_points), bpy.types.Keyframe.bl_rna.properties
    at, kinds, ways = np.empty(2 * count, np.float32), np.empty(count, np.int32), np.empty(count, np.int32)
    for name, values in (("co", at), ("type", kinds), ("interpolation", ways)):
        curve.keyframe_points.foreach_get(name, values)
    names = {item.value: item.identifier for item in enums["type"].enum_items}
    constant = enums["interpolation"].enum_items["CONSTANT"].value
    yield from zip(
        at[::2].tolist(), (names[kind] for kind in kinds.tolist()), (ways == constant).tolist(), strict=True
    )
