"""Which bones of a rig follow which, by parents and constraints."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

import bpy

_AIMING = {"STRETCH_TO", "TRACK_TO", "DAMPED_TRACK", "LOCKED_TRACK"}


@dataclass(frozen=True)
class Chain:
    """Bones that inverse kinematics pose.

    Attributes:
        links: from the one with the constraint to the first.
        goal: what the end reaches for.
        pole: what it bends toward, if anything.
        base: the bone that carries its first one, if any.
    """

    links: tuple[str, ...]
    goal: tuple[str, ...]
    pole: tuple[str, ...]
    base: tuple[str, ...]


class Following:
    """Which bones follow which.

    Constraints that are off or without influence do not count.

    Attributes:
        aims: of each bone, what it turns to.
        chains: to which each bone belongs.
    """

    def __init__(self, armature_object: bpy.types.Object) -> None:
        """Reads an armature as it is now, an evaluated one as its drivers are now."""
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
        """These bones and all that they follow, and what those follow."""
        found: set[str] = set()
        todo = list(bones)
        while todo:
            bone = todo.pop()
            if bone not in found:
                found.add(bone)
                todo += self._leads[bone]
        return found

    def posed_by(self, *bones: str) -> set[str]:
        """The same and all that those aim at and that poses chains they belong to."""
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
                self._leads[bone.name].clear()  # what came before does not show
            self._leads[bone.name] += targets

    def _targets(self, constraint: bpy.types.Constraint) -> Iterator[str]:
        """Bones of the same armature."""
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
    """Whether nothing shows of what a bone did before this constraint."""
    return (
        constraint.type == "COPY_TRANSFORMS"
        and constraint.influence == 1
        and constraint.mix_mode == "REPLACE"
    )
