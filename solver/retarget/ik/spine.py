"""The spine phase: the trunk bends so that limbs can reach their goals (Hecker 2008, section 4.3.2)."""

import numpy as np

from ...arrays import Array
from .aims import Aim
from .lengths import FIXED, LengthConstraint, enforced
from .plan import Plan
from .posing import Posing
from .spine_spline import turn_between
from .twist import least_twist

SPINE_GIVE = 0.1  # of its length, by which a spine may shorten while it is solved
LIMB_SHORTEST = 0.1  # of its length, to which a simplified limb may bend
GOAL_MASS = 8.0
BUCKLED, FOLDED = 1.6, 2.4  # rad between neighboring segments: begins to count as buckled, and is


def pose_spine(plan: Plan, posing: Posing, aims: dict[int, Aim]) -> None:
    """Poses all bodies of the spine but the root, which is given."""
    creature, points = plan.creature, plan.spine_points
    for b in creature.spine[1:]:
        posing.turn[:, b] = posing.turn[:, int(creature.parent[b])]
    if len(points) > 1:
        posed = _solved(plan, posing, aims)
        turns = _turns(plan, posing, posed)
        for b in points[1:]:
            posing.joint[:, b], posing.turn[:, b] = posed[b], turns[b]
            aim = aims.get(b)
            if aim is not None and aim.turn is not None:
                posing.turn[:, b] = aim.turn
        for b in points[1:]:
            turn_between(plan, posing, b)
    carried = set(points) | plan.moved
    for b in creature.spine[1:]:
        if b not in carried:
            posing.turn[:, b] = posing.turn[:, int(creature.parent[b])]
        posing.attach(b)


def _solved(plan: Plan, posing: Posing, aims: dict[int, Aim]) -> dict[int, Array]:
    """Particles (F, 3) of the spine's points."""
    creature, points = plan.creature, plan.spine_points
    index = {b: k for k, b in enumerate(points)}
    rest = [posing.carried(creature.root, creature.joint[b]) for b in points]
    places, lengths = list(rest), []
    for b in points[1:]:
        a = plan.spine_parent[b]
        chord = float(np.linalg.norm(creature.joint[b] - creature.joint[a]))
        mass_a = FIXED if a == creature.root else 1.0
        lengths.append(LengthConstraint(index[a], index[b], chord, (1 - SPINE_GIVE) * chord, mass_a))
    limbs = []
    for b, aim in aims.items():
        if aim.place is None:
            continue
        base = b
        while base not in index:
            base = int(creature.parent[base])
        if base == b:
            places[index[b]] = aim.joint if aim.joint is not None else aim.place
            continue
        chord = max(float(np.linalg.norm(creature.handle[b] - creature.joint[base])), 1e-9)
        mass = FIXED if base == creature.root else 1.0
        limbs.append(
            LengthConstraint(index[base], len(places), chord, LIMB_SHORTEST * chord, mass, GOAL_MASS)
        )
        places.append(aim.place)
    begun = np.stack(places, axis=1)
    orders = (limbs, limbs[::-1])  # the mean of both pulls symmetric creatures straight ahead
    solved = np.mean([enforced(begun, [*order, *reversed(lengths)]) for order in orders], axis=0)
    straight = np.stack(rest, axis=1)
    share = _buckled(plan, solved, index)[:, None, None]
    blended = (1 - share) * solved[:, : len(points)] + share * straight
    found = {creature.root: blended[:, 0]}
    for b in points[1:]:  # rigid bodies do not stretch
        a = plan.spine_parent[b]
        way = blended[:, index[b]] - blended[:, index[a]]
        size = np.linalg.norm(way, axis=1, keepdims=True)
        rigid = np.linalg.norm(creature.joint[b] - creature.joint[a])
        found[b] = found[a] + rigid * way / np.maximum(size, 1e-12)
    return found


def _buckled(plan: Plan, solved: Array, index: dict[int, int]) -> Array:
    """(F,) from 0 to 1: how far the spine has folded over onto itself."""
    creature, worst = plan.creature, np.zeros(len(solved))
    for b in plan.spine_points[1:]:
        a = plan.spine_parent[b]
        if a == creature.root:
            continue
        before = solved[:, index[a]] - solved[:, index[plan.spine_parent[a]]]
        after = solved[:, index[b]] - solved[:, index[a]]
        size = np.linalg.norm(before, axis=1) * np.linalg.norm(after, axis=1)
        angle = np.arccos(np.clip((before * after).sum(1) / np.maximum(size, 1e-12), -1, 1))
        worst = np.maximum(worst, angle)
    share = np.clip((worst - BUCKLED) / (FOLDED - BUCKLED), 0, 1)
    smooth: Array = share * share * (3 - 2 * share)
    return smooth


def _turns(plan: Plan, posing: Posing, posed: dict[int, Array]) -> dict[int, Array]:
    """Rotations (F, 3, 3) since rest of the spine's points: least twist between tangents at rest and posed."""
    creature = plan.creature
    root = posing.turn[:, creature.root]
    still = {b: creature.joint[b][None] for b in plan.spine_points}
    at_rest, bent = _tangents(plan, still, np.eye(3)[None]), _tangents(plan, posed, root)
    return {b: least_twist((root @ at_rest[b][0]), bent[b]) @ root for b in plan.spine_points[1:]}


def _tangents(plan: Plan, points: dict[int, Array], root: Array) -> dict[int, Array]:
    """Tangents (F, 3) of the spine at its points."""
    creature, tangents = plan.creature, {}
    after = {a: [b for b in plan.spine_points[1:] if plan.spine_parent[b] == a] for a in plan.spine_points}
    for b in plan.spine_points:
        if b == creature.root:
            next_points = [creature.joint[c] - creature.joint[b] for c in after[b]]
            tangents[b] = root @ np.mean(next_points, axis=0)
            continue
        a = plan.spine_parent[b]
        if after[b]:
            ahead = np.mean([points[c] for c in after[b]], axis=0)
            tangents[b] = (ahead - points[a]) / 2
        else:  # the end of a natural cubic spline
            tangents[b] = 1.5 * (points[b] - points[a]) - tangents[a] / 2
    return tangents
