"""Keys of played actions by bone: their frames, and whether they are hints, pins or ignored."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache

import bpy
import numpy as np

from ...solver.job import drawn_motion
from ..blender.actions import bone_of
from ..blender.nla import Layer, played_layers
from ..blender.rest_pose import armature_data
from .sketch_properties import BY_TYPE, HINT, IGNORE, PIN

_BY_TYPE = {
    "EXTREME": PIN,
    "JITTER": IGNORE,
    "GENERATED": IGNORE,
}  # Blender's keyframe types; others are hints
_WORDS = {HINT: drawn_motion.HINT, PIN: drawn_motion.PIN, IGNORE: drawn_motion.IGNORE}
Keys = Iterable[tuple[int, str, bool]]  # frame, type, whether interpolation is constant
_WEIGHT = {IGNORE: 0, HINT: 1, PIN: 2}  # the strongest of a bone's channels counts at each frame


def read_keys(
    armature_object: bpy.types.Object,
    settings: bpy.types.PropertyGroup,
    posed_by: Mapping[str, frozenset[str]],
    first: int,
    count: int,
) -> dict[str, tuple[drawn_motion.Key, ...]]:
    """Keys of bones with bodies, at frames of the clip.

    Args:
        armature_object: with the action and NLA strips of the sketch.
        settings: SPACETIME_PG_sketch.
        posed_by: bones with bodies, each with the bones that pose it, see ``controls``. The meaning of keys is that of
            the collection of the keyed bone, else of the one with the body, else of the default.
        first: scene frame at which the clip begins.
        count: frames of the clip; keys outside are ignored.
    """
    uses = _uses(armature_object, settings)
    found: dict[str, dict[int, tuple[str, bool]]] = defaultdict(dict)
    for keyed, keys in _keys(played_layers(armature_object), set().union(*posed_by.values())):
        inside = [
            (at - first, kind, is_constant) for at, kind, is_constant in keys if 0 <= at - first < count
        ]
        for bone in (bone for bone, controls in posed_by.items() if keyed in controls):
            use = uses.get(keyed, uses.get(bone, str(settings.keys)))
            for frame, kind, is_constant in inside:
                meant = _BY_TYPE.get(kind, HINT) if use == BY_TYPE else use
                before, stepped = found[bone].get(frame, (IGNORE, True))
                firmest = max(before, meant, key=_WEIGHT.__getitem__)
                found[bone][frame] = (firmest, stepped and is_constant)
    return {
        bone: tuple(
            drawn_motion.Key(frame, _WORDS[use], stepped) for frame, (use, stepped) in sorted(keys.items())
        )
        for bone, keys in found.items()
    }


def _uses(armature_object: bpy.types.Object, settings: bpy.types.PropertyGroup) -> dict[str, str]:
    """Meaning of keys for bones of the listed collections; the last row wins."""
    collections = armature_data(armature_object).collections_all
    return {
        bone.name: str(group.use)
        for group in settings.groups
        if group.name in collections
        for bone in collections[group.name].bones_recursive
    }


def _keys(layers: Sequence[Layer], bones: set[str]) -> Iterator[tuple[str, Keys]]:
    """Bones with the visible keys of a curve, which no upper layer hides."""
    above: dict[tuple[str, int], list[Layer]] = defaultdict(list)  # what hides a channel
    for layer in layers:
        for bone, curve in _curves(layer, bones):
            yield bone, _keys_of(curve, layer, above[curve.data_path, curve.array_index])
        for curve in layer.curves if layer.hides else ():
            above[curve.data_path, curve.array_index].append(layer)


def _curves(layer: Layer, bones: set[str]) -> Iterator[tuple[str, bpy.types.FCurve]]:
    """A layer's curves of bones."""
    for curve in layer.curves:
        bone = bone_of(curve.data_path)
        if bone in bones:
            yield bone, curve


def _keys_of(curve: bpy.types.FCurve, layer: Layer, above: Sequence[Layer]) -> Keys:
    """Whole frame, keyframe type, and constant interpolation of every key, read in bulk."""
    count, (names, constant) = len(curve.keyframe_points), _words_of_blender()
    at, kinds, ways = np.empty(2 * count, np.float32), np.empty(count, np.int32), np.empty(count, np.int32)
    for name, values in (("co", at), ("type", kinds), ("interpolation", ways)):
        curve.keyframe_points.foreach_get(name, values)
    frames, which = layer.placed(at[::2].astype(float))
    for each in above:
        shows = (frames < each.first) | (frames > each.last)
        frames, which = frames[shows], which[shows]
    whole, is_constant = np.rint(frames).astype(int).tolist(), (ways[which] == constant).tolist()
    return zip(whole, (names[kind] for kind in kinds[which].tolist()), is_constant, strict=True)


@cache
def _words_of_blender() -> tuple[dict[int, str], int]:
    """Keyframe types by number, and the number of constant interpolation."""
    enums = bpy.types.Keyframe.bl_rna.properties
    names = {item.value: item.identifier for item in enums["type"].enum_items}
    return names, enums["interpolation"].enum_items["CONSTANT"].value
