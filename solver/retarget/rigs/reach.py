"""Where hands of the target are: relative to the shoulder, to what they touch, and to each other."""

from collections.abc import Sequence

import numpy as np

from ...arrays import Array, Indices
from ..creature import Creature
from ..limb import CreatureLimb
from .stage import Stage

NEAR, FAR = (
    0.05,
    0.25,
)  # limb lengths from a surface: a hand that touches it, and one that has nothing to do with it
MEET, APART = 0.15, 0.45  # limb lengths between two hands that meet, and two that do not


def reach(
    stage: Stage, target: Creature, pairs: Sequence[tuple[CreatureLimb, CreatureLimb]], posed: "PosedBodies"
) -> list[Array]:
    """(F, 3) the handle of the end of every limb [m].

    Args:
        stage: the source's motion.
        target: that will move like it.
        pairs: limbs that have hands, of the source and of the target.
        posed: the target before any goal.
    """
    places = [_from_shoulder(stage, target, pair, posed) for pair in pairs]
    for k, pair in enumerate(pairs):
        places[k] = _touching(stage, target, pair, posed, places[k])
    return _meeting(stage, pairs, places)


class PosedBodies:
    """Poses of the target over F frames, creature frame.

    Attributes:
        center: (F, B, 3) of its bodies [m].
        turn: (F, B, 3, 3) since rest.
    """

    def __init__(self, creature: Creature, center: Array, turn: Array) -> None:
        self.creature, self.center, self.turn = creature, center, turn

    def carried(self, body: int, point: Array) -> Array:
        """(F, 3) where a point of a body (3,), given at rest, is."""
        arm = point - self.creature.center[body]
        found: Array = self.center[:, body] + self.turn[:, body] @ arm
        return found

    def points(self, bodies: Indices, rest: Array) -> Array:
        """(F, P, 3) where points (P, 3) of bodies (P,), given at rest, are."""
        arms = rest - self.creature.center[bodies]
        found: Array = self.center[:, bodies] + np.einsum("fpij,pj->fpi", self.turn[:, bodies], arms)
        return found


def _from_shoulder(
    stage: Stage, target: Creature, pair: tuple[CreatureLimb, CreatureLimb], posed: PosedBodies
) -> Array:
    theirs, mine = pair
    arm = stage.seen.handle[:, theirs.end] - stage.seen.joint[:, theirs.bodies[0]]
    shoulder = posed.carried(mine.base, target.joint[mine.bodies[0]])
    found: Array = shoulder + mine.length / theirs.length * arm
    return found


def _touching(
    stage: Stage, target: Creature, pair: tuple[CreatureLimb, CreatureLimb], posed: PosedBodies, place: Array
) -> Array:
    """The place, drawn to where it is on the target's trunk and head what it is on the source's.

    Both are balls there: bodies in units of their own extents.
    """
    theirs, mine = pair
    source, seen = stage.source, stage.seen
    hand = seen.handle[:, theirs.end]
    weight_sum, drawn = np.zeros(len(hand)), np.zeros_like(hand)
    for a, b in _landmarks(source, target):
        radii = _extents(source, a), _extents(target, b)
        center = seen.joint[:, a] + seen.turn[:, a] @ (source.center[a] - source.joint[a])
        local = np.einsum("fji,fj->fi", seen.turn[:, a], hand - center)
        far = np.linalg.norm(local / radii[0], axis=1)
        outside = np.linalg.norm(local, axis=1) * np.maximum(1 - 1 / np.maximum(far, 1e-9), 0.0)
        share = np.clip((FAR - outside / theirs.length) / (FAR - NEAR), 0, 1)
        weight = share**4
        surface = local / np.maximum(far, 1.0)[:, None]
        away = local - surface
        there = surface / radii[0] * radii[1] + mine.length / theirs.length * away
        drawn += weight[:, None] * (posed.center[:, b] + np.einsum("fij,fj->fi", posed.turn[:, b], there))
        weight_sum += weight
    most = np.minimum(weight_sum, 1.0)[:, None]
    mean = drawn / np.maximum(weight_sum, 1e-9)[:, None]
    found: Array = np.where(weight_sum[:, None] > 0, (1 - most) * place + most * mean, place)
    return found


def _meeting(
    stage: Stage, pairs: Sequence[tuple[CreatureLimb, CreatureLimb]], places: list[Array]
) -> list[Array]:
    """Places in which hands that are near each other on the source are so on the target."""
    found = list(places)
    for i in range(len(pairs)):
        for j in range(i):
            hands = [stage.seen.handle[:, pairs[k][0].end] for k in (i, j)]
            size = (pairs[i][0].length + pairs[j][0].length) / 2
            scale = (pairs[i][1].length + pairs[j][1].length) / 2 / size
            between = hands[0] - hands[1]
            share = np.clip((APART - np.linalg.norm(between, axis=1) / size) / (APART - MEET), 0, 1)
            weight = (share * share * (3 - 2 * share))[:, None]
            middle = (found[i] + found[j]) / 2
            for k, sign in ((i, 0.5), (j, -0.5)):
                found[k] = (1 - weight) * found[k] + weight * (middle + sign * scale * between)
    return found


def _landmarks(source: Creature, target: Creature) -> list[tuple[int, int]]:
    """Bodies of source and target that a hand may touch: ends of the trunk, and heads."""
    heads = [
        [limb.end for limb in creature.limbs if "head" in creature.capabilities[limb.end]]
        for creature in (source, target)
    ]
    trunk = [(source.root, target.root)]
    if len(source.spine) > 1 and len(target.spine) > 1:
        trunk.append((source.spine[-1], target.spine[-1]))
    return [*trunk, *zip(*heads, strict=False)]


def _extents(creature: Creature, body: int) -> Array:
    """(3,) half extents of a body along the axes of the creature at rest [m]."""
    radii = np.array(creature.character.bodies[body].diameters) / 2
    found: Array = np.linalg.norm(creature.axes[body] * radii, axis=1)
    return found
