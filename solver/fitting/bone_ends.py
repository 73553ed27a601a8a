"""Where bones end. Importers of other programs' files know joints only and let their bones end anywhere."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from ..arrays import Array
from .rest_bone import RestBone

NEAR = 0.3  # of the way to what follows: a bone that ends this near to it ends there
TOLD = 0.4  # of the bones that something follows, from which the ends of all are believed
MAIN = 0.5  # of the longest way on: shorter ones, such as those of twist bones, do not say where a bone ends
SAME = 1e-3  # of the rig's size; joints nearer than this are in one place
ON = 0.5  # of the way from its parent: length of a bone that nothing follows


def with_ends(bones: Mapping[str, RestBone], children: Mapping[str, Sequence[str]]) -> dict[str, RestBone]:
    """The bones, each ending where what follows begins if most of them end elsewhere; else as they are.

    Args:
        bones: by name, parents first, in the rest pose, world space.
        children: names of each bone's children.
    """
    heads = np.array([bone.head for bone in bones.values()]).reshape(-1, 3)
    same = SAME * float(np.ptp(heads, axis=0).max()) if len(heads) else 0.0
    followed = {
        name: far
        for name in bones
        if (far := [child for child in children[name] if _apart(bones[name], bones[child]) > same])
    }
    told = [any(_ends_at(bones[name], bones[child]) for child in far) for name, far in followed.items()]
    if not told or np.mean(told) >= TOLD:
        return dict(bones)
    reach = _reach(bones, children)
    ended: dict[str, RestBone] = {}
    for name, bone in bones.items():
        if name in followed:
            ways = {child: _apart(bone, bones[child]) + reach[child] for child in followed[name]}
            main = [bones[child].head for child, way in ways.items() if way >= MAIN * max(ways.values())]
            tail = np.mean(main, axis=0)
            if np.linalg.norm(tail - bone.head) <= same:  # amid what hangs on it
                tail = bones[max(ways, key=ways.__getitem__)].head
        else:
            tail = _on(bone, bones, same, is_last=not children[name])
            tail[2] = max(tail[2], min(bone.head[2], heads[:, 2].min()))  # feet end on the ground
        ended[name] = replace(bone, tail=tail)
    return ended


def _on(bone: RestBone, bones: Mapping[str, RestBone], same: float, *, is_last: bool) -> Array:
    """Where a bone ends that only joints in the same place follow, or that goes on from its parent's."""
    if not is_last or not bone.parent or bone.parent not in bones:
        return bone.head + same * bone.direction
    way: Array = bone.head - bones[bone.parent].head
    return bone.head + (ON * way if np.linalg.norm(way) > same else same * bone.direction)


def _apart(bone: RestBone, other: RestBone) -> float:
    return float(np.linalg.norm(other.head - bone.head))


def _ends_at(bone: RestBone, child: RestBone) -> bool:
    return float(np.linalg.norm(bone.tail - child.head)) < NEAR * _apart(bone, child)


def _reach(bones: Mapping[str, RestBone], children: Mapping[str, Sequence[str]]) -> dict[str, float]:
    """Length of the longest way from each joint to a last one [m]."""
    reach: dict[str, float] = {}
    for name in reversed(list(bones)):
        reach[name] = max((_apart(bones[name], bones[c]) + reach[c] for c in children[name]), default=0.0)
    return reach
