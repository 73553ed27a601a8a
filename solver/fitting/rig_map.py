"""Recognizes any rig: decides what it is by its shape, and maps its parts to bones."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from ..arrays import Array
from .bone_map import BY_SHAPE, SAME_NAME, BoneMap, MappedBone
from .human_map import Bones, human_by_names, human_by_shape, is_human
from .kind import HUMAN, LEGLESS, SURE, CreatureKind, kind_of
from .limb import UP, Limb
from .limbs import Anatomy, find_anatomy
from .skeleton import Skeleton

SPREAD_SHARE = 0.15  # of the rig's size: limbs farther apart have a back that bends between them
LONG_NECK = 0.12  # of the rig's size: longer necks turn apart from the head
AUTO, CREATURE = "", "creature"  # what may be asked for, besides HUMAN and LEGLESS


@dataclass(frozen=True)
class Recognized:
    """A rig, recognized.

    Attributes:
        kind: what it is.
        bones: its parts; empty for a rig without limbs.
    """

    kind: CreatureKind
    bones: Bones


def recognize(
    skeleton: Skeleton, guesses: Array, known: Iterable[BoneMap] = (), *, wanted: str = AUTO
) -> Recognized:
    """What a rig is, and its parts with the confidence of each match.

    The shape decides what it is; names then say which bones are which parts of a human.

    Args:
        skeleton: in the rest pose, world space.
        guesses: (k, 3) unit vectors that may point to its side, used if names do not show it.
        known: the artist's own maps, which have priority.
        wanted: HUMAN, CREATURE or LEGLESS to recognize nothing else; AUTO to decide.
    """
    anatomy, known = find_anatomy(skeleton, guesses), tuple(known)
    named = human_by_names(skeleton, known)
    shaped = human_by_shape(skeleton, anatomy) if anatomy is not None else ()
    kind = kind_of(skeleton, anatomy, is_named=bool(named), has_parts=bool(named or shaped))
    if wanted == LEGLESS:
        return Recognized(CreatureKind(LEGLESS, 1.0), ())
    for own in known:
        if not wanted and len(found := own.match(skeleton.bones)) == len(own.parts):
            is_own = (kind.name == HUMAN) == is_human({line.part for line in found})
            return Recognized(
                kind if is_own else CreatureKind(HUMAN if kind.name != HUMAN else CREATURE, SURE), found
            )
    human = named or shaped
    if wanted == HUMAN or (not wanted and kind.name == HUMAN):
        return Recognized(kind if kind.name == HUMAN else CreatureKind(HUMAN, 1.0), human)
    if anatomy is None or (kind.name == LEGLESS and not wanted):
        return Recognized(CreatureKind(LEGLESS, kind.confidence), ())
    return Recognized(kind, _creature(skeleton, anatomy))


def map_bones(skeleton: Skeleton, guesses: Array, known: Iterable[BoneMap] = ()) -> Bones:
    """The parts that ``recognize`` finds."""
    return recognize(skeleton, guesses, known).bones


def _lines(parts: dict[str, str]) -> Bones:
    return tuple(
        MappedBone(part, bone, SAME_NAME if bone == part else BY_SHAPE) for part, bone in parts.items()
    )


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
