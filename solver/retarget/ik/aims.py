"""Goals as particles have them: where joints or handles shall be, with weights taken in."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...arrays import Array
from ...rotations import matrix_from_quaternion, quaternion_from_matrix
from ..creature import Creature
from ..goals import Goal


@dataclass(frozen=True, eq=False)
class Aim:
    """The goal of one body over F frames, creature frame.

    Attributes:
        body: index.
        place: (F, 3) of its handle [m]; None: anywhere.
        turn: (F, 3, 3) since rest; None: any.
        joint: (F, 3) of its joint, if both are given [m]; a solver of positions alone then needs no rotation (Hecker
            2008, section 4.3.1).
    """

    body: int
    place: Array | None
    turn: Array | None
    joint: Array | None


def aims(creature: Creature, goals: Sequence[Goal], position: Array, turn: Array) -> dict[int, Aim]:
    """Aims by body, relative to the root's pose where a goal has less than its whole weight.

    Args:
        creature: that is posed.
        goals: of its bodies but the root.
        position: (F, 3) of the root [m].
        turn: (F, 3, 3) of the root since rest.
    """
    found = {}
    for goal in goals:
        if goal.body == creature.root:
            continue
        place = turned = joint = None
        if goal.turn is not None:
            turned = mixed(turn, goal.turn, goal.turn_weight)
        if goal.position is not None:
            root = creature.joint[creature.root]
            rest = position + turn @ (creature.handle[goal.body] - root)
            base = position + turn @ (creature.base[goal.body] - root)
            aside = turn @ _aside(creature, goal.body)
            place = swung(rest - base, goal.position - base, goal.place_weight, aside) + base
        if place is not None and turned is not None:
            joint = place - turned @ (creature.handle[goal.body] - creature.joint[goal.body])
        found[goal.body] = Aim(goal.body, place, turned, joint)
    return found


def swung(start: Array, end: Array, share: Array, aside: Array) -> Array:
    """Arms (F, 3) from a joint between two others by shares (F,): their lengths blend, and their directions swing.

    A straight way between a hanging and a lifted hand would lead through the shoulder. Directions that are nearly
    opposite swing by way of ``aside`` (F, 3).
    """
    lengths = [np.linalg.norm(arm, axis=1, keepdims=True) for arm in (start, end)]
    a, b = (arm / np.maximum(length, 1e-12) for arm, length in zip((start, end), lengths, strict=True))
    cosine = (a * b).sum(axis=1, keepdims=True)
    detour = ((1 - cosine) / 2) ** 2
    w = share[:, None]
    way = (1 - w) * a + w * b + 4 * w * (1 - w) * detour * aside
    length = (1 - w) * lengths[0] + w * lengths[1]
    found: Array = length * way / np.maximum(np.linalg.norm(way, axis=1, keepdims=True), 1e-12)
    return found


def _aside(creature: Creature, body: int) -> Array:
    """Unit vector (3,) forward and outward of a body's side."""
    y = float(creature.base[body, 1])
    outward = 0.0 if abs(y) < 1e-3 * creature.size[1] else float(np.sign(y))
    aside = np.array([0.8, 0.6 * outward, 0.0])
    unit: Array = aside / np.linalg.norm(aside)
    return unit


def mixed(a: Array, b: Array, share: Array) -> Array:
    """Rotations (F, 3, 3) between a and b by shares (F,), along the shorter way."""
    first, second = (np.broadcast_to(quaternion_from_matrix(each), (len(share), 4)) for each in (a, b))
    sign = np.where((first * second).sum(1, keepdims=True) < 0, -1.0, 1.0)
    between = (1 - share)[:, None] * first + share[:, None] * sign * second
    size = np.linalg.norm(between, axis=1, keepdims=True)
    return matrix_from_quaternion(between / np.maximum(size, 1e-12))
