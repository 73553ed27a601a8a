"""Limb maps of a character as documents, and as lists that the artist edits."""

import bpy
from bpy.types import PropertyGroup

from ...solver.retarget.creature_map import CreatureMap, LimbPair


def kept_map(armature_object: bpy.types.Object, source: str) -> CreatureMap | None:
    """The map for a source; None if it was never retargeted to this character.

    Lines without a partner are left out.
    """
    found = list_of(armature_object, source)
    if found is None:
        return None
    pairs = tuple(LimbPair(line.source, line.target) for line in found.pairs if line.source and line.target)
    return CreatureMap(source, armature_object.name, pairs)


def list_of(armature_object: bpy.types.Object, source: str) -> PropertyGroup | None:
    """The list for a source, if any."""
    maps = armature_object.spacetime.retarget.maps
    found: PropertyGroup | None = maps.get(source)
    return found


def keep_map(
    armature_object: bpy.types.Object, source: str, limbs: CreatureMap, without: tuple[str, ...] = ()
) -> None:
    """Replaces the map for a source.

    Args:
        armature_object: of the target.
        source: name of the source's armature.
        limbs: that correspond.
        without: limbs of the source that have no partner, which are listed, too.
    """
    found = list_of(armature_object, source)
    if found is None:
        found = armature_object.spacetime.retarget.maps.add()
        found.name = source
    found.pairs.clear()
    for pair in (*limbs.limbs, *(LimbPair(name, "") for name in without)):
        line = found.pairs.add()
        line.source, line.target = pair.source, pair.target


def forget_map(armature_object: bpy.types.Object, source: str) -> None:
    """Removes the map for a source, so that limbs are matched anew."""
    maps = armature_object.spacetime.retarget.maps
    if source in maps:
        maps.remove(maps.find(source))
