"""Which bones of a rig follow which, by parents and constraints."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

import bpy

_AIMING = {"STRETCH_TO", "TRACK_TO", "DAMPED_TRACK", "LOCKED_TRACK"}


@dataclass(frozen=True)
class Chain:
    """A chain of bones posed by inverse kinematics.

    Attributes:
        links: from the one with the constraint to the first.
        goal: target of the end.
        pole: pole target, if any.
        base: parent of the first bone, if any.
    """

    links: tuple[str, ...]
    goal: tuple[str, ...]
    pole: tuple[str, ...]
    base: tuple[str, ...]


class Following:
    """Which bones follow which.

    Disabled constraints and those without influence are ignored.

    Attributes:
        aims: tracking targets of each bone.
        chains: of each bone.
    """

    def __init__(self, armature_object: bpy.types.Object) -> None:
        """Reads the current state of an armature, including drivers if it is evaluated."""
        self._armature_object = armature_object
        self._leads: dict[str, list[str]] = defaultdict(list)
        self.aims: dict[str, list[str]] = defaultdict(list)
        self.chains: dict[str, list[Chain]] = defaultdict(list)
        for bone in armature_object.pose.bones:
            for constraint in bone.constraints:
                if not constraint.mute and constraint.influence > 0:
                    self._add(bone, constraint)
            if bone.parent:
                self._leads[bone.name].append(bone.parent.name)

    def followed(self, *bones: str) -> set[str]:
        """These bones and all that they follow, directly or indirectly."""
        found: set[str] = set()
        todo = list(bones)
        while todo:
            bone = todo.pop()
            if bone not in found:
                found.add(bone)
                todo += self._leads[bone]
        return found

    def posed_by(self, *bones: str) -> set[str]:
        """Bones as in ``followed``, and also their tracking targets and the bones that pose their chains."""
        found: set[str] = set()
        todo = list(bones)
        while todo:
            bone = todo.pop()
            if bone not in found:
                found.add(bone)
                todo += self._leads[bone] + self.aims[bone]
                for chain in self.chains[bone]:
                    todo += (*chain.links, *chain.goal, *chain.pole)
        return found

    def handle(self, bone: str) -> set[str]:
        """A target bone and its parents up to the first with a custom shape."""
        found = set[str]()
        for each in (own := self._armature_object.pose.bones[bone], *own.parent_recursive):
            found.add(each.name)
            if each.custom_shape:
                break
        return found

    def _add(self, bone: bpy.types.PoseBone, constraint: bpy.types.Constraint) -> None:
        targets = list(self._targets(constraint))
        if constraint.type == "IK":
            line = [bone, *bone.parent_recursive] if constraint.use_tail else bone.parent_recursive
            links = line[: constraint.chain_count or None]
            base = (links[-1].parent.name,) if links[-1].parent else ()
            pole = tuple(self._of_armature(constraint.pole_target, constraint.pole_subtarget))
            chain = Chain(tuple(link.name for link in links), tuple(targets), pole, base)
            for link in links:
                self.chains[link.name].append(chain)
        elif constraint.type in _AIMING:
            self.aims[bone.name] += targets
        else:
            if _replaces(constraint):
                self._leads[bone.name].clear()  # overrides previous ones
            self._leads[bone.name] += targets

    def _targets(self, constraint: bpy.types.Constraint) -> Iterator[str]:
        """Target bones in the same armature."""
        aimed = [(getattr(constraint, "target", None), getattr(constraint, "subtarget", ""))]
        if constraint.type == "ARMATURE":
            aimed = [(each.target, each.subtarget) for each in constraint.targets if each.weight > 0]
        for target, name in aimed:
            yield from self._of_armature(target, name)

    def _of_armature(self, target: bpy.types.Object | None, name: str) -> Iterator[str]:
        own, bones = self._armature_object, self._armature_object.pose.bones
        if target is not None and target.original == own.original and name in bones:
            yield name


def _replaces(constraint: bpy.types.Constraint) -> bool:
    """Whether the constraint overrides the pose of the bone completely."""
    return (
        constraint.type == "COPY_TRANSFORMS"
        and constraint.influence == 1
        and constraint.mix_mode == "REPLACE"
    )
