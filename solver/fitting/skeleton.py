"""The deforming bones of a rig as one tree, without control bones, and its left and right by shape."""

import re
from collections.abc import Collection, Iterable, Mapping
from functools import cached_property

import numpy as np

from ..arrays import Array
from ..character.side_names import other_side, without_side
from .bone_ends import with_ends
from .rest_bone import RestBone

LAYER = re.compile(r"^(DEF|ORG|MCH)-")  # Rigify's layers of the same bone
MIRROR_TOLERANCE = 0.02  # of the rig's size
ALIKE = 0.1  # maximum relative difference in length of bones of two sides
NO_LENGTH = 0.006  # of the rig's size; importers give bones without length a short tail


class Skeleton:
    """Tree of deforming bones.

    In a generated control rig, deforming bones often have control bones as parents. The parent is then the deforming
    counterpart of the nearest ancestor (Rigify's DEF-spine for ORG-spine), or the nearest deforming ancestor.

    Attributes:
        bones: by name, parents first.
        parents: name of each bone's parent; "" for a root.
        children: names of each bone's children.
    """

    def __init__(self, bones: Iterable[RestBone]) -> None:
        everything = {bone.name: bone for bone in bones}
        deforming = {name for name, bone in everything.items() if bone.deforms} or set(everything)
        carriers = {name: _carrier(name, everything, deforming) for name in everything if name in deforming}
        self.parents: Mapping[str, str] = carriers
        order = sorted(carriers, key=lambda name: len(_line(name, carriers)))
        below: dict[str, list[str]] = {name: [] for name in order}
        for name, parent in carriers.items():
            if parent:
                below[parent].append(name)
        self.children: Mapping[str, tuple[str, ...]] = {name: tuple(names) for name, names in below.items()}
        self.bones: Mapping[str, RestBone] = with_ends(
            {name: everything[name] for name in order}, self.children
        )

    @cached_property
    def reach(self) -> Mapping[str, float]:
        """Length of the longest path from each bone's head along its descendants to a tip [m]."""
        reach: dict[str, float] = {}
        for name in reversed(list(self.bones)):
            bone = self.bones[name]
            ways = [self.distance(name, child) + reach[child] for child in self.children[name]]
            reach[name] = max([bone.length, *ways])
        return reach

    @cached_property
    def size(self) -> float:
        """Largest extent of the whole rig [m]."""
        ends = np.array([end for bone in self.bones.values() for end in (bone.head, bone.tail)])
        return float(np.ptp(ends, axis=0).max())

    @cached_property
    def root(self) -> str:
        """The root with the most descendants."""
        roots = [name for name, parent in self.parents.items() if not parent]
        return max(roots, key=lambda name: len(self.below(name)))

    def distance(self, name: str, other: str) -> float:
        """Between the heads of two bones [m]."""
        return float(np.linalg.norm(self.bones[name].head - self.bones[other].head))

    def above(self, name: str) -> tuple[str, ...]:
        """Ancestors of ``name``, nearest first."""
        return _line(name, self.parents)

    def carrier_of(self, names: Collection[str]) -> str:
        """The nearest bone that carries all of ``names``, or one of them; "" if they hang on several roots."""
        lines = [(*reversed(self.above(name)), name) for name in names]
        shared = [line[0] for line in zip(*lines, strict=False) if len(set(line)) == 1]
        return shared[-1] if shared else ""

    def below(self, name: str) -> tuple[str, ...]:
        """``name`` and its descendants."""
        found = [name]
        for each in found:
            found.extend(self.children[each])
        return tuple(found)

    def has_length(self, name: str) -> bool:
        """Whether the bone is longer than the stub that importers give to a bone without length."""
        return self.bones[name].length > NO_LENGTH * self.size

    def lateral(self, guesses: Array) -> Array:
        """Unit normal (3,) of the plane that best mirrors the rig, world.

        It follows from pairs of bones: by name, or else limbs of equal bones. Without pairs, it is the guess (G, 3)
        that pairs the most bones. Pairs with a common parent are preferred: hips and shoulders stay apart sideways
        while feet and hands swing.
        """
        pairs = [
            (name, other) for name in self.bones if name < (other := other_side(name)) and other in self.bones
        ] or self._twins
        roots = [(name, other) for name, other in pairs if self.parents[name] == self.parents[other]]
        between = [self.bones[name].head - self.bones[other].head for name, other in roots or pairs]
        if between:
            directions = np.array(between)
            directions = (
                directions * np.sign(directions @ directions[np.abs(directions).sum(1).argmax()])[:, None]
            )
            mean = directions.sum(0)
            if np.linalg.norm(mean) > 1e-9:
                named: Array = mean / np.linalg.norm(mean)
                return named
        best: Array = max(guesses, key=lambda guess: len(self.pairs(guess)))
        return best

    def pairs(self, lateral: Array) -> dict[str, str]:
        """Each sided bone's counterpart: by name, by mirroring along ``lateral`` (3,), or by their parents."""
        found = {
            name: other for name in self.bones if (other := other_side(name)) != name and other in self.bones
        }
        if not found:
            limbs = [(self.below(a), self.below(b)) for a, b in self._twins]
            found = {
                a: b for pair in limbs for ways in (pair, pair[::-1]) for a, b in zip(*ways, strict=True)
            }
        names = [name for name in self.bones if name not in found]
        ends = np.array([np.concatenate([self.bones[n].head, self.bones[n].tail]) for n in names]).reshape(
            -1, 2, 3
        )
        middle = float(np.median([bone.head @ lateral for bone in self.bones.values()]))
        aside = ends @ lateral - middle
        mirrored = ends - 2 * aside[..., None] * lateral
        tolerance = MIRROR_TOLERANCE * self.size
        for i in np.flatnonzero(np.abs(aside).max(1) > tolerance):
            away = np.linalg.norm(ends - mirrored[i], axis=2).max(1)
            away[i] = np.inf
            nearest = int(away.argmin())
            if away[nearest] < tolerance and names[nearest] not in found:
                found[names[i]], found[names[nearest]] = names[nearest], names[i]
        self._pair_children(found)
        return found

    @cached_property
    def _twins(self) -> list[tuple[str, str]]:
        """Roots of limbs that match only each other: with a common parent and bones of equal lengths, in any pose.

        Bones below them are excluded, because fingers all look alike.
        """
        found, below = list[tuple[str, str]](), [self.root]
        for carrier in below:
            limbs = [name for name in self.children[carrier] if self.children[name]]
            alike = {
                name: [other for other in limbs if other != name and self._is_alike(name, other)]
                for name in limbs
            }
            pairs = [(a, b[0]) for a, b in alike.items() if len(b) == 1 and alike[b[0]] == [a] and a < b[0]]
            found += pairs
            below += [name for name in self.children[carrier] if not any(name in pair for pair in pairs)]
        return found

    def _is_alike(self, name: str, other: str) -> bool:
        """Whether two bones have the same tree of descendants, of about the same lengths."""
        here, there = self.below(name), self.below(other)
        if len(here) != len(there):
            return False
        ways, others = ([self.distance(self.parents[each], each) for each in limb] for limb in (here, there))
        return bool(np.allclose(ways, others, rtol=ALIKE, atol=NO_LENGTH * self.size))

    def _pair_children(self, matched: dict[str, str]) -> None:
        """Pairs children of paired bones: those of the same name without side, or the only ones left.

        A pose is not symmetric, and names do not always match ("b__LeftFinger", "b_RightFinger").
        """
        for name in self.bones:  # parents first
            if name not in matched or name > matched[name]:
                continue
            here = [child for child in self.children[name] if child not in matched]
            there = [child for child in self.children[matched[name]] if child not in matched]
            alike = [(a, b) for a in here for b in there if without_side(a) == without_side(b)]
            pairs = [(here[0], there[0])] if len(here) == len(there) == 1 else alike
            for a, b in pairs:
                if a not in matched and b not in matched:
                    matched[a], matched[b] = b, a


def _line(name: str, parents: Mapping[str, str]) -> tuple[str, ...]:
    line = []
    while name := parents[name]:
        line.append(name)
    return tuple(line)


def _carrier(name: str, everything: Mapping[str, RestBone], deforming: set[str]) -> str:
    ancestor = everything[name].parent
    own = LAYER.sub("", name)
    while ancestor:
        double = f"DEF-{LAYER.sub('', ancestor)}"
        for candidate in (ancestor, double):
            is_other = candidate in deforming and LAYER.sub("", candidate) != own
            if is_other and not _is_below(candidate, name, everything):
                return candidate
        ancestor = everything[ancestor].parent
    return ""


def _is_below(name: str, ancestor: str, everything: Mapping[str, RestBone]) -> bool:
    while name:
        if name == ancestor:
            return True
        name = everything[name].parent
    return False
