"""Bones of an armature without bodies, between those with bodies and above the root's."""

from collections.abc import Collection

import bpy

from ...solver.fitting.between_bones import BetweenBone, bones_between
from .rest_pose import armature_data, carrier_of


def between_bones(armature_object: bpy.types.Object, bodies: Collection[str]) -> tuple[BetweenBone, ...]:
    """The bones between bodies, carriers first.

    Args:
        armature_object: with the bones.
        bodies: names of bones with bodies.

    Raises:
        InputError: the Body Parent of a bone does not exist.
    """
    bones = armature_data(armature_object).bones

    def carrier(name: str) -> str | None:
        above = None if bones[name].spacetime.is_root else carrier_of(bones[name])
        return above.name if above is not None else None

    return bones_between([name for name in bodies if name in bones], carrier)


def bones_above(armature_object: bpy.types.Object, bodies: Collection[str]) -> tuple[BetweenBone, ...]:
    """The bones without bodies that carry the root's, nearest first."""
    bones = armature_data(armature_object).bones
    roots = [bones[name] for name in bodies if name in bones and not {*bodies} & {*_names_above(bones[name])}]
    return tuple(
        BetweenBone(above, root.name, "", (), is_above=True)
        for root in roots[:1]
        for above in _names_above(root)
    )


def _names_above(bone: bpy.types.Bone) -> list[str]:
    return [above.name for above in bone.parent_recursive]
