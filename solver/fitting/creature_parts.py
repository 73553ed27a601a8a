"""Parts of a creature: their tree, their ends, and the bones that move with each."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from ..arrays import Array
from ..character.part_names import SEGMENTS, PartName, pairs
from ..errors import InputError
from .limb import UP, tip_of
from .rest_bone import RestBone
from .skeleton import Skeleton

SOLE_SHARE = 0.06  # of the legs' height; lower ends of bones lie on the ground


@dataclass(frozen=True, eq=False)
class CreatureParts:
    """A skeleton with its bone map.

    Attributes:
        skeleton: in the rest pose, world space.
        bones: part to bone; "hips" carries all others.

    Raises:
        InputError: there are no hips, or a part does not hang on them.
    """

    skeleton: Skeleton
    bones: Mapping[str, str]

    def __post_init__(self) -> None:
        if "hips" not in self.bones:
            raise InputError("a creature needs a bone for 'hips'; choose one in the bone map")
        hips = self.bones["hips"]
        for part, bone in self.bones.items():
            if part != "hips" and hips not in self.skeleton.above(bone):
                raise InputError(f"the bone '{bone}' ({part}) is not below the hips '{hips}'; choose another")

    @cached_property
    def part_of(self) -> Mapping[str, str]:
        """Bone to part."""
        return {bone: part for part, bone in self.bones.items()}

    def carrier(self, part: str) -> str:
        """The parent of a part; "" for the hips."""
        above = self.skeleton.above(self.bones[part])
        return next((self.part_of[bone] for bone in above if bone in self.part_of), "")

    def members(self, part: str) -> tuple[str, ...]:
        """Bones that move with a part: its own, and descendants that belong to no other part."""
        found = [self.bones[part]]
        for bone in found:
            found.extend(c for c in self.skeleton.children[bone] if c not in self.part_of)
        return tuple(found)

    @cached_property
    def left(self) -> Array:
        """Level unit vector (3,) to the creature's left, world.

        Raises:
            InputError: no limb has both sides.
        """
        between = sum(self.head(left) - self.head(right) for left, right in pairs(self.bones))
        level = between - (between @ UP) * UP if isinstance(between, np.ndarray) else np.zeros(3)
        size = float(np.linalg.norm(level))
        if size < 1e-9:
            raise InputError("the creature has no left and right limbs; map both sides of a leg")
        sideways: Array = level / size
        return sideways

    @property
    def forward(self) -> Array:
        """Level unit vector (3,) ahead, world."""
        ahead: Array = np.cross(self.left, UP)
        return ahead

    @cached_property
    def limbs(self) -> Mapping[str, tuple[str, ...]]:
        """Limb and side ("fore.L") to its parts, from the body outward."""
        found: dict[str, list[str]] = {}
        for segment in SEGMENTS:
            for part in self.bones:
                name = PartName.of(part)
                if name.segment == segment:
                    found.setdefault(name.beside(name.limb), []).append(part)
        return {limb: tuple(parts) for limb, parts in found.items()}

    @property
    def legs(self) -> Mapping[str, tuple[str, ...]]:
        """Limbs that end in a paw, which are those that stand."""
        return {limb: parts for limb, parts in self.limbs.items() if PartName.of(parts[-1]).segment == "paw"}

    @cached_property
    def ground(self) -> float:
        """World Z of the lowest paw [m].

        Raises:
            InputError: no leg ends in a paw.
        """
        ends = [end[2] for parts in self.legs.values() for end in self.ends(parts[-1])]
        if not ends:
            raise InputError("the creature has no leg that ends in a paw; choose its bones in the bone map")
        return float(min(ends))

    @cached_property
    def height(self) -> float:
        """Mean height of the legs' roots above the ground [m]."""
        return float(np.mean([self.head(parts[0])[2] for parts in self.legs.values()])) - self.ground

    def head(self, part: str) -> Array:
        """Where a part begins (3,)."""
        return self.skeleton.bones[self.bones[part]].head

    def ends(self, part: str) -> Array:
        """Heads and tails of all bones of a part (2 n, 3)."""
        bones = [self.skeleton.bones[name] for name in self.members(part)]
        return np.array([end for bone in bones for end in (bone.head, bone.tail)])

    def sole(self, part: str) -> Array:
        """Ends of a paw's bones on the ground (n, 3), or at least the lowest."""
        ends = self.ends(part)
        low = ends[ends[:, 2] < self.ground + SOLE_SHARE * self.height]
        return low if len(low) else ends[ends[:, 2].argmin()][None]

    def segment(self, part: str) -> RestBone:
        """The part as one bone, from its beginning to its end."""
        bone = self.skeleton.bones[self.bones[part]]
        return replace(bone, tail=self._end(part))

    def joint(self, upper: str, lower: str) -> tuple[RestBone, RestBone]:
        """The two bones that meet between parts of a limb; a part may consist of several bones in sequence."""
        above = replace(self._between(upper, lower)[-1], tail=self.head(lower))
        limb = next(parts for parts in self.limbs.values() if lower in parts)
        if lower == limb[-1]:
            return above, self.segment(lower)
        following = limb[limb.index(lower) + 1]
        first, *others = self._between(lower, following)
        return above, replace(first, tail=others[0].head if others else self.head(following))

    def _between(self, part: str, following: str) -> list[RestBone]:
        """The bones from a part's own to the last one before the following part."""
        above = self.skeleton.above(self.bones[following])
        inner = above[: above.index(self.bones[part])]
        return [self.skeleton.bones[name] for name in (self.bones[part], *reversed(inner))]

    def _end(self, part: str) -> Array:
        """The beginning of the next part of the limb, or else the part's farthest tip."""
        for parts in self.limbs.values():
            if part in parts[:-1]:
                return self.head(parts[parts.index(part) + 1])
        following = {"neck": "head", "tail": "tail_tip", "chest": "neck"}.get(part, "")
        if following in self.bones and self.carrier(following) == part:
            return self.head(following)
        if part == "hips":
            return self._end_of_hips()
        if len(self.legs) > 2 and any(part == parts[-1] for parts in self.legs.values()):
            return self.sole(part).mean(axis=0) * [1, 1, 0] + self.ground * UP
        bone = self.bones[part]
        inside = {name: self.skeleton.bones[name] for name in self.members(part)}
        if part in ("neck", "head"):  # a face or mane may reach farther than the skull
            return max(inside.values(), key=lambda b: b.length).tail
        return tip_of(self.skeleton, bone)

    def _end_of_hips(self) -> Array:
        for name in ("chest", "neck"):
            if name in self.bones:
                return self.head(name)
        return self.skeleton.bones[self.bones["hips"]].tail
