"""Where a creature faces."""

from collections.abc import Mapping, Sequence

import numpy as np

from ..arrays import Array
from .limb import UP, Limb, tip_of
from .skeleton import Skeleton

BACK_WEIGHT, KNEE_WEIGHT = 3.0, 4.0  # of what shows where a creature faces, compared to its toes


def facing(
    skeleton: Skeleton,
    trunk: tuple[str, ...],
    limbs: Sequence[Limb],
    doubles: Mapping[str, str],
    lateral: Array,
) -> Array:
    """The horizontal unit vector (3,) perpendicular to ``lateral`` in which most of a creature points.

    The back leads from the hips ahead if it is level, toes point ahead, knees bend ahead, and hands are ahead of hips.
    """
    ahead = np.cross(lateral, UP)
    legs = [limb for limb in limbs if limb.is_leg]
    start, end = skeleton.bones[trunk[0]].head, skeleton.bones[trunk[-1]].tail
    back = float((end - start) @ ahead) / skeleton.size
    toes = [_toes(skeleton, name) @ ahead for leg in legs for name in _both(leg.segments[-1], doubles)]
    hind = min(legs, key=lambda leg: len(skeleton.above(leg.anchor)))
    knees = [_bend(skeleton, side) @ ahead for side in _sides(hind.segments, doubles)]
    middle = (skeleton.bones[hind.segments[0]].head + skeleton.bones[doubles[hind.segments[0]]].head) / 2
    hands = [
        (tip_of(skeleton, limb.root) - middle) @ ahead / skeleton.size for limb in limbs if not limb.is_leg
    ]
    votes = [
        BACK_WEIGHT * back,
        float(np.mean(toes)),
        KNEE_WEIGHT * float(np.mean(knees)),
        float(np.mean(hands)) if hands else 0.0,
    ]
    return ahead if sum(votes) >= 0 else -ahead


def _both(name: str, doubles: Mapping[str, str]) -> tuple[str, str]:
    return name, doubles[name]


def _sides(chain: tuple[str, ...], doubles: Mapping[str, str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return chain, tuple(doubles[name] for name in chain)


def _toes(skeleton: Skeleton, last: str) -> Array:
    """(3,) from the beginning of a limb's last segment to its tip, as a fraction of its length."""
    way: Array = tip_of(skeleton, last) - skeleton.bones[last].head
    if len(skeleton.children[last]) > 0:
        way = way + tip_of(skeleton, last) - skeleton.bones[last].tail
    along: Array = way / max(float(np.linalg.norm(way)), 1e-9)
    return along


def _bend(skeleton: Skeleton, chain: tuple[str, ...]) -> Array:
    """(3,) from the line between a leg's ends to its knee, as a fraction of its length; 0 without a knee."""
    if len(chain) < 3:
        return np.zeros(3)
    hip, knee, ankle = (skeleton.bones[name].head for name in chain[:3])
    line = ankle - hip
    length = max(float(np.linalg.norm(line)), 1e-9)
    aside: Array = (knee - hip - (knee - hip) @ line / length**2 * line) / length
    return aside
