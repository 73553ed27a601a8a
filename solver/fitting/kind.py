"""What a skeleton is, by its shape: how many legs it has, how upright its back is, how high its ankles are."""

import math
from dataclasses import dataclass

import numpy as np

from ..arrays import Array
from .limb import UP, Limb, halves
from .limbs import Anatomy
from .skeleton import Skeleton

HUMAN, BIPED, QUADRUPED, MANY_LEGGED, LEGLESS = "human", "biped", "quadruped", "many-legged", "legless"
# A sign of a human is certain at the first value, undecided at the second, and against it at the third.
TILT = (25.0, 45.0, 65.0)  # degrees of the back to the vertical
ANKLE = (0.14, 0.25, 0.4)  # height of the ankles, of the legs' height
NECK = (2.0, 2.8, 3.4)  # height of the neck above the ground, of the legs' height
ARMS = (2.0, 3.2, 4.5)  # length of the arms, of the legs' height
TAILED = 0.4  # what a tail leaves of such signs
LYING = 0.3  # cosine to the vertical of two legs that do not stand
TAIL_SHARE = 0.6  # of the legs' height: a longer tail counts
NAMED = 0.2  # what names of a human add
OPPOSED = 0.7  # confidence in a shape that names oppose
SURE = 0.95  # of a shape that is no human's


@dataclass(frozen=True)
class CreatureKind:
    """What was decided, and why.

    Attributes:
        name: "human", "biped", "quadruped", "many-legged" or "legless".
        confidence: 0.5, a guess, to 1.
        n_legs: that stand on the ground.
        height: of the legs' roots above the lowest foot [m]; 0 without legs.
        tilt: of the back to the vertical [degrees]; 0 without legs.
        has_tail: whether it has a tail that counts.
    """

    name: str
    confidence: float
    n_legs: int = 0
    height: float = 0.0
    tilt: float = 0.0
    has_tail: bool = False


def kind_of(skeleton: Skeleton, anatomy: Anatomy | None, *, is_named: bool, has_parts: bool) -> CreatureKind:
    """What a skeleton is.

    Args:
        skeleton: in the rest pose, world space, Z up.
        anatomy: its parts by shape; None: it has no legs to stand on.
        is_named: whether its names are a human's.
        has_parts: whether all parts of a human were found, by names or by shape.
    """
    if anatomy is None:  # the rest pose of a human may lie
        return CreatureKind(HUMAN, OPPOSED) if is_named else CreatureKind(LEGLESS, OPPOSED)
    legs = [limb for limb in anatomy.limbs if limb.is_leg]
    if len(legs) == 1 and _uprightness(skeleton, legs[0], anatomy) < LYING:
        return CreatureKind(HUMAN, OPPOSED) if is_named else CreatureKind(LEGLESS, OPPOSED)
    height = float(np.mean([_height(skeleton, leg, anatomy) for leg in legs]))
    tilt = _tilt(skeleton, anatomy, legs[0])
    has_tail = _has_tail(skeleton, anatomy, legs[0], TAIL_SHARE * height)

    def decided(name: str, confidence: float) -> CreatureKind:
        return CreatureKind(name, confidence, 2 * len(legs), height, tilt, has_tail)

    if len(legs) > 1:
        name = QUADRUPED if len(legs) == 2 else MANY_LEGGED
        return decided(name, OPPOSED if is_named else SURE)
    arm = max((skeleton.reach[limb.root] for limb in anatomy.limbs if not limb.is_leg), default=0.0)
    signs = (
        _sign(tilt, TILT),
        _sign(_ankle(skeleton, legs[0], anatomy), ANKLE),
        _sign(_neck(skeleton, legs[0], anatomy, height), NECK),
        _sign(arm / height, ARMS),
    )
    like = min(signs) * (TAILED if has_tail else 1.0)
    like = min(like + NAMED, 1.0) if is_named else like
    if has_parts and like >= 0.5:
        return decided(HUMAN, like)
    return decided(BIPED, min(1 - like, SURE) if has_parts else SURE)


def _sign(value: float, certainty: tuple[float, float, float]) -> float:
    return float(np.interp(value, certainty, (1.0, 0.5, 0.0)))


def _height(skeleton: Skeleton, leg: Limb, anatomy: Anatomy) -> float:
    """Of a leg's root above its lowest end, of the side that stands [m]."""
    sides = (leg.segments[0], anatomy.doubles[leg.segments[0]])
    lowest = min(skeleton.bones[name].tail[2] for side in sides for name in skeleton.below(side))
    return float(np.mean([skeleton.bones[side].head[2] for side in sides]) - lowest)


def _hips(skeleton: Skeleton, anatomy: Anatomy, leg: Limb) -> Array:
    """The middle (3,) between the roots of two legs."""
    roots = (leg.segments[0], anatomy.doubles[leg.segments[0]])
    middle: Array = np.mean([skeleton.bones[name].head for name in roots], axis=0)
    return middle


def _top(skeleton: Skeleton, anatomy: Anatomy) -> Array:
    """Where the neck begins (3,), or where the trunk ends."""
    return skeleton.bones[anatomy.head[0]].head if anatomy.head else skeleton.bones[anatomy.trunk[-1]].tail


def _has_tail(skeleton: Skeleton, anatomy: Anatomy, leg: Limb, shortest: float) -> bool:
    """Whether a chain longer than ``shortest`` [m] begins at the hips, unlike a cape."""
    if not anatomy.tail or skeleton.reach[anatomy.tail[0]] < shortest:
        return False
    root = skeleton.bones[anatomy.tail[0]].head
    ways = (root - _hips(skeleton, anatomy, leg), root - _top(skeleton, anatomy))
    return bool(np.linalg.norm(ways[0]) < np.linalg.norm(ways[1]))


def _tilt(skeleton: Skeleton, anatomy: Anatomy, leg: Limb) -> float:
    """Angle to the vertical of the way from the hips to the neck [degrees]."""
    way = _top(skeleton, anatomy) - _hips(skeleton, anatomy, leg)
    size = float(np.linalg.norm(way))
    return math.degrees(math.acos(np.clip(way @ UP / size, -1.0, 1.0))) if size > 0 else 0.0


def _uprightness(skeleton: Skeleton, leg: Limb, anatomy: Anatomy) -> float:
    """Cosine to the vertical of the way from hip to ankle, of the more upright of two legs."""
    joints = halves(skeleton, leg)
    ways = [
        skeleton.bones[first].head - skeleton.bones[last].head
        for first, last in (
            (joints[0], joints[-1]),
            (anatomy.doubles[joints[0]], anatomy.doubles[joints[-1]]),
        )
    ]
    return max(float(way @ UP) / max(float(np.linalg.norm(way)), 1e-9) for way in ways)


def _neck(skeleton: Skeleton, leg: Limb, anatomy: Anatomy, height: float) -> float:
    """Height of the neck above the ground, as a fraction of that of the legs [m]."""
    hips = _hips(skeleton, anatomy, leg)
    return 1 + float((_top(skeleton, anatomy) - hips) @ UP) / height


def _ankle(skeleton: Skeleton, leg: Limb, anatomy: Anatomy) -> float:
    """Height of the lower ankle, as a fraction of the leg's height; 0 for a leg without a foot."""
    height, joints = _height(skeleton, leg, anatomy), halves(skeleton, leg)
    if len(joints) < 3 or height <= 0:
        return 0.0
    hips = float(skeleton.bones[leg.segments[0]].head[2])
    ankle = min(float(skeleton.bones[name].head[2]) for name in (joints[-1], anatomy.doubles[joints[-1]]))
    return 1 - (hips - ankle) / height
