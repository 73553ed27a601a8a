"""The bones that pose a body's joint, which differ from the deforming ones in a control rig.

A bone follows its parent and the targets of its constraints, except inverse kinematics and tracking. A bone that a
body follows, but its parent body does not, poses the joint between them; one that both follow, such as a spine control
above an arm, moves both. Inverse kinematics pose all joints of their chain from its end and its pole, and tracking
constraints rotate a bone toward their target.
"""

from collections.abc import Mapping

import bpy

from ..controls.following import Following


def controls(
    armature_object: bpy.types.Object, carriers: Mapping[str, str | None]
) -> dict[str, frozenset[str]]:
    """Bones that pose the joint of each body, including the bone of the body.

    Args:
        armature_object: in its current state; disabled constraints and those without influence are ignored.
        carriers: bone of the parent body for each bone with a body; None for the root.
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
