"""A motion of one creature for another: any rest pose, any proportions, any number of bodies.

Rotations are those of axes that mean the same on both; feet stand where the source's feet stood, scaled by the legs;
hands keep their place relative to the shoulder by the length of the arm, and to whatever they are near.
"""

from dataclasses import dataclass, replace

import numpy as np

from ..arrays import Array, Flags
from ..errors import InputError
from ..motion.motion import Motion
from .creature import Creature
from .gait.legs import leg_groups
from .goals import Goal
from .ik.aims import mixed
from .ik.posing import Posing
from .ik.solve import solve
from .limb import CreatureLimb
from .match import CreatureMap, match
from .playback import in_world
from .seen import Seen
from .travel import FrameTravel

NEAR, FAR = 0.12, 0.45  # limb lengths: a hand that touches something, and one that has nothing to do with it


@dataclass(frozen=True, eq=False)
class Transferred:
    """A motion as another creature plays it.

    Attributes:
        motion: of the target's bodies, at the source's frames.
        map: by which limbs it was transferred.
        scale: of its travel: ratio of leg lengths.
        residual: (L,) mean distance of each mapped end from its goal [m].
    """

    motion: Motion
    map: CreatureMap
    scale: float
    residual: Array


def transfer(
    motion: Motion, target: Creature, *, limbs: CreatureMap | None = None, stands: Flags | None = None
) -> Transferred:
    """Transfers a motion to another creature, from where its rest pose stands.

    Args:
        motion: of the source.
        target: that will move like it.
        limbs: which limbs correspond; None: by what they are.
        stands: (F, C) which contacts of the source stand; None: none is known, so none is held.

    Raises:
        InputError: no limb corresponds.
    """
    source = Creature(motion.character)
    found = limbs or match(source, target)
    pairs = found.pairs(source, target)
    if not pairs:
        raise InputError(f"'{target.character.name}' has no limb in common with '{motion.character.name}'")
    scale = _leg(target) / _leg(source)
    seen = Seen.standing(source, motion)
    root = _root_goal(seen, target, scale)
    spine = _spine_goals(seen, target)
    n = motion.n_frames
    trunk = solve(target, [root, *spine], n, joints=False)
    ends = [_end_goal(seen, target, trunk, pairs, k, scale) for k in range(len(pairs))]
    goals = [root, *spine, *ends]
    posing = solve(target, goals, n)
    handles = posing.handle
    residual = np.array([_off(handles[:, goal.body], goal) for goal in ends])
    moved = in_world(posing, FrameTravel.standing(target, n), motion.step)
    if motion.cycle is not None:
        axes = target.frame[1] @ source.frame[1].T
        shift = axes @ np.array(motion.cycle.translation) * scale
        cycle = replace(motion.cycle, translation=(float(shift[0]), float(shift[1]), float(shift[2])))
        moved = replace(moved, cycle=cycle)
    return Transferred(moved, found, scale, residual)


def _root_goal(seen: Seen, target: Creature, scale: float) -> Goal:
    """The root's path from its rest place, scaled by the legs."""
    source = seen.creature
    offset = seen.handle[:, source.root] - source.handle[source.root]
    whole = np.ones(len(offset))
    return Goal(
        target.root, target.handle[target.root] + scale * offset, seen.turn[:, source.root], whole, whole
    )


def _spine_goals(seen: Seen, target: Creature) -> list[Goal]:
    """Rotations of the target's spine: those of the source's at the same share of its length."""
    source, whole = seen.creature, np.ones(len(seen.turn))
    if len(source.spine) < 2 or len(target.spine) < 2:
        return []
    turns = [seen.turn[:, b] for b in source.spine]
    goals = []
    for k, b in enumerate(target.spine[1:], 1):
        at = k / (len(target.spine) - 1) * (len(turns) - 1)
        low = min(int(at), len(turns) - 2)
        turn = mixed(turns[low], turns[low + 1], np.full(len(whole), at - low))
        goals.append(Goal(b, None, turn, whole, whole))
    return goals


def _end_goal(
    seen: Seen,
    target: Creature,
    trunk: Posing,
    pairs: tuple[tuple[CreatureLimb, CreatureLimb], ...],
    index: int,
    scale: float,
) -> Goal:
    """Pose of the end of a limb."""
    source = seen.creature
    mine, theirs = pairs[index][1], pairs[index][0]
    whole = np.ones(len(seen.turn))
    turn = _meant_turn(seen, theirs.end, target, mine.end)
    if "foot" in source.capabilities[theirs.end] and "foot" in target.capabilities[mine.end]:
        way = seen.handle[:, theirs.end] - source.handle[theirs.end]
        return Goal(mine.end, target.handle[mine.end] + scale * way, seen.turn[:, theirs.end], whole, whole)
    base = trunk.carried(mine.base, target.base[mine.end] - target.joint[mine.base])
    arm = seen.handle[:, theirs.end] - seen.joint[:, theirs.bodies[0]]
    place = base + mine.length / theirs.length * arm
    place = _held_near(seen, target, trunk, pairs, index, place)
    return Goal(mine.end, place, turn, whole, whole)


def _held_near(
    seen: Seen,
    target: Creature,
    trunk: Posing,
    pairs: tuple[tuple[CreatureLimb, CreatureLimb], ...],
    index: int,
    place: Array,
) -> Array:
    """A hand's goal, drawn to where it is relative to what the source's hand touches: its trunk, head or other hand."""
    source, (theirs, mine) = seen.creature, pairs[index]
    hand = seen.handle[:, theirs.end]
    weight_sum, drawn = np.zeros(len(hand)), np.zeros_like(hand)
    for a, b in _landmarks(source, target, pairs, index):
        away = hand - seen.handle[:, a]
        distance = np.linalg.norm(away, axis=1) / theirs.length
        share = np.clip((FAR - distance) / (FAR - NEAR), 0, 1)
        weight = share * share * (3 - 2 * share)
        drawn += weight[:, None] * (trunk.handle[:, b] + mine.length / theirs.length * away)
        weight_sum += weight
    most = np.minimum(weight_sum, 1.0)[:, None]
    mean = drawn / np.maximum(weight_sum, 1e-9)[:, None]
    found: Array = np.where(weight_sum[:, None] > 0, (1 - most) * place + most * mean, place)
    return found


def _landmarks(
    source: Creature, target: Creature, pairs: tuple[tuple[CreatureLimb, CreatureLimb], ...], index: int
) -> list[tuple[int, int]]:
    """Bodies of source and target that a hand may touch: roots and heads."""
    heads = [
        (a.end, b.end)
        for k, (a, b) in enumerate(pairs)
        if k != index and "head" in source.capabilities[a.end]
    ]
    return [(source.root, target.root), *heads]


def _meant_turn(seen: Seen, theirs: int, target: Creature, mine: int) -> Array:
    """Rotations since rest after which a body's meant axes are those of the source's body."""
    return seen.turn[:, theirs] @ seen.creature.pointing[theirs] @ target.pointing[mine].T


def _off(handle: Array, goal: Goal) -> float:
    """Mean distance of a handle (F, 3) from its goal [m]."""
    return 0.0 if goal.position is None else float(np.linalg.norm(handle - goal.position, axis=1).mean())


def _leg(creature: Creature) -> float:
    """Length of the longest legs, or of all limbs without legs [m]."""
    groups = leg_groups(creature)
    return groups[0].length if groups else creature.mean_limb
