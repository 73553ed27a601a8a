"""Finds trunk, head, tail and limbs of a creature by the shape of its skeleton, without names.

A limb is a chain of bones on one side, with a counterpart on the other, attached to the trunk. Legs are limbs that
reach the ground. The trunk joins the limbs; a chain ahead of it is neck and head, and one behind it is the tail.
Fingers, faces, feathers and helper bones are too short to count.
"""

import re
from dataclasses import dataclass
from itertools import dropwhile, pairwise, takewhile

import numpy as np

from ..arrays import Array
from .rest_bone import RestBone
from .skeleton import Skeleton

UP = np.array([0.0, 0.0, 1.0])
# of the height of a limb's root: a leg's lowest point is at most this high above the ground
GROUND_SHARE = 0.1
LEG_SHARE = 0.6  # of the height of a leg's root: a leg is at least this long
ARM_SHARE = 0.2  # of the rig's size: minimum reach of arms, wings, fins and tails
TIP_SHARE = 0.08  # of a limb: shorter ends and segments belong to the previous one
GAP_SHARE = 0.4  # of a bone's length: the next bone of a chain begins at most this far from its tail
COLLAR_SHARE = 0.35  # maximum distance of a collar bone's head from the middle, as a fraction of its tail's
UPRIGHT = 0.9  # cosine to the vertical of a leg that has no foot
MOST_SEGMENTS = 3
LONGEST_CHAIN = 4  # including a collar bone or toe
TWIN = re.compile(r"^(DEF-.*?)(\.\d{3})?$")  # Rigify cuts straight limbs into DEF-thigh.L and DEF-thigh.L.001
# Names of twist segments in other programs: "Hip_L" and "HipPart1_L".
PIECE = re.compile(r"_?(part|twist|roll|bend)_?\d*", re.IGNORECASE)
CARRIED = 0.8  # of the bones below a root: if a single child carries as many, the root is above the hips


@dataclass(frozen=True)
class Limb:
    """One side's chain of bones, from the body outward.

    Attributes:
        root: the first bone, including a collar or hip bone.
        segments: independently moving bones, at most three.
        anchor: the bone of the trunk that carries it.
        is_leg: whether it stands on the ground.
    """

    root: str
    segments: tuple[str, ...]
    anchor: str
    is_leg: bool


@dataclass(frozen=True, eq=False)
class Anatomy:
    """Parts of a skeleton by its shape.

    Attributes:
        trunk: bones from the root to the last anchor.
        head: bones from the base of the neck to the head; empty if there is none.
        tail: bones from base to tip; empty if there is none.
        limbs: left ones, legs first, from rear to front.
        doubles: each sided bone's counterpart on the other side.
        forward: horizontal unit vector.
        left: horizontal unit vector.
    """

    trunk: tuple[str, ...]
    head: tuple[str, ...]
    tail: tuple[str, ...]
    limbs: tuple[Limb, ...]
    doubles: dict[str, str]
    forward: Array
    left: Array


def find_anatomy(skeleton: Skeleton, guesses: Array) -> Anatomy | None:
    """The parts of a skeleton, or None if it has no pair of legs.

    Args:
        skeleton: in the rest pose, world space, Z up.
        guesses: (k, 3) unit vectors that may point to one side, such as the armature object's X and Y.
    """
    lateral = skeleton.lateral(guesses)
    lateral = lateral - (lateral @ UP) * UP
    if np.linalg.norm(lateral) < 0.5:  # the rig lies on its side
        return None
    lateral = lateral / np.linalg.norm(lateral)
    doubles = skeleton.pairs(lateral)
    limbs = _limbs(skeleton, doubles, lateral)
    legs = [limb for limb in limbs if limb.is_leg]
    if not legs:
        return None
    forward = _forward(skeleton, legs, lateral)
    left = np.cross(UP, forward)
    limbs = [_on_the_left(limb, skeleton, doubles, left) for limb in limbs]
    limbs.sort(key=lambda limb: (not limb.is_leg, float(skeleton.bones[limb.segments[0]].head @ forward)))
    trunk = _trunk(skeleton, limbs)
    chains = _middle_chains(skeleton, trunk, doubles)
    middle = np.mean([skeleton.bones[name].head for name in trunk], axis=0)
    ahead = sorted(chains, key=lambda chain: float((_tip(skeleton, chain) - middle) @ (forward + UP)))
    head = ahead[-1] if ahead else ()
    behind = [chain for chain in ahead[:-1] if (_tip(skeleton, chain) - middle) @ forward < 0]
    tails = [chain for chain in behind if _is_tail(skeleton, chain)]
    tail = max(tails, key=lambda chain: skeleton.reach[chain[0]], default=())
    return Anatomy(trunk, head, tail, tuple(limbs), doubles, forward, left)


def tip_of(skeleton: Skeleton, name: str) -> Array:
    """(3,) the tail farthest from a bone's head, of the bone and its descendants."""
    bone = skeleton.bones[name]
    tails = np.array([skeleton.bones[below].tail for below in skeleton.below(name)])
    farthest: Array = tails[np.linalg.norm(tails - bone.head, axis=1).argmax()]
    return farthest


def _limbs(skeleton: Skeleton, doubles: dict[str, str], lateral: Array) -> list[Limb]:
    above_hips = _above_hips(skeleton)  # may be at the origin, wherever the floor is
    body = [bone for name, bone in skeleton.bones.items() if name not in above_hips]
    ground = min(min(bone.head[2], bone.tail[2]) for bone in body)
    limbs = []
    for name in skeleton.bones:
        anchor, double = skeleton.parents[name], doubles.get(name, "")
        if (
            not double
            or not anchor
            or anchor in doubles
            or _aside(skeleton, name, lateral) < _aside(skeleton, double, lateral)
        ):
            continue
        chain = tuple(takewhile(doubles.__contains__, _chain(skeleton, name, ground)))
        chain = _without_collar(skeleton, chain, lateral, doubles)
        other = tuple(doubles[each] for each in chain)
        is_leg = any(_is_leg(skeleton, side, ground) for side in (chain, other))  # one may be lifted
        far = float(np.linalg.norm(tip_of(skeleton, name) - skeleton.bones[name].head))
        if is_leg or (far > ARM_SHARE * skeleton.size and len(chain) > 1):
            limbs.append(Limb(name, chain[:MOST_SEGMENTS], anchor, is_leg))
    return limbs


def _aside(skeleton: Skeleton, name: str, lateral: Array) -> float:
    return float((skeleton.bones[name].head + skeleton.bones[name].tail) @ lateral)


def _is_leg(skeleton: Skeleton, chain: tuple[str, ...], ground: float) -> bool:
    base = skeleton.bones[chain[0]].head
    tails = np.array([skeleton.bones[below].tail for below in skeleton.below(chain[0])])
    lowest = tails[tails[:, 2].argmin()]
    height = float(base[2]) - ground
    if height <= 0 or lowest[2] - ground > GROUND_SHARE * height or len(chain) < 2:
        return False
    if skeleton.reach[chain[0]] < LEG_SHARE * height:
        return False
    down = (base - lowest) / np.linalg.norm(base - lowest)
    return len(chain) > 2 or bool(down[2] > UPRIGHT)


def _chain(skeleton: Skeleton, name: str, ground: float) -> tuple[str, ...]:
    """Main bones of a limb, from its root until only a tip remains or the sole is on the ground."""
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
    heads = [skeleton.bones[each].head for each in whole_bones]
    lengths = [float(np.linalg.norm(b - a)) for a, b in pairwise(heads)]
    lengths.append(skeleton.reach[whole_bones[-1]])
    return tuple(
        each
        for i, (each, length) in enumerate(zip(whole_bones, lengths, strict=True))
        if i == 0 or length > TIP_SHARE * whole
    )


def _is_twin(upper: str, lower: str) -> bool:
    """Whether a bone is the second half of a limb that a generated rig splits for twisting."""
    first, second = TWIN.match(upper), TWIN.match(lower)
    if first is not None and second is not None:
        return first[1] == second[1]
    return PIECE.search(upper + lower) is not None and PIECE.sub("", upper) == PIECE.sub("", lower)


def _without_collar(
    skeleton: Skeleton, chain: tuple[str, ...], lateral: Array, doubles: dict[str, str]
) -> tuple[str, ...]:
    """The chain without a collar, shoulder or hip bone, which moves with the body and leads away from the middle."""
    first, double = skeleton.bones[chain[0]], skeleton.bones[doubles[chain[0]]]
    start, end = (
        abs(float(apart @ lateral)) for apart in (first.head - double.head, first.tail - double.tail)
    )
    is_collar = len(chain) > 2 and start < COLLAR_SHARE * end
    return chain[1:] if is_collar or len(chain) > LONGEST_CHAIN else chain


def _continues(bone: RestBone, child: RestBone) -> bool:
    return float(np.linalg.norm(child.head - bone.tail)) <= GAP_SHARE * bone.length


def _forward(skeleton: Skeleton, legs: list[Limb], lateral: Array) -> Array:
    """Direction perpendicular to ``lateral`` in which the toes of all legs point."""
    toes = np.zeros(3)
    for leg in legs:
        last = leg.segments[-1]
        toes += tip_of(skeleton, last) - skeleton.bones[last].head
        if len(skeleton.children[last]) > 0:
            toes += tip_of(skeleton, last) - skeleton.bones[last].tail
    ahead = np.cross(lateral, UP)
    sign = 1.0 if toes @ ahead >= 0 else -1.0
    return sign * ahead


def _on_the_left(limb: Limb, skeleton: Skeleton, doubles: dict[str, str], left: Array) -> Limb:
    other = doubles[limb.root]
    here, there = (skeleton.bones[n].head + skeleton.bones[n].tail for n in (limb.root, other))
    if (here - there) @ left > 0:
        return limb
    return Limb(other, tuple(doubles[name] for name in limb.segments), limb.anchor, limb.is_leg)


def _trunk(skeleton: Skeleton, limbs: list[Limb]) -> tuple[str, ...]:
    """Bones from the hips to the anchor that is deepest in the tree."""
    anchors = {limb.anchor for limb in limbs}
    deepest = max(anchors, key=lambda name: len(skeleton.above(name)))
    line, above_hips = (*reversed(skeleton.above(deepest)), deepest), _above_hips(skeleton)
    return tuple(dropwhile(lambda name: name in above_hips and name not in anchors, line))


def _above_hips(skeleton: Skeleton) -> tuple[str, ...]:
    """Roots with a single large child, such as helpers on the floor or at the origin.

    They may include hips whose legs have few bones compared to spine and fingers; these are anchors of legs.
    A tail that leads to the hips, as in Rigify's animals, is connected to them and thus not included.
    """
    found, root = list[str](), skeleton.root
    while below := {child: len(skeleton.below(child)) for child in skeleton.children[root]}:
        heaviest = max(below, key=below.__getitem__)
        if below[heaviest] < CARRIED * sum(below.values()) or skeleton.bones[heaviest].is_connected:
            break
        found.append(root)
        root = heaviest
    return tuple(found)


def _middle_chains(
    skeleton: Skeleton, trunk: tuple[str, ...], doubles: dict[str, str]
) -> list[tuple[str, ...]]:
    """Chains of unpaired bones that branch off the trunk."""
    chains = []
    for bone in trunk:
        for child in skeleton.children[bone]:
            if child in trunk or child in doubles:
                continue
            chain = [child]
            while True:
                middle = [c for c in skeleton.children[chain[-1]] if c not in doubles]
                following = max(middle, key=lambda name: skeleton.reach[name], default="")
                if not following:
                    break
                chain.append(following)
            chains.append(tuple(chain))
    return [_without_face(skeleton, chain) for chain in chains]


def _without_face(skeleton: Skeleton, chain: tuple[str, ...]) -> tuple[str, ...]:
    """The chain up to its last long bone: nose, jaw or hair may follow the skull."""
    lengths = [skeleton.bones[name].length for name in chain]
    last = max(i for i, length in enumerate(lengths) if length > 0.7 * max(lengths))
    return chain[: last + 1]


def _tip(skeleton: Skeleton, chain: tuple[str, ...]) -> Array:
    return skeleton.bones[chain[-1]].tail


def _is_tail(skeleton: Skeleton, chain: tuple[str, ...]) -> bool:
    """Whether a chain is long and begins where it is attached; in some generated rigs, tails run from the tip."""
    first = skeleton.bones[chain[0]]
    carrier = skeleton.bones[skeleton.parents[chain[0]]]
    near = min(float(np.linalg.norm(first.head - end)) for end in (carrier.head, carrier.tail))
    return skeleton.reach[chain[0]] > ARM_SHARE * skeleton.size and near < 0.5 * skeleton.reach[chain[0]]
