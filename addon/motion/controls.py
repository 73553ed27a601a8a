"""The bones that pose a body's joint, which in a control rig are not the deforming ones.

A bone follows its parent and what its constraints copy. What a body follows and the body that carries it does not poses
the joint between them; what both follow, as a control of the whole spine above an arm, moves them as one. Inverse
kinematics pose all joints of their chain from its end, and constraints that aim turn a bone to their target.
"""

from collections.abc import Mapping

import bpy

from ..controls.following import Following


def controls(
    armature_object: bpy.types.Object, carriers: Mapping[str, str | None]
) -> dict[str, frozenset[str]]:
    """Bones that pose the joint of each body, the one with the body among them.

    Args:
        armature_object: as it is now: constraints that are off or without influence do not count.
        carriers: each bone with a body, and the one whose body carries it; None: nothing carries it.
    """
    rig = Following(armature_object)
    followed: dict[str | None, set[str]] = {None: set()}
    followed.update((bone, rig.followed(bone)) for bone in carriers)
    found = {}
    for bone, carrier in carriers.items():
        own = followed[bone] - followed[carrier]
        posing = {*own, bone}
        for each in own:
            for target in rig.aims[each]:
                posing |= rig.handle(target) - followed[carrier]
            for chain in rig.chains[each]:
                posing |= rig.followed(*chain.goal, *chain.pole) - rig.followed(*chain.base)
        found[bone] = frozenset(posing)
    return found
