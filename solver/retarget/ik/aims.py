"""Goals as particles have them: where joints or handles shall be, with weights taken in."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ...arrays import Array
from ...rotations import matrix_from_quaternion, quaternion_from_matrix
from ..creature import Creature
from ..goals import Goal, Partner

WHOLE = 1 - 1e-12  # a weight from which on the rest pose has no share
MIDDLE = 1e-3  # of the creature's width: limbs in the middle have no side


@dataclass(frozen=True, eq=False)
class Aim:
    """The goal of one body over F frames, creature frame.

    Attributes:
        body: index.
        place: (F, 3) of its handle [m]; None: anywhere.
        turn: (F, 3, 3) since rest; None: any.
        joint: (F, 3) of its joint, if both are given [m]; a solver of positions alone then needs no rotation (Hecker
            2008, section 4.3.1).
        partner: body that the place is relative to, with shares that have the goal's weight; None: it is fixed.
    """

    body: int
    place: Array | None
    turn: Array | None
    joint: Array | None
    partner: Partner | None = None


def aims(creature: Creature, goals: Sequence[Goal], position: Array, turn: Array) -> dict[int, Aim]:
    """Aims by body, relative to the root's pose where a goal has less than its whole weight.

    Args:
        creature: that is posed.
        goals: of its bodies but the root.
        position: (F, 3) of the root [m].
        turn: (F, 3, 3) of the root since rest.
    """
    others = [goal for goal in goals if goal.body != creature.root]
    places, turns = _placed(creature, others, position, turn), _turned(others, turn)
    found = {}
    for goal in others:
        body, partner = goal.body, goal.partner
        place, turned, joint = places.get(body), turns.get(body), None
        if partner is not None:
            partner = replace(partner, share=partner.share * goal.place_weight)
        if place is not None and turned is not None:
            joint = place - turned @ (creature.handle[body] - creature.joint[body])
        found[body] = Aim(body, place, turned, joint, partner)
    return found


def _placed(creature: Creature, goals: Sequence[Goal], position: Array, turn: Array) -> dict[int, Array]:
    """Places (F, 3) of handles by body."""
    own = [(goal.body, goal.position, goal.place_weight) for goal in goals if goal.position is not None]
    if not own:
        return {}
    bodies = [body for body, _, _ in own]
    wanted, weight = np.stack([each for _, each, _ in own]), np.stack([each for _, _, each in own])
    if (weight > WHOLE).all():
        return dict(zip(bodies, wanted, strict=True))
    arms = np.stack([creature.handle[bodies], creature.base[bodies]]) - creature.joint[creature.root]
    rest, base = (turn @ np.swapaxes(arms, 1, 2)[:, None]).transpose(0, 3, 1, 2)  # (G, F, 3) from the root
    base = base + position
    outward = (turn @ aside(creature, bodies).T).transpose(2, 0, 1)
    places = swung(rest + position - base, wanted - base, weight, outward) + base
    return dict(zip(bodies, places, strict=True))


def _turned(goals: Sequence[Goal], turn: Array) -> dict[int, Array]:
    """Rotations (F, 3, 3) since rest by body."""
    own = [(goal.body, goal.turn, goal.turn_weight) for goal in goals if goal.turn is not None]
    if not own:
        return {}
    wanted, weight = np.stack([each for _, each, _ in own]), np.stack([each for _, _, each in own])
    whole = (weight > WHOLE).all()
    return dict(
        zip([body for body, _, _ in own], wanted if whole else mixed(turn, wanted, weight), strict=True)
    )


def swung(start: Array, end: Array, share: Array, aside: Array) -> Array:
    """Arms (..., 3) from a joint between two others by shares (...): lengths blend, and directions swing.

    A straight way between a hanging and a lifted hand would lead through the shoulder. Directions that are nearly
    opposite swing by way of ``aside`` (..., 3).
    """
    lengths = [np.sqrt((arm * arm).sum(axis=-1, keepdims=True)) for arm in (start, end)]
    a, b = (arm / np.maximum(length, 1e-12) for arm, length in zip((start, end), lengths, strict=True))
    cosine = (a * b).sum(axis=-1, keepdims=True)
    detour = ((1 - cosine) / 2) ** 2
    w = share[..., None]
    way = (1 - w) * a + w * b + 4 * w * (1 - w) * detour * aside
    length = (1 - w) * lengths[0] + w * lengths[1]
    found: Array = length * way / np.maximum(np.linalg.norm(way, axis=-1, keepdims=True), 1e-12)
    return found


def aside(creature: Creature, bodies: Sequence[int]) -> Array:
    """Unit vectors (G, 3) forward and outward of each body's side."""
    y = creature.base[bodies, 1]
    outward = np.where(np.abs(y) < MIDDLE * creature.size[1], 0.0, np.sign(y))
    way = np.stack([np.full(len(y), 0.8), 0.6 * outward, np.zeros(len(y))], axis=1)
    unit: Array = way / np.linalg.norm(way, axis=1, keepdims=True)
    return unit


def mixed(a: Array, b: Array, share: Array) -> Array:
    """Rotations (..., 3, 3) between a and b by shares (...), along the shorter way."""
    first, second = quaternion_from_matrix(a), quaternion_from_matrix(b)
    sign = np.where((first * second).sum(axis=-1) < 0, -1.0, 1.0)
    between = (1 - share)[..., None] * first + (share * sign)[..., None] * second
    size = np.linalg.norm(between, axis=-1, keepdims=True)
    return matrix_from_quaternion(between / np.maximum(size, 1e-12))
