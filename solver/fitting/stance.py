"""Scores how well a pose stands: in motion capture, the rest pose often does not, but some frames do."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

import numpy as np

from ..arrays import Array
from ..character.part_names import SIDES, PartName, pairs
from ..errors import InputError
from .bone_map import BoneMap
from .human_bones import complete, directions
from .human_map import is_human
from .limb import UP
from .rig_map import map_bones
from .skeleton import Skeleton

# minimum mean height of hips, as a fraction of the leg's length; lying legs do not stand, however many
UPRIGHT = 0.5
MOST_TRIED = 16  # poses of a motion; each takes about 3 ms


def stances(poses: Sequence[Skeleton], guesses: Array, known: Iterable[BoneMap] = ()) -> list[float]:
    """Score of each pose of a skeleton: 0 if it does not stand, and higher for more legs, straight and on the ground.

    The number of legs dominates: recognizing four legs of a quadruped is better than mistaking it for a biped. A
    skeleton with names of a human is one or none: if most of the poses that stand are a human's, others, such as of
    crawling, count as none, and a rearing animal's likewise.

    Args:
        poses: of one skeleton, world space.
        guesses: (k, 3) unit vectors that may point to its side, used if names do not show it.
        known: the artist's own bone maps.
    """
    maps = tuple(known)
    found = [{line.part: line.bone for line in map_bones(pose, guesses, maps)} for pose in poses]
    scores = [_stance(pose, parts) for pose, parts in zip(poses, found, strict=True)]
    human = [is_human(parts) for parts, score in zip(found, scores, strict=True) if score > 0]
    is_one = sum(human) * 2 >= len(human)
    return [score if is_human(parts) == is_one else 0.0 for parts, score in zip(found, scores, strict=True)]


def _stance(skeleton: Skeleton, parts: Mapping[str, str]) -> float:
    """Score of a pose with its parts, 0 if it does not stand."""
    if is_human(parts):
        if not _human_stands(skeleton, parts):
            return 0.0
        upper, lower, trunk = ["thigh"], ["foot"], [_upright(skeleton, parts["neck"], parts["hips"])]
    else:
        both = (PartName.of(left) for left, _ in pairs(parts))
        limbs = sorted({name.limb for name in both if name.segment == "paw"})
        upper, lower, trunk = [f"{limb}_upper" for limb in limbs], [f"{limb}_paw" for limb in limbs], []
    legs = [
        _upright(skeleton, parts[f"{hip}.{side}"], parts[f"{paw}.{side}"])
        for hip, paw in zip(upper, lower, strict=True)
        for side in SIDES
    ]
    if not legs or np.mean(legs) < UPRIGHT:
        return 0.0
    feet = [parts[f"{paw}.{side}"] for paw in lower for side in SIDES]
    return len(legs) + float(np.mean(legs + trunk)) - _unevenness(skeleton, parts) - _lift(skeleton, feet)


def best_stance(poses: Sequence[Skeleton], guesses: Array, known: Iterable[BoneMap] = ()) -> int | None:
    """Index of the pose that stands best; None if none stands.

    Args:
        poses: to choose from.
        guesses: (G, 3) normals of planes that may mirror the skeleton, world.
        known: the artist's own bone maps.
    """
    scores = stances(poses, guesses, known)
    best = int(np.argmax(scores)) if scores else 0
    return best if scores and scores[best] > 0 else None


def spread(first: int, last: int) -> list[int]:
    """Evenly spaced frames to try, from the first to the last."""
    return sorted({round(frame) for frame in np.linspace(first, last, MOST_TRIED)})


def _human_stands(skeleton: Skeleton, parts: Mapping[str, str]) -> bool:
    try:
        directions(complete({part: skeleton.bones[name] for part, name in parts.items()}))
    except InputError:  # the message is meant for a rest pose; here, the pose is just not a candidate
        return False
    return True


def _upright(skeleton: Skeleton, upper: str, lower: str) -> float:
    """Height of one bone's head above another's, as a fraction of the length along the bones, 0 to 1."""
    low, high = sorted((upper, lower), key=lambda name: len(skeleton.above(name)), reverse=True)
    line = [low]
    while line[-1] != high and skeleton.parents[line[-1]]:
        line.append(skeleton.parents[line[-1]])
    way = sum(skeleton.distance(a, b) for a, b in pairwise(line))
    height = float((skeleton.bones[upper].head - skeleton.bones[lower].head) @ UP)
    return max(height, 0.0) / way if way > 0 else 0.0


def _unevenness(skeleton: Skeleton, parts: Mapping[str, str]) -> float:
    """Mean difference in height and forward position between both sides, as a fraction of the rig's size."""
    between = np.array(
        [skeleton.bones[parts[left]].head - skeleton.bones[parts[right]].head for left, right in pairs(parts)]
    )
    across = between.sum(0)
    across = across / max(float(np.linalg.norm(across)), 1e-9)
    off = between - np.outer(between @ across, across)
    return float(np.linalg.norm(off, axis=1).mean()) / skeleton.size


def _lift(skeleton: Skeleton, feet: list[str]) -> float:
    """Mean height of feet above the lowest, as a fraction of the rig's size."""
    soles = np.array([min(skeleton.bones[name].tail[2] for name in skeleton.below(foot)) for foot in feet])
    return float((soles - soles.min()).mean()) / skeleton.size
