"""Which limbs of two creatures correspond, by what they do, their side and their order, not by names."""

from collections.abc import Sequence

import numpy as np
from scipy.optimize import linear_sum_assignment

from ..arrays import Array
from .creature import Creature
from .creature_map import CreatureMap, LimbPair
from .limb import CreatureLimb

KINDS = ("foot", "grasper", "head", "tail", "other")
SIDE_PRICE = 10.0  # of a limb on the other side, in creature sizes


def match(source: Creature, target: Creature) -> CreatureMap:
    """The map with the least distances between limbs, both creatures in their bounds.

    Limbs of one kind are matched first; feet without a partner then take hands, and hands feet, as the arms of a person
    and the forelegs of a dog.
    """
    pairs: list[tuple[CreatureLimb, CreatureLimb]] = []
    for kinds in (*((kind, kind) for kind in KINDS), ("grasper", "foot"), ("foot", "grasper")):
        taken = {limb.end for limb, _ in pairs}, {limb.end for _, limb in pairs}
        left = [limb for limb in source.limbs if kinds[0] == _kind(source, limb) and limb.end not in taken[0]]
        right = [
            limb for limb in target.limbs if kinds[1] == _kind(target, limb) and limb.end not in taken[1]
        ]
        pairs += _nearest(source, left, target, right)
    names = source.character.bodies, target.character.bodies
    return CreatureMap(
        source.character.name,
        target.character.name,
        tuple(LimbPair(names[0][a.end].name, names[1][b.end].name) for a, b in pairs),
    )


def _nearest(
    source: Creature, left: Sequence[CreatureLimb], target: Creature, right: Sequence[CreatureLimb]
) -> list[tuple[CreatureLimb, CreatureLimb]]:
    """Assignment of limbs with the least sum of prices (Kuhn 1955)."""
    if not left or not right:
        return []
    price = np.array([[_price(source, a, target, b) for b in right] for a in left])
    rows, columns = linear_sum_assignment(price)
    return [(left[i], right[j]) for i, j in zip(rows, columns, strict=True)]


def _price(source: Creature, a: CreatureLimb, target: Creature, b: CreatureLimb) -> float:
    """Distance of the limbs' bases and ends in the creatures' bounds; limbs on different sides are far apart."""
    bases = _within(source, source.base[a.end]) - _within(target, target.base[b.end])
    ends = _within(source, source.handle[a.end]) - _within(target, target.handle[b.end])
    sides = [
        np.sign(round(float(c.base[limb.end, 1] / c.size[1]), 2)) for c, limb in ((source, a), (target, b))
    ]
    return float(np.linalg.norm(bases) + 0.3 * np.linalg.norm(ends) + SIDE_PRICE * (sides[0] != sides[1]))


def _within(creature: Creature, point: Array) -> Array:
    low, _ = creature.bounds
    share: Array = (point - low) / creature.size
    return share


def _kind(creature: Creature, limb: CreatureLimb) -> str:
    """What a limb ends in; a foot that carries toes is one."""
    for b in reversed(limb.bodies):
        for kind in KINDS:
            if kind in creature.capabilities[b]:
                return kind
    return "other"
