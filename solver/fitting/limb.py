"""A limb and its main bones, without helpers, fingers, the second halves of split bones and collar bones."""

import math
import re
from dataclasses import dataclass
from itertools import combinations, pairwise

import numpy as np

from ..arrays import Array
from .rest_bone import RestBone
from .skeleton import Skeleton

UP = np.array([0.0, 0.0, 1.0])
MOST_SEGMENTS = 3
TIP_SHARE = 0.08  # of a limb: shorter ends and segments belong to the previous one
GAP_SHARE = 0.4  # of a bone's length: the next bone of a chain begins at most this far from its tail
COLLAR_SHARE = 0.35  # maximum distance of a collar bone's head from the middle, as a fraction of its tail's
MIDDLE = 0.06  # of the rig's size: both sides of a collar bone begin at most this far apart
COLLAR_LENGTH = 0.8  # of the next bone; an arm held sideways may begin as near to the middle, but is as long
SHORT_FIRST = 0.35  # of each of the next two bones: a shorter first one is a bone of the hip or shoulder
UNUSED = 0.5  # weight of what of a limb is left out, compared to the logarithm of the ratio of its halves
LONGEST_CHAIN = 4  # including a collar bone or toe
TWIN = re.compile(r"^(DEF-.*?)(\.\d{3})?$")  # Rigify cuts straight limbs into DEF-thigh.L and DEF-thigh.L.001
# Names of twist segments in other programs: "Hip_L" and "HipPart1_L".
PIECE = re.compile(r"_?(part|twist|roll|bend)_?\d*", re.IGNORECASE)


@dataclass(frozen=True)
class Limb:
    """One side's chain of bones, from the body outward.

    Attributes:
        root: the first bone, including a collar or hip bone.
        segments: independently moving bones, at most three.
        anchor: the bone of the trunk that carries it.
        is_leg: whether it stands on the ground.
        chain: all its main bones, of which ``segments`` are the first ones without collar or hip bones.
    """

    root: str
    segments: tuple[str, ...]
    anchor: str
    is_leg: bool
    chain: tuple[str, ...]


def chain_of(skeleton: Skeleton, name: str, ground: float) -> tuple[str, ...]:
    """Main bones of a limb, from its root until only a tip remains or the sole is on the ground.

    Args:
        skeleton: in the rest pose, world space.
        name: of the limb's root.
        ground: world Z on which it may stand [m].
    """
    whole, chain = skeleton.reach[name], [name]
    low = ground + TIP_SHARE * (float(skeleton.bones[name].head[2]) - ground)
    while skeleton.bones[chain[-1]].head[2] > low:
        bone = skeleton.bones[chain[-1]]
        below = [child for child in skeleton.children[chain[-1]] if skeleton.reach[child] > TIP_SHARE * whole]
        near = [child for child in below if _continues(bone, skeleton.bones[child])]
        following = max(near or below, key=lambda child: skeleton.reach[child], default="")
        if not following or (not near and skeleton.reach[following] < GAP_SHARE * whole):
            break
        chain.append(following)
    whole_bones = [each for i, each in enumerate(chain) if i == 0 or not _is_twin(chain[i - 1], each)]
    return tuple(
        each
        for i, (each, length) in enumerate(zip(whole_bones, lengths(skeleton, whole_bones), strict=True))
        if i == 0 or length > TIP_SHARE * whole
    )


def lengths(skeleton: Skeleton, chain: list[str] | tuple[str, ...]) -> list[float]:
    """Of each bone of a chain to the next one, and of the last to its farthest tip [m]."""
    heads = [skeleton.bones[each].head for each in chain]
    return [*(float(np.linalg.norm(b - a)) for a, b in pairwise(heads)), skeleton.reach[chain[-1]]]


def without_collar(
    skeleton: Skeleton, chain: tuple[str, ...], lateral: Array, doubles: dict[str, str]
) -> tuple[str, ...]:
    """The chain without collar, shoulder or hip bones, which move with the body and lead away from the middle.

    Args:
        skeleton: in the rest pose, world space.
        chain: from the limb's root.
        lateral: unit vector (3,) to one side.
        doubles: each sided bone's counterpart.
    """
    rest = chain
    if len(rest) > 2 and _is_collar(skeleton, rest, lateral, doubles):
        rest = rest[1:]
    while len(rest) > 2 and _is_short_first(skeleton, rest):
        rest = rest[1:]
    return chain[1:] if rest == chain and len(chain) > LONGEST_CHAIN else rest


def halves(skeleton: Skeleton, limb: Limb) -> tuple[str, ...]:
    """The three joints of a limb's main bones that cut it into two halves of about the same length, and an end.

    Bones that split it for twisting, and bones of hips, are left out.
    """
    chain = limb.chain if limb.is_leg else limb.chain[limb.chain.index(limb.segments[0]) :]
    if len(chain) <= MOST_SEGMENTS:
        return limb.segments
    heads = np.cumsum([0.0, *(skeleton.distance(a, b) for a, b in pairwise(chain))])

    def unlike(joints: tuple[int, ...]) -> float:
        first, middle, last = (heads[i] for i in joints)
        ratio = math.log((middle - first) / (last - middle))
        return abs(ratio) + UNUSED * float(1 - (last - first) / heads[-1])

    return tuple(chain[i] for i in min(combinations(range(len(chain)), MOST_SEGMENTS), key=unlike))


def tip_of(skeleton: Skeleton, name: str) -> Array:
    """(3,) the tail farthest from a bone's head, of the bone and its descendants."""
    bone = skeleton.bones[name]
    tails = np.array([skeleton.bones[below].tail for below in skeleton.below(name)])
    farthest: Array = tails[np.linalg.norm(tails - bone.head, axis=1).argmax()]
    return farthest


def _is_collar(skeleton: Skeleton, chain: tuple[str, ...], lateral: Array, doubles: dict[str, str]) -> bool:
    first, double = skeleton.bones[chain[0]], skeleton.bones[doubles[chain[0]]]
    start, end = (
        abs(float(apart @ lateral)) for apart in (first.head - double.head, first.tail - double.tail)
    )
    own, following, *_ = lengths(skeleton, chain)
    return start < COLLAR_SHARE * end and (start < MIDDLE * skeleton.size or own < COLLAR_LENGTH * following)


def _is_short_first(skeleton: Skeleton, chain: tuple[str, ...]) -> bool:
    own, *following = lengths(skeleton, chain)
    return own < SHORT_FIRST * min(following[:2])


def _is_twin(upper: str, lower: str) -> bool:
    """Whether a bone is the second half of a limb that a generated rig splits for twisting."""
    first, second = TWIN.match(upper), TWIN.match(lower)
    if first is not None and second is not None:
        return first[1] == second[1]
    return PIECE.search(upper + lower) is not None and PIECE.sub("", upper) == PIECE.sub("", lower)


def _continues(bone: RestBone, child: RestBone) -> bool:
    return float(np.linalg.norm(child.head - bone.tail)) <= GAP_SHARE * bone.length
