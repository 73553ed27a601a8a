"""The keys of an action, bone by bone: at which frames, and whether they are hints, pins or nothing."""

from collections import defaultdict

import bpy

from ...solver.motion import sketch
from ..armature import actions
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
    armature_object: bpy.types.Object, settings: bpy.types.PropertyGroup, first: int, count: int
) -> dict[str, tuple[sketch.Key, ...]]:
    """Keys of every bone that has any, at frames of the clip.

    Args:
        armature_object: whose action is the sketch.
        settings: SPACETIME_PG_sketch.
        first: scene frame of the clip's first.
        count: frames of the clip; keys outside are left out.
    """
    uses = _uses(armature_object, settings)
    found: dict[str, dict[int, tuple[str, bool]]] = defaultdict(dict)
    for bone, points in _points(armature_object).items():
        use = uses.get(bone, str(settings.keys))
        for point in points:
            frame = round(point.co[0]) - first
            if 0 <= frame < count:
                meant = _BY_TYPE.get(point.type, HINT) if use == BY_TYPE else use
                before, stepped = found[bone].get(frame, (IGNORE, True))
                firmest = max(before, meant, key=_WEIGHT.__getitem__)
                found[bone][frame] = (firmest, stepped and point.interpolation == "CONSTANT")
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


def _points(armature_object: bpy.types.Object) -> dict[str, list[bpy.types.Keyframe]]:
    """Keys of every bone in the action that the armature plays."""
    points: dict[str, list[bpy.types.Keyframe]] = defaultdict(list)
    for curve in actions.played_curves(armature_object):
        path = curve.data_path
        if path.startswith('pose.bones["'):
            bone = bpy.utils.unescape_identifier(path.split('"]')[0].removeprefix('pose.bones["'))
            points[bone] += curve.keyframe_points
    return points
