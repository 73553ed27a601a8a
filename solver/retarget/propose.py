"""Channels proposed for a motion, from what its bodies do and touch; the artist corrects them (Hecker 2008, 3)."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ..arrays import Array
from ..errors import InputError
from ..motion.motion import Motion
from ..rotations import quaternion_from_matrix, rotation_vector
from .action import Gait, GeneralAction
from .channel import GeneralChannel
from .creature import Creature
from .describe import describe
from .gait.legs import leg_groups
from .gait.rhythm import metres_per_second
from .keying import keyed
from .modes.part import MIRROR
from .movement import Movement, generalize
from .query import Query
from .seen import Seen

PLACE, TURN = 0.01, 0.02  # generalized units, rad: what keys may leave out
STILL_PLACE, STILL_TURN = 0.03, 0.06  # limb lengths, rad: what does not move
TOUCH = 0.15  # limb lengths: a hand that touches something
LOW = 0.08  # of its rest height: a body on the ground
ALIKE = 0.08  # limb lengths between a limb and the mirror image of its partner
TRAVELS = 0.6  # leg lengths of way for which feet walk by a gait


def propose(motion: Motion, *, name: str) -> GeneralAction:
    """The motion in generalized form: a way and a gait if it travels, and channels for all that moves besides.

    Args:
        motion: of any creature.
        name: of the action.

    Raises:
        InputError: nothing moves.
    """
    creature = Creature(motion.character)
    standing = Seen.standing(creature, motion)
    gait = _gait(creature, standing, motion)
    seen = Seen.travelling(creature, motion) if gait else standing
    channels = [*_root(seen), *_spine(seen)]
    for group in _groups(seen):
        feet = all("foot" in creature.capabilities[b] for b in group)
        if not (feet and (gait or _is_still(seen, group[0]))):
            channels += _limb(seen, group)
    if not channels and gait is None:
        raise InputError(f"'{name}' does not move; key a motion first")
    seconds = max(float(seen.times[-1]), float(motion.step)) / creature.pace
    loops = motion.cycle is not None
    return GeneralAction(name, seconds, tuple(_named(channels)), loops=loops, gait=gait)


def _gait(creature: Creature, seen: Seen, motion: Motion) -> Gait | None:
    way = seen.handle[-1, creature.root] - seen.handle[0, creature.root]
    length = float(np.linalg.norm(way[:2]))
    groups = leg_groups(creature)
    leg = groups[0].length if groups else creature.mean_limb
    if length < TRAVELS * leg:
        return None
    seconds = float(seen.times[-1])
    path = float(np.linalg.norm(np.diff(seen.handle[:, creature.root, :2], axis=0), axis=1).sum())
    forward = seen.turn[:, creature.root, :, 0]
    yaw = np.unwrap(np.arctan2(forward[:, 1], forward[:, 0]))
    speed = path / seconds / metres_per_second(creature, 1.0)
    return Gait(round(speed, 3), turn=round(float(yaw[-1] - yaw[0]) / seconds * creature.pace, 3))


def _root(seen: Seen) -> list[GeneralChannel]:
    """Movement of the root by the creature's size, and its rotation."""
    movement = Movement(scale="creature")
    root = seen.creature.root
    general, turn = generalize(movement, seen.creature, root, _pose(seen, root), seen.creature.handle[root])
    return _channel(seen, Query("root"), movement, general, turn, places=True, turns=True)


def _spine(seen: Seen) -> list[GeneralChannel]:
    """Rotation of the end of the spine, which bends it."""
    creature = seen.creature
    if len(creature.spine) < 2:
        return []
    end = creature.spine[-1]
    query = describe(creature, [end])
    if query is None:
        return []
    movement = Movement()
    general, turn = generalize(movement, creature, end, _pose(seen, end), creature.handle[end])
    return _channel(seen, query, movement, general, turn, places=False, turns=True)


def _groups(seen: Seen) -> list[tuple[int, ...]]:
    """Ends of limbs; those that move as mirror images of each other together."""
    creature = seen.creature
    character = creature.character
    ends = [limb.end for limb in creature.limbs]
    ends = [next((b for b in (e, int(creature.parent[e])) if b in creature.feet), e) for e in ends]
    partner = {}
    for a, b in character.mirror_pairs:
        left, right = character.body_index(a), character.body_index(b)
        partner[left], partner[right] = right, left
    groups: list[tuple[int, ...]] = []
    for end in dict.fromkeys(ends):
        if any(end in group for group in groups):
            continue
        other = partner.get(end)
        together = other in ends and _mirrors(seen, end, other)
        groups.append((end, other) if together and other is not None else (end,))
    return groups


def _mirrors(seen: Seen, a: int, b: int | None) -> bool:
    if b is None:
        return False
    moved = seen.handle[:, [a, b]] - seen.creature.handle[[a, b]]
    away = np.linalg.norm(moved[:, 0] @ MIRROR - moved[:, 1], axis=1)
    return bool(away.max() < ALIKE * seen.creature.limb_length[a])


def _limb(seen: Seen, group: Sequence[int]) -> list[GeneralChannel]:
    creature, first = seen.creature, group[0]
    query = describe(creature, group)
    if query is None:
        return (
            [channel for b in group if describe(creature, [b]) for channel in _limb(seen, [b])]
            if len(group) > 1
            else []
        )
    is_free = not creature.capabilities[first] & {"grasper", "foot"}
    movement = Movement() if is_free else _movement(seen, group)
    target = _target(seen, first, movement)
    mirrored = creature.handle[first, 1] < 0 and len(group) > 1
    general, turn = generalize(movement, creature, first, _pose(seen, first), target, mirrored=mirrored)
    return _channel(
        seen, query, movement, general, turn, places=not is_free, turns=True, mirrors=len(group) > 1
    )


def _movement(seen: Seen, group: Sequence[int]) -> Movement:
    """What a hand or foot does: it meets another, goes to the mouth or to the ground, or moves by its limb's length."""
    creature, b = seen.creature, group[0]
    size = creature.limb_length[b]
    mouths = Query("mouth").select(creature)
    if mouths and "grasper" in creature.capabilities[b]:
        near = min(float(np.linalg.norm(seen.handle[:, b] - seen.handle[:, m], axis=1).min()) for m in mouths)
        if near < TOUCH * size:
            return Movement(toward=Query("mouth"))
    if len(group) > 1:
        apart = np.linalg.norm(seen.handle[:, group[0]] - seen.handle[:, group[1]], axis=1)
        if apart.min() < TOUCH * size:
            return Movement(from_base=True, to_middle=True)
    rest = float(creature.handle[b, 2])
    if rest > LOW * creature.size[2] and seen.handle[:, b, 2].min() < LOW * rest:
        return Movement(to_ground=True)
    return Movement(scale="limb") if "foot" in creature.capabilities[b] else Movement(from_base=True)


def _target(seen: Seen, body: int, movement: Movement) -> Array:
    if movement.toward is None:
        return seen.creature.handle[body]
    mouths = movement.toward.select(seen.creature)
    rest = seen.creature.handle
    near = min(mouths, key=lambda m: float(np.linalg.norm(rest[m] - rest[body])))
    found: Array = seen.handle[:, near]
    return found


def _channel(
    seen: Seen,
    query: Query,
    movement: Movement,
    general: Array,
    turn: Array,
    *,
    places: bool,
    turns: bool,
    mirrors: bool = False,
) -> list[GeneralChannel]:
    """The channel of curves that move; none if nothing does."""
    vector = np.unwrap(rotation_vector(quaternion_from_matrix(turn)), axis=0)
    times = seen.times / seen.creature.pace
    moved, turned = float(np.ptp(general, axis=0).max()), float(np.abs(vector).max())
    position = (
        keyed(times, general, PLACE) if places and (moved > STILL_PLACE or movement.from_base) else None
    )
    rotation = keyed(times, vector, TURN) if turns and turned > STILL_TURN else None
    if position is None and rotation is None:
        return []
    return [GeneralChannel(str(query), query, movement, position, rotation, mirrors=mirrors)]


def _pose(seen: Seen, body: int) -> tuple[Array, Array]:
    return seen.handle[:, body], seen.turn[:, body]


def _is_still(seen: Seen, body: int) -> bool:
    moved = np.linalg.norm(seen.handle[:, body] - seen.handle[:1, body], axis=1)
    return bool(moved.max() < STILL_PLACE * seen.creature.limb_length[body])


def _named(channels: Sequence[GeneralChannel]) -> list[GeneralChannel]:
    """Channels with names of their own."""
    names: dict[str, int] = {}
    found = []
    for channel in channels:
        names[channel.name] = names.get(channel.name, 0) + 1
        count = names[channel.name]
        found.append(channel if count == 1 else replace(channel, name=f"{channel.name} {count}"))
    return found
