"""Maps a human's parts to bones: by known names and common words that the skeleton bears out, or by shape."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from itertools import pairwise

import numpy as np

from ..character.part_names import SIDES, PartName
from .bone_map import BY_SHAPE, COMMON_WORD, SAME_NAME, BoneMap, MappedBone, shipped_maps
from .human_bones import NEEDED
from .human_words import match_words
from .limb import halves
from .limbs import Anatomy
from .skeleton import Skeleton

Bones = tuple[MappedBone, ...]
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
ALIKE = 2.5  # longest of upper and lower half of a limb, over the shortest
BALL = 0.65  # of the way along the ground from the ankle to the tip of the toes
CROWN_RISES = 0.02  # of the rig's size: height of a skull's base above that of the neck


def is_human(parts: Collection[str]) -> bool:
    """Whether a map has all parts that a human needs."""
    return parts >= NEEDED if isinstance(parts, set | frozenset) else set(parts) >= NEEDED


def human_by_names(skeleton: Skeleton, known: Iterable[BoneMap] = ()) -> Bones:
    """The match with the highest confidence, of all known kinds of rigs and of common names; empty if none is whole.

    Names whose bones do not hang on each other as a human's do, or whose limbs have halves of very different lengths,
    mean something else ("lHip" below "lButtock" is a thigh, "lHip" beside it is not) and are no match.
    """
    candidates = [kind.match(skeleton.bones) for kind in (*known, *shipped_maps())]
    candidates.append(match_words(skeleton.bones))
    whole = [_joined(skeleton, found) for found in candidates if is_human({line.part for line in found})]
    checked = [_checked(skeleton, found) for found in whole if _is_sound(skeleton, found)]
    best = max(checked, key=lambda found: sum(line.confidence for line in found), default=())
    return _with_tips(skeleton, best)


def human_by_shape(skeleton: Skeleton, anatomy: Anatomy) -> Bones:
    """A human's parts from two legs with feet, two arms, a trunk and a head; empty if one is missing."""
    legs = [limb for limb in anatomy.limbs if limb.is_leg]
    arms = [limb for limb in anatomy.limbs if not limb.is_leg]
    if len(legs) != 1 or len(arms) != 1 or len(legs[0].segments) < 3 or not anatomy.head:
        return ()
    spine = [name for name in anatomy.trunk[1:] if skeleton.has_length(name)]
    if not spine:
        return ()
    parts = {"hips": anatomy.trunk[0], "chest": spine[-1], "neck": anatomy.head[0]}
    if len(spine) > 1:
        parts["waist"] = spine[0]
    parts |= _sided(halves(skeleton, arms[0]), ("upper_arm", "forearm", "hand"), anatomy)
    parts |= _sided(halves(skeleton, legs[0]), ("thigh", "shin", "foot"), anatomy)
    lines = tuple(
        MappedBone(part, bone, SAME_NAME if bone == part else BY_SHAPE) for part, bone in parts.items()
    )
    return _with_tips(skeleton, lines)


def _joined(skeleton: Skeleton, matches: Bones) -> Bones:
    """Matches in which the hips carry legs and spine: where pelvis and spine are siblings, their parent."""
    bones = {line.part: line.bone for line in matches}
    carried = [bones["thigh.L"], bones["thigh.R"], bones["chest"]]
    if all(bones["hips"] in skeleton.above(name) for name in carried):
        return matches
    hips = skeleton.carrier_of(carried)
    if not hips or hips in carried:
        return matches
    lines = [line for line in matches if line.bone != hips]
    return tuple(
        MappedBone("hips", hips, min(line.confidence, COMMON_WORD)) if line.part == "hips" else line
        for line in lines
    )


def _is_sound(skeleton: Skeleton, matches: Bones) -> bool:
    """Whether limbs hang together and have halves of similar lengths, and the hips carry them."""
    bones = {line.part: line.bone for line in matches}
    if bones["hips"] not in skeleton.above(bones["chest"]):
        return False
    limbs = [
        [bones[f"{part}.{side}"] for part in parts if f"{part}.{side}" in bones]
        for parts in (("thigh", "shin", "foot"), ("upper_arm", "forearm", "hand"))
        for side in SIDES
    ]
    return all(
        all(upper in skeleton.above(lower) for upper, lower in pairwise(limb)) and _is_limb(skeleton, limb)
        for limb in limbs
    )


def _is_limb(skeleton: Skeleton, limb: list[str]) -> bool:
    halves = [skeleton.distance(upper, lower) for upper, lower in pairwise(limb)]
    return len(halves) < 2 or max(halves) < ALIKE * min(halves)


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


def _with_tips(skeleton: Skeleton, matches: Bones) -> Bones:
    """Matches with the head and toes that names or shape left out."""
    bones = {line.part: line.bone for line in matches}
    if not bones:
        return matches
    added = {}
    skull = _skull(skeleton, bones["neck"], set(bones.values()))
    if "crown" not in bones and skull:
        added["crown"] = skull
    for side in SIDES:
        toe = _toe(skeleton, bones[f"foot.{side}"])
        if f"toe.{side}" not in bones and toe and toe not in bones.values():
            added[f"toe.{side}"] = toe
    return (
        *matches,
        *(MappedBone(part, bone, SAME_NAME if bone == part else BY_SHAPE) for part, bone in added.items()),
    )


def _skull(skeleton: Skeleton, neck: str, taken: set[str]) -> str:
    """The bone with the longest way up of those that follow the neck one by one; "" if there is none."""
    chain = [neck]
    while above := [
        child
        for child in skeleton.children[chain[-1]]
        if child not in taken and skeleton.bones[child].head[2] > skeleton.bones[neck].head[2]
    ]:
        chain.append(max(above, key=lambda child: len(skeleton.below(child))))
    rising = [
        (float(skeleton.bones[name].tail[2] - skeleton.bones[name].head[2]), name)
        for name in chain[1:]
        if skeleton.bones[name].head[2] - skeleton.bones[neck].head[2] > CROWN_RISES * skeleton.size
    ]
    return max(rising)[1] if rising else ""


def _toe(skeleton: Skeleton, foot: str) -> str:
    """The bone that begins where the foot bends, of those that lead from the ankle to the farthest tip; "" for none."""
    ankle = skeleton.bones[foot].head

    def far(name: str) -> float:
        ends = [skeleton.bones[each].tail - ankle for each in skeleton.below(name)]
        return max(float(np.hypot(end[0], end[1])) for end in ends)

    chain = list[str]()
    while following := [
        name for name in skeleton.children[chain[-1] if chain else foot] if skeleton.has_length(name)
    ]:
        chain.append(max(following, key=far))
    if not chain:
        return ""
    whole = max(far(chain[0]), 1e-9)
    ways = {name: skeleton.bones[name].head - ankle for name in chain}
    return min(chain, key=lambda name: abs(float(np.hypot(*ways[name][:2])) / whole - BALL))


def _sided(segments: tuple[str, ...], names: tuple[str, ...], anatomy: Anatomy) -> Mapping[str, str]:
    """Both sides of a limb's segments."""
    pairs = zip(names, segments, strict=False)
    return {
        f"{name}.{side}": bone if side == "L" else anatomy.doubles[bone]
        for name, bone in pairs
        for side in SIDES
    }
