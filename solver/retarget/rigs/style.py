"""How the target would move if only directions counted: rotations of its bodies, and the path of its root."""

from collections.abc import Sequence

import numpy as np

from ...arrays import Array
from ..creature import Creature
from ..gait.legs import leg_groups
from ..ik.aims import mixed
from ..limb import CreatureLimb
from .ankle import Ankle
from .bend import limb_axes, shares
from .stage import NEAR_FLOOR, Stage

STEEP = 0.1  # level part of a foot below which it points nowhere along the ground

LimbPairs = Sequence[tuple[CreatureLimb, CreatureLimb]]


def turns_of(stage: Stage, target: Creature, pairs: LimbPairs) -> Array:
    """(F, B, 3, 3) rotations since rest of the target's bodies, creature frame.

    Spines, heads and tails turn since their rest poses as much as those of the source at the same share of their
    length. Arms and legs point where those of the source do, and bend to the same side; feet turn since they stood
    flat.
    """
    n = len(stage.seen.turn)
    turn = np.tile(np.eye(3), (n, len(target.parent), 1, 1))
    turn[:, target.root] = stage.seen.turn[:, stage.source.root]
    source_spine = [stage.seen.turn[:, b] for b in stage.source.spine]
    for b, at in zip(target.spine, _along(len(target.spine)), strict=True):
        turn[:, b] = _between(source_spine, at)
    posed = set(target.spine)
    for theirs, mine in pairs:
        found = _limb(stage, target, theirs, mine)
        for b, own in zip(mine.bodies, found, strict=True):
            if b not in posed:
                turn[:, b] = own
        posed |= set(mine.bodies)
    for b in target.bodies:
        if b not in posed:
            turn[:, b] = turn[:, int(target.parent[b])]
    return turn


def root_path(stage: Stage, target: Creature, turn: Array, scale: float) -> Array:
    """(F, 3) the target's root: the middle of its hips is above its ankles as that of the source, scaled [m]."""
    source = stage.source
    hips = [hip_middle(creature) for creature in (source, target)]
    own_turn = stage.seen.turn[:, source.root]
    middle = stage.seen.handle[:, source.root] + own_turn @ (hips[0] - source.handle[source.root])
    middle[:, 2] = stage.above(middle) - _height(stage, source)
    middle = scale * middle
    middle[:, 2] += _height(None, target)
    found: Array = middle - turn[:, target.root] @ (hips[1] - target.handle[target.root])
    return found


def _height(stage: Stage | None, creature: Creature) -> float:
    """Mean height of the ankles that carry the hips, as they stand, or at rest without a motion [m]."""
    legs = hip_legs(creature)
    if stage is not None:
        heights = [ankle_path(stage, leg)[1] for leg in legs]
    else:
        heights = [float(ankle.point[2]) for leg in legs if (ankle := Ankle.of(creature, leg))]
    return float(np.mean(heights)) if heights else 0.0


def ankle_path(stage: Stage, limb: CreatureLimb) -> tuple[Array, float]:
    """(F, 3) where the ankle of a leg of the source is, Z above the ground, and how high it is standing [m]."""
    source, seen = stage.source, stage.seen
    ankle = Ankle.of(source, limb)
    if ankle is None:
        return seen.handle[:, limb.end].copy(), 0.0
    place = seen.joint[:, ankle.body] + seen.turn[:, ankle.body] @ (ankle.point - source.joint[ankle.body])
    place[:, 2] = stage.above(place)
    counts = stage.stands[:, ankle.contacts].sum(axis=1)
    whole = (counts == counts.max()) & (counts > 0)
    height = float(np.median(place[whole, 2])) if whole.any() else float(ankle.point[2])
    rest = float(ankle.point[2])
    far = abs(height - rest) > NEAR_FLOOR * source.character.hip_height
    return place, rest if far else height


def size_ratio(source: Creature, target: Creature) -> float:
    """Ratio of the lengths of the legs that carry the hips, straightened, or of all limbs where one has no legs."""
    legs = [
        [ankle.length for leg in hip_legs(creature) if (ankle := Ankle.of(creature, leg))]
        for creature in (source, target)
    ]
    if not legs[0] or not legs[1]:
        return target.mean_limb / source.mean_limb
    return float(np.mean(legs[1]) / np.mean(legs[0]))


def hip_legs(creature: Creature) -> list[CreatureLimb]:
    """Legs that hang nearest to the root."""
    feet = {foot for group in leg_groups(creature) for foot in group.feet}
    legs = [limb for limb in creature.limbs if feet & set(limb.bodies)]
    first = min((creature.spine.index(limb.base) for limb in legs), default=0)
    return [limb for limb in legs if creature.spine.index(limb.base) == first]


def hip_middle(creature: Creature) -> Array:
    """(3,) middle of the hip joints at rest, or the root [m]."""
    legs = hip_legs(creature)
    on_root = [leg for leg in legs if leg.base == creature.root]
    points = [creature.joint[leg.bodies[0]] for leg in on_root]
    middle: Array = np.mean(points, axis=0) if points else creature.handle[creature.root]
    return middle


def _limb(stage: Stage, target: Creature, theirs: CreatureLimb, mine: CreatureLimb) -> list[Array]:
    """Rotations (F, 3, 3) of the bodies of a limb of the target."""
    source, turn = stage.source, stage.seen.turn
    turns = [turn[:, b] for b in theirs.bodies]
    middle = {"head", "tail"} & (source.capabilities[theirs.end] | target.capabilities[mine.end])
    if middle or len(mine.bodies) < 2 or len(theirs.bodies) < 2:
        return [_between(turns, at) for at in _along(len(mine.bodies))]
    axes = limb_axes(source, theirs, turn), limb_axes(target, mine)
    ankles = Ankle.of(source, theirs), Ankle.of(target, mine)
    feet = [
        len(limb.bodies) if ankle is None else ankle.foot
        for limb, ankle in zip((theirs, mine), ankles, strict=True)
    ]
    at = shares(source, theirs)
    found = []
    for k, share in enumerate(shares(target, mine)):
        if k >= feet[1] and feet[0] < len(theirs.bodies):
            flat = flat_axes(source, theirs.bodies[feet[0]]) @ flat_axes(target, mine.bodies[feet[1]]).T
            found.append(stage.foot_turn(theirs.bodies[feet[0]]) @ flat)
            continue
        order, last = k if k < 2 else len(at), min(feet[0], len(at)) - 1
        near = (
            min(order, last)
            if len(mine.bodies) - len(theirs.bodies) in (-1, 0, 1)
            else _nearest(at, share, last)
        )
        found.append(turns[near] @ axes[0][near] @ axes[1][k].T)
    return found


def _nearest(at: Array, share: float, last: int) -> int:
    return int(np.abs(at[: last + 1] - share).argmin())


def flat_axes(creature: Creature, foot: int) -> Array:
    """(3, 3) axes of a foot at rest in columns: X leads to its tip along the ground, Z up."""
    contacts = [
        creature.inside(np.array(contact.point))
        for contact in creature.character.contacts
        if creature.character.body_index(contact.body) == foot
    ]
    way = creature.center[foot] - creature.joint[foot]
    if len(contacts) > 1 and np.linalg.norm(way[:2]) < STEEP * np.linalg.norm(way):
        spread = np.array(contacts) - np.mean(contacts, axis=0)
        way = spread[np.linalg.norm(spread, axis=1).argmax()]
        way = way * (np.sign(way[0]) or 1.0)
    level = way[:2]
    size = float(np.linalg.norm(level))
    if size < STEEP * float(np.linalg.norm(way)) or size < 1e-9:
        return np.eye(3)
    x, y = level / size
    return np.array([[x, -y, 0.0], [y, x, 0.0], [0.0, 0.0, 1.0]])


def _along(count: int) -> Array:
    return np.linspace(0.0, 1.0, count) if count > 1 else np.ones(1)


def _between(turns: Sequence[Array], share: float) -> Array:
    """Rotations (F, 3, 3) at a share of the way from the first to the last."""
    if len(turns) == 1:
        return turns[0]
    at = share * (len(turns) - 1)
    low = min(int(at), len(turns) - 2)
    return mixed(turns[low], turns[low + 1], np.full(len(turns[0]), at - low))
