"""The bone map of any rig: a human by names, otherwise a human by shape, otherwise a creature by shape."""

import math
from collections.abc import Collection, Iterable
from dataclasses import replace

import numpy as np

from ..arrays import Array
from ..character.part_names import SIDES, PartName
from .bone_map import BY_SHAPE, SAME_NAME, BoneMap, MappedBone, shipped_maps
from .human_bones import NEEDED
from .human_words import match_words
from .limbs import UP, Anatomy, Limb, find_anatomy
from .skeleton import Skeleton

Bones = tuple[MappedBone, ...]
UPRIGHT = math.cos(math.radians(40.0))  # a human's trunk is at least this near to the vertical
SPREAD_SHARE = 0.15  # of the rig's size: limbs farther apart have a back that bends between them
LONG_NECK = 0.12  # of the rig's size: longer necks turn apart from the head
# Human part to its possible parents.
_CARRIERS = {
    "waist": ("hips",),
    "chest": ("waist", "hips"),
    "neck": ("chest",),
    "crown": ("neck",),
    "upper_arm": ("chest",),
    "forearm": ("upper_arm",),
    "hand": ("forearm",),
    "thigh": ("hips",),
    "shin": ("thigh",),
    "foot": ("shin",),
    "toe": ("foot",),
    "heel": ("foot",),
}


def map_bones(skeleton: Skeleton, guesses: Array, known: Iterable[BoneMap] = ()) -> Bones:
    """Parts of a rig with the confidence of each match; empty for a rig without limbs.

    Args:
        skeleton: in the rest pose, world space.
        guesses: (k, 3) unit vectors that may point to its side, used if names do not show it.
        known: the artist's own maps, which have priority.
    """
    anatomy = find_anatomy(skeleton, guesses)
    n_legs = _legs_of_one(skeleton, anatomy) if anatomy is not None else 0
    for own in known:
        if len(found := own.match(skeleton.bones)) == len(own.parts):
            return found
    if n_legs < 2:
        found = _human_by_names(skeleton, known)
        if found:
            return found
    if anatomy is None:
        return ()
    return _human_by_shape(skeleton, anatomy) or _creature(skeleton, anatomy)


def _legs_of_one(skeleton: Skeleton, anatomy: Anatomy) -> int:
    """Largest number of pairs of legs below one root: two people in one rig are not a quadruped."""
    roots = [(limb.anchor, *skeleton.above(limb.anchor))[-1] for limb in anatomy.limbs if limb.is_leg]
    return max((roots.count(root) for root in roots), default=0)


def is_human(parts: Collection[str]) -> bool:
    """Whether a map has all parts that a human needs."""
    return parts >= NEEDED if isinstance(parts, set | frozenset) else set(parts) >= NEEDED


def _human_by_names(skeleton: Skeleton, known: Iterable[BoneMap]) -> Bones:
    """The match with the highest confidence, of all known kinds of rigs and of common names."""
    candidates = [kind.match(skeleton.bones) for kind in (*known, *shipped_maps())]
    candidates.append(match_words(skeleton.bones))
    whole = [_checked(skeleton, found) for found in candidates if is_human({line.part for line in found})]
    return max(whole, key=lambda found: sum(line.confidence for line in found), default=())


def _checked(skeleton: Skeleton, matches: Bones) -> Bones:
    """Matches, with half the confidence for bones whose ancestors do not fit their part."""
    bones = {line.part: line.bone for line in matches}
    lines = []
    for line in matches:
        part = PartName.of(line.part)
        carriers = [
            bones[name]
            for carrier in _CARRIERS.get(part.kind, ())
            for name in (carrier, part.beside(carrier))
            if name in bones
        ]
        above = skeleton.above(line.bone)
        hangs = not carriers or any(name in above for name in carriers)
        lines.append(line if hangs else replace(line, confidence=line.confidence / 2))
    return tuple(lines)


def _lines(parts: dict[str, str]) -> Bones:
    return tuple(
        MappedBone(part, bone, SAME_NAME if bone == part else BY_SHAPE) for part, bone in parts.items()
    )


def _human_by_shape(skeleton: Skeleton, anatomy: Anatomy) -> Bones:
    """A human with two legs with feet, two arms, a head and an upright trunk."""
    legs = [limb for limb in anatomy.limbs if limb.is_leg]
    arms = [limb for limb in anatomy.limbs if not limb.is_leg]
    if (len(legs), len(arms)) != (1, 1) or len(legs[0].segments) < 3 or not anatomy.head:
        return ()
    along = skeleton.bones[anatomy.head[0]].head - skeleton.bones[anatomy.trunk[0]].head
    if along @ UP < UPRIGHT * float(np.linalg.norm(along)):
        return ()
    trunk = [name for name in anatomy.trunk if skeleton.has_length(name)]
    if len(trunk) < 2:
        return ()
    parts = {"hips": anatomy.trunk[0], "chest": trunk[-1], "neck": anatomy.head[0]}
    if len(trunk) > 2:
        parts["waist"] = trunk[1]
    if len(anatomy.head) > 1:
        parts["crown"] = anatomy.head[-1]
    parts |= _sided(arms[0], ("upper_arm", "forearm", "hand"), anatomy)
    parts |= _sided(legs[0], ("thigh", "shin", "foot"), anatomy)
    for side in SIDES:
        foot = parts[f"foot.{side}"]
        ankle = skeleton.bones[foot].head
        toes = [skeleton.bones[name] for name in skeleton.children[foot] if skeleton.has_length(name)]
        if toes:  # farther from the ankle than a bone across the heel, which may be longer
            parts[f"toe.{side}"] = max(toes, key=lambda bone: float(np.linalg.norm(bone.head - ankle))).name
    return _lines(parts)


def _sided(limb: Limb, names: tuple[str, ...], anatomy: Anatomy) -> dict[str, str]:
    """Both sides of a limb's segments."""
    parts = {}
    for name, bone in zip(names, limb.segments, strict=False):
        parts[f"{name}.L"], parts[f"{name}.R"] = bone, anatomy.doubles[bone]
    return parts


def _creature(skeleton: Skeleton, anatomy: Anatomy) -> Bones:
    parts = {"hips": anatomy.trunk[0]}
    chest = _bend_of_the_back(skeleton, anatomy)
    if chest:
        parts["chest"] = chest
    if anatomy.head:
        ahead = _ahead_of_the_forelegs(skeleton, anatomy) if chest else anatomy.head
        head = max(ahead, key=lambda name: skeleton.bones[name].length)
        parts["neck"] = ahead[0]
        if head != ahead[0] and skeleton.distance(ahead[0], head) > LONG_NECK * skeleton.size:
            parts["head"] = head
    if anatomy.tail:
        parts["tail"] = anatomy.tail[0]
        if len(anatomy.tail) > 1:
            parts["tail_tip"] = anatomy.tail[len(anatomy.tail) // 2]
    for limb, name in zip(anatomy.limbs, _limb_names(anatomy.limbs), strict=True):
        end = "paw" if limb.is_leg else "hand"
        words = ("upper", end) if len(limb.segments) == 2 else ("upper", "lower", end)
        parts |= _sided(limb, tuple(f"{name}_{word}" for word in words), anatomy)
    return _lines(parts)


def _limb_names(limbs: tuple[Limb, ...]) -> list[str]:
    """A biped's "leg", a quadruped's "hind" and "fore", "mid" between them; "arm" for limbs that do not stand."""
    legs = [limb for limb in limbs if limb.is_leg]
    between = [f"mid{i}" if len(legs) > 3 else "mid" for i in range(1, len(legs) - 1)]
    names = ["leg"] if len(legs) == 1 else ["hind", *between, "fore"]
    n_arms = len(limbs) - len(legs)
    return names + [f"arm{i + 1}" if n_arms > 1 else "arm" for i in range(n_arms)]


def _ahead_of_the_forelegs(skeleton: Skeleton, anatomy: Anatomy) -> tuple[str, ...]:
    """Neck and head without level bones of the back before the forelegs, such as a horse's."""
    roots = max(
        float(_root_middle(skeleton, limb, anatomy) @ anatomy.forward)
        for limb in anatomy.limbs
        if limb.is_leg
    )
    for i, name in enumerate(anatomy.head[:-1]):
        bone = skeleton.bones[name]
        rises, goes = float(bone.direction @ UP), float(bone.direction @ anatomy.forward)
        if bone.head @ anatomy.forward > roots or rises > goes:
            return anatomy.head[i:]
    return anatomy.head[-1:]


def _bend_of_the_back(skeleton: Skeleton, anatomy: Anatomy) -> str:
    """The bone of the trunk halfway between the hindmost and foremost limbs, if they are far apart."""
    own = (limb for limb in anatomy.limbs if limb.anchor in anatomy.trunk)  # others are another skeleton's
    limbs = sorted(own, key=lambda limb: len(skeleton.above(limb.anchor)))
    if len(limbs) < 2 or limbs[0].anchor == limbs[-1].anchor:
        return ""
    back, front = (_root_middle(skeleton, limb, anatomy) for limb in (limbs[0], limbs[-1]))
    last = anatomy.trunk.index(limbs[-1].anchor)
    if np.linalg.norm(front - back) < SPREAD_SHARE * skeleton.size:
        return ""
    middle = (back + front) / 2
    return min(
        anatomy.trunk[1 : last + 1],
        key=lambda name: float(np.linalg.norm((skeleton.bones[name].head - middle) * [1, 1, 0])),
        default="",
    )


def _root_middle(skeleton: Skeleton, limb: Limb, anatomy: Anatomy) -> Array:
    first = limb.segments[0]
    middle: Array = (skeleton.bones[first].head + skeleton.bones[anatomy.doubles[first]].head) / 2
    return middle
