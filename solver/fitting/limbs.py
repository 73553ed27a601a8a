"""Finds trunk, head, tail and limbs of a creature by the shape of its skeleton, without names.

A limb is a chain of bones on one side, with a counterpart on the other, attached to the trunk. Legs are limbs that
reach the ground. The trunk joins the limbs; a chain ahead of it is neck and head, and one behind it is the tail.
Fingers, faces, feathers and helper bones are too short to count.
"""

from dataclasses import dataclass, replace
from itertools import dropwhile, takewhile

import numpy as np

from ..arrays import Array
from .facing import facing
from .limb import MOST_SEGMENTS, UP, Limb, chain_of, tip_of, without_collar
from .skeleton import Skeleton

# of the height of a limb's root: a leg's lowest point is at most this high above the ground
GROUND_SHARE = 0.1
FORELEG_SHARE = 0.25  # likewise, of a limb that carries the front of a level back
LEG_DOWN = 0.7  # cosine to the vertical of such a limb
LYING = 0.08  # of a leg's length: a leg whose root is lower lies on the ground
LEG_SHARE = 0.6  # of the height of a leg's root: a leg is at least this long
ARM_SHARE = 0.2  # of the rig's size: minimum reach of arms, wings, fins and tails
UPRIGHT = 0.9  # cosine to the vertical of a leg that has no foot
BESIDE = 0.15  # of the rig's size: what hangs on hips begins at most this far from them
CARRIED = 0.8  # of the bones below a root: if a single child carries as many, the root is above the hips


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
    limbs = _of_one(skeleton, _limbs(skeleton, doubles, lateral))
    if not any(limb.is_leg for limb in limbs):
        return None
    trunk = _trunk(skeleton, limbs)
    forward = facing(skeleton, trunk, limbs, doubles, lateral)
    left = np.cross(UP, forward)
    limbs = [_on_the_left(limb, skeleton, doubles, left) for limb in limbs]
    limbs.sort(key=lambda limb: (not limb.is_leg, float(skeleton.bones[limb.segments[0]].head @ forward)))
    chains = _middle_chains(skeleton, trunk, doubles, {limb.anchor for limb in limbs})
    middle = np.mean([skeleton.bones[name].head for name in trunk], axis=0)
    ahead = sorted(chains, key=lambda chain: float((_tip(skeleton, chain) - middle) @ (forward + UP)))
    head = ahead[-1] if ahead else ()
    behind = [chain for chain in ahead[:-1] if (_tip(skeleton, chain) - middle) @ forward < 0]
    tails = [chain for chain in behind if _is_tail(skeleton, chain)]
    tail = max(tails, key=lambda chain: skeleton.reach[chain[0]], default=())
    return Anatomy(trunk, head, tail, tuple(limbs), doubles, forward, left)


def _of_one(skeleton: Skeleton, limbs: list[Limb]) -> list[Limb]:
    """The limbs below one root, the one with the most legs: two people in one rig are not a quadruped."""
    found: dict[str, list[Limb]] = {}
    for limb in limbs:
        found.setdefault((limb.anchor, *skeleton.above(limb.anchor))[-1], []).append(limb)
    return max(found.values(), key=lambda own: sum(limb.is_leg for limb in own), default=[])


def _limbs(skeleton: Skeleton, doubles: dict[str, str], lateral: Array) -> list[Limb]:
    """Limbs of one side, which stand on the lowest bone, or if none does, on the lowest limb."""
    above_hips = _above_hips(skeleton)  # may be at the origin, wherever the floor is
    body = [bone for name, bone in skeleton.bones.items() if name not in above_hips]
    ground = min(min(bone.head[2], bone.tail[2]) for bone in body)
    roots = [name for name in skeleton.bones if _begins_limb(skeleton, doubles, name, lateral)]
    limbs = _standing_on(ground, roots, skeleton, doubles, lateral)
    lowest = min((float(_lowest_of(skeleton, name)[2]) for name in roots), default=ground)
    if lowest > ground and not any(limb.is_leg for limb in limbs):  # a trunk, tail or skirt hangs lower
        limbs = _standing_on(lowest, roots, skeleton, doubles, lateral)
    return limbs


def _begins_limb(skeleton: Skeleton, doubles: dict[str, str], name: str, lateral: Array) -> bool:
    anchor, double = skeleton.parents[name], doubles.get(name, "")
    if not double or not anchor or anchor in doubles:
        return False
    return _aside(skeleton, name, lateral) >= _aside(skeleton, double, lateral)


def _standing_on(
    ground: float, roots: list[str], skeleton: Skeleton, doubles: dict[str, str], lateral: Array
) -> list[Limb]:
    limbs = []
    for name in roots:
        whole = tuple(takewhile(doubles.__contains__, chain_of(skeleton, name, ground)))
        chain = without_collar(skeleton, whole, lateral, doubles)
        other = tuple(doubles[each] for each in chain)
        is_leg = any(_is_leg(skeleton, side, ground) for side in (chain, other))  # one may be lifted
        far = float(np.linalg.norm(tip_of(skeleton, name) - skeleton.bones[name].head))
        if is_leg or (far > ARM_SHARE * skeleton.size and len(chain) > 1):
            limbs.append(Limb(name, chain[:MOST_SEGMENTS], skeleton.parents[name], is_leg, whole))
    hind = [limb for limb in limbs if limb.is_leg]
    return [
        replace(limb, is_leg=True)
        if not limb.is_leg and any(_is_foreleg(skeleton, limb, leg, doubles, ground) for leg in hind)
        else limb
        for limb in limbs
        if len(limb.segments) > 2 or not _is_of_the_head(skeleton, limb, limbs)
    ]


def _is_of_the_head(skeleton: Skeleton, limb: Limb, limbs: list[Limb]) -> bool:
    """Whether two pairs of limbs lie between it and the hips, as of ears and antennae."""
    above = skeleton.above(limb.anchor)
    return not limb.is_leg and sum(other.anchor in above for other in limbs) > 1


def _is_foreleg(skeleton: Skeleton, limb: Limb, leg: Limb, doubles: dict[str, str], ground: float) -> bool:
    """Whether a limb carries the front of a level back, although it ends above the ground: its toes have no bones."""
    front, back = (
        (skeleton.bones[each.segments[0]].head + skeleton.bones[doubles[each.segments[0]]].head) / 2
        for each in (limb, leg)
    )
    if np.linalg.norm((front - back)[:2]) < abs(front[2] - back[2]):
        return False
    base, lowest = skeleton.bones[limb.segments[0]].head, _lowest_of(skeleton, limb.segments[0])
    height = float(base[2]) - ground
    down = float(base[2] - lowest[2]) / max(float(np.linalg.norm(base - lowest)), 1e-9)
    return len(limb.segments) > 2 and lowest[2] - ground < FORELEG_SHARE * height and down > LEG_DOWN


def _lowest_of(skeleton: Skeleton, name: str) -> Array:
    """(3,) the lowest end of a bone and its descendants."""
    bones = [skeleton.bones[each] for each in skeleton.below(name)]
    ends = np.array([end for bone in bones for end in (bone.head, bone.tail)])
    low: Array = ends[ends[:, 2].argmin()]
    return low


def _aside(skeleton: Skeleton, name: str, lateral: Array) -> float:
    return float((skeleton.bones[name].head + skeleton.bones[name].tail) @ lateral)


def _is_leg(skeleton: Skeleton, chain: tuple[str, ...], ground: float) -> bool:
    base = skeleton.bones[chain[0]].head
    tails = np.array([skeleton.bones[below].tail for below in skeleton.below(chain[0])])
    lowest = tails[tails[:, 2].argmin()]
    height = float(base[2]) - ground
    if height <= 0 or lowest[2] - ground > GROUND_SHARE * height or len(chain) < 2:
        return False
    if not LEG_SHARE * height < skeleton.reach[chain[0]] < height / LYING:
        return False
    down = (base - lowest) / np.linalg.norm(base - lowest)
    return len(chain) > 2 or bool(down[2] > UPRIGHT)


def _on_the_left(limb: Limb, skeleton: Skeleton, doubles: dict[str, str], left: Array) -> Limb:
    other = doubles[limb.root]
    here, there = (skeleton.bones[n].head + skeleton.bones[n].tail for n in (limb.root, other))
    if (here - there) @ left > 0:
        return limb
    segments, chain = (tuple(doubles[name] for name in names) for names in (limb.segments, limb.chain))
    return Limb(other, segments, limb.anchor, limb.is_leg, chain)


def _trunk(skeleton: Skeleton, limbs: list[Limb]) -> tuple[str, ...]:
    """Bones from the hips, which carry all limbs, to the anchor that is deepest in the tree."""
    anchors = {limb.anchor for limb in limbs}
    deepest = max(anchors, key=lambda name: len(skeleton.above(name)))
    line, above_hips = (*reversed(skeleton.above(deepest)), deepest), _above_hips(skeleton)
    hips = skeleton.carrier_of(anchors)
    return tuple(dropwhile(lambda name: name in above_hips and name != hips, line))


def _above_hips(skeleton: Skeleton) -> tuple[str, ...]:
    """Roots with a single large child, such as helpers on the floor or at the origin.

    They may include hips whose legs have few bones compared to spine and fingers; these are anchors of legs.
    A tail that leads to the hips, as in Rigify's animals, is connected to them and thus not included; nor is a pelvis
    that carries a tail and, in the same place, the spine with all legs.
    """
    found, root = list[str](), skeleton.root
    while below := {child: len(skeleton.below(child)) for child in skeleton.children[root]}:
        heaviest = max(below, key=below.__getitem__)
        if below[heaviest] < CARRIED * sum(below.values()) or skeleton.bones[heaviest].is_connected:
            break
        if skeleton.distance(root, heaviest) < BESIDE * skeleton.size and any(
            skeleton.reach[child] > ARM_SHARE * skeleton.size
            and skeleton.distance(root, child) < BESIDE * skeleton.size
            for child in below.keys() - {heaviest}
        ):
            break
        found.append(root)
        root = heaviest
    return tuple(found)


def _middle_chains(
    skeleton: Skeleton, trunk: tuple[str, ...], doubles: dict[str, str], anchors: set[str]
) -> list[tuple[str, ...]]:
    """Chains of unpaired bones that branch off the trunk, and carry no limb."""
    chains = []
    for bone in trunk:
        for child in skeleton.children[bone]:
            if child in trunk or child in doubles or anchors & set(skeleton.below(child)):
                continue
            chain = [child]
            while True:
                middle = [c for c in skeleton.children[chain[-1]] if c not in doubles]
                following = max(middle, key=lambda name: skeleton.reach[name], default="")
                if not following:
                    break
                chain.append(following)
            chains.append(tuple(chain))
    return [_without_face(skeleton, chain, doubles) for chain in chains]


def _without_face(skeleton: Skeleton, chain: tuple[str, ...], doubles: dict[str, str]) -> tuple[str, ...]:
    """The chain up to its last bone with pairs of ears or eyes, then its last long bone; nose or hair follow."""
    skulls = [i for i, name in enumerate(chain) if any(child in doubles for child in skeleton.children[name])]
    chain = chain[: skulls[-1] + 1] if skulls else chain
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
