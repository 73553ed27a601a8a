"""The bones that pose a body's joint, which in a control rig are not the deforming ones.

A bone follows its parent and what its constraints copy. What a body follows and the body that carries it does not poses
the joint between them; what both follow, as a control of the whole spine above an arm, moves them as one. Inverse
kinematics pose all joints of their chain from its end, and constraints that aim turn a bone to their target.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import bpy

_AIMING = {"STRETCH_TO", "TRACK_TO", "DAMPED_TRACK", "LOCKED_TRACK"}


def controls(
    armature_object: bpy.types.Object, carriers: Mapping[str, str | None]
) -> dict[str, frozenset[str]]:
    """Bones that pose the joint of each body, the one with the body among them.

    Args:
        armature_object: as it is now: constraints that are off or without influence do not count.
        carriers: each bone with a body, and the one whose body carries it; None: nothing carries it.
    """
    rig = _Rig(armature_object)
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
                posing |= rig.followed(*chain.targets) - rig.followed(*chain.base)
        found[bone] = frozenset(posing)
    return found


@dataclass(frozen=True)
class _Chain:
    """Bones that inverse kinematics pose.

    Attributes:
        targets: of its end, and of its bend where it has one.
        base: the bone that carries its first one, if any.
    """

    targets: tuple[str, ...]
    base: tuple[str, ...]


class _Rig:
    """Which bones follow which.

    Attributes:
        aims: of each bone, what it turns to.
        chains: to which each bone belongs.
    """

    def __init__(self, armature_object: bpy.types.Object) -> None:
        self._armature_object = armature_object
        self._leads: dict[str, list[str]] = defaultdict(list)
        self.aims: dict[str, list[str]] = defaultdict(list)
        self.chains: dict[str, list[_Chain]] = defaultdict(list)
        for bone in armature_object.pose.bones:
            for constraint in bone.constraints:
                if not constraint.mute and constraint.influence > 0:
                    self._add(bone, constraint)
            if bone.parent:
                self._leads[bone.name].append(bone.parent.name)

    def followed(self, *bones: str) -> set[str]:
        """These bones and all that they follow, and what those follow."""
        found: set[str] = set()
        todo = list(bones)
        while todo:
            bone = todo.pop()
            if bone not in found:
                found.add(bone)
                todo += self._leads[bone]
        return found

    def handle(self, bone: str) -> set[str]:
        """A bone that is aimed at and those above it, up to the first that an artist sees."""
        found = set[str]()
        for each in (own := self._armature_object.pose.bones[bone], *own.parent_recursive):
            found.add(each.name)
            if each.custom_shape:
                break
        return found

    def _add(self, bone: bpy.types.PoseBone, constraint: bpy.types.Constraint) -> None:
        targets = list(self._targets(constraint))
        if constraint.type == "IK":
            links = [bone, *bone.parent_recursive][: constraint.chain_count or None]
            base = (links[-1].parent.name,) if links[-1].parent else ()
            for link in links:
                self.chains[link.name].append(_Chain(tuple(targets), base))
        elif constraint.type in _AIMING:
            self.aims[bone.name] += targets
        else:
            if _replaces(constraint):
                self._leads[bone.name].clear()  # what came before does not show
            self._leads[bone.name] += targets

    def _targets(self, constraint: bpy.types.Constraint) -> Iterator[str]:
        """Bones of the same armature."""
        aimed = [(getattr(constraint, "target", None), getattr(constraint, "subtarget", ""))]
        if constraint.type == "ARMATURE":
            aimed = [(each.target, each.subtarget) for each in constraint.targets if each.weight > 0]
        if constraint.type == "IK":
            aimed.append((constraint.pole_target, constraint.pole_subtarget))
        bones = self._armature_object.pose.bones
        yield from (name for target, name in aimed if target == self._armature_object and name in bones)


def _replaces(constraint: bpy.types.Constraint) -> bool:
    """Whether nothing shows of what a bone did before this constraint."""
    return (
        constraint.type == "COPY_TRANSFORMS"
        and constraint.influence == 1
        and constraint.mix_mode == "REPLACE"
    )
