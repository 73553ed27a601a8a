"""What overrides the keys of bones: constraints, also of chains that begin elsewhere, and drivers."""

from collections.abc import Collection

import bpy

from .muting import drivers_of
from .rest_pose import armature_data

CHAINS = ("IK", "SPLINE_IK")  # constraints that also pose parents of their bone


def overriding_constraints(
    armature_object: bpy.types.Object, bones: Collection[str]
) -> list[tuple[str, bpy.types.Constraint]]:
    """Constraints that pose bones or their parents, with the bones that have them, whatever their influence now.

    The nearest come first.
    """
    posed, every = armature_object.pose.bones, armature_data(armature_object).bones
    line = dict.fromkeys(each.name for name in bones for each in (every[name], *every[name].parent_recursive))
    own = [(name, each) for name in line for each in posed[name].constraints if not each.mute]
    return own + [
        (bone.name, each)
        for bone in posed
        for each in (bone.constraints if bone.name not in line else ())
        if not each.mute and not line.keys().isdisjoint(_chain(bone, each))
    ]


def overriding_drivers(armature_object: bpy.types.Object, bones: Collection[str]) -> list[bpy.types.FCurve]:
    """Drivers that pose bones or their parents."""
    every = armature_data(armature_object).bones
    line = {each.name for name in bones for each in (every[name], *every[name].parent_recursive)}
    return drivers_of(armature_object, line)


def _chain(bone: bpy.types.PoseBone, constraint: bpy.types.Constraint) -> set[str]:
    """Names of a bone's parents that a constraint of it poses as well."""
    if constraint.type not in CHAINS:
        return set()
    count = int(getattr(constraint, "chain_count", 0))
    line = [bone, *bone.parent_recursive] if getattr(constraint, "use_tail", True) else bone.parent_recursive
    return {each.name for each in (line[:count] if count else line)}
