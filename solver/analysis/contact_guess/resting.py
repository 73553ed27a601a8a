"""Stretches of a touching body over which one and the same point of it rests: many where it rolls, or slides."""

import math
from dataclasses import dataclass

import numpy as np

from ...arrays import Array, Flags
from ...stretches import stretches

WANDERS = 0.03  # sizes; as far a point that rests may be from its place, as it slips a little
ROLLS = 0.015  # sizes; as far up or down, as its body rolls over it
SLIDES = 0.08  # sizes; what goes farther from its place has slid; feet of captures that stand go half as far
LEVER = 0.1  # rad; turns of less say nothing of where a body pivots
GROUNDED = 0.1  # weight of heights that differ from the body's lowest; joints above a seat rest, too


@dataclass(frozen=True, eq=False)
class Rest:
    """One stretch.

    Attributes:
        first, last: frames, both of which touch.
        arm: (3,) of the point that rests, from the body's centre, in the rest pose [sizes].
    """

    first: int
    last: int
    arm: Array


def rests(arms: Array, centre: Array, turn: Array, flags: Flags) -> list[Rest]:
    """The fewest stretches of a body that touches, in order of time.

    Args:
        arms: (N, 3) lowest point at each frame, from the body's centre, in the rest pose [sizes].
        centre: (N, 3) of the body, world [sizes].
        turn: (N, 3, 3) rotation since the rest pose, world.
        flags: (N,) whether it touches.
    """
    found = []
    for begin, end in stretches(flags):
        first = begin
        while first <= end:
            rest = Rest(first, first, arms[first])
            for last in range(first + 1, end + 1):
                own = slice(first, last + 1)
                arm = stillest(arms[own], centre[own], turn[own])
                places = centre[own] + turn[own] @ arm
                if _spread(places[:, :2]) > WANDERS or _spread(places[:, 2:]) > ROLLS:
                    break
                rest = Rest(first, last, arm)
            found.append(rest)
            first = rest.last + 1
    return found


def without_slides(places: Array, flags: Flags) -> Flags:
    """(N,) of which a point does not touch for a moment whenever it has slid, so that it rests again elsewhere.

    Args:
        places: (N, 3) of a point that is always the same, world [sizes].
        flags: (N,) whether it touches.
    """
    kept = flags.copy()
    for begin, end in stretches(flags):
        first = begin
        for last in range(begin + 1, end + 1):
            if _spread(places[first : last + 1]) > SLIDES:
                kept[last], first = False, last + 1
    return kept


def stillest(arms: Array, centre: Array, turn: Array) -> Array:
    """(3,) point p of a body that moves least, near its lowest points p0 and as low as they are.

    It has the least sum of |x + R p - mean|^2 + LEVER^2 |p - mean p0|^2 + GROUNDED (z + r . p - mean (z + r . p0))^2,
    where r is the last row of R.

    Args:
        arms: (F, 3) p0.
        centre: (F, 3) x of the body.
        turn: (F, 3, 3) R.
    """
    away, swing, up = centre - centre.mean(0), turn - turn.mean(0), turn[:, 2]
    level = (centre[:, 2] + np.einsum("ti,ti->t", up, arms)).mean()
    normal = np.einsum("tji,tjk->ik", swing, swing) + GROUNDED * np.einsum("ti,tk->ik", up, up)
    pull = np.einsum("tji,tj->i", swing, away) + GROUNDED * up.T @ (centre[:, 2] - level)
    near = LEVER**2 * len(turn)
    return np.asarray(np.linalg.solve(normal + near * np.eye(3), near * arms.mean(0) - pull))


def _spread(places: Array) -> float:
    """The farthest of (F, 3) from their mean; 0 of none."""
    if not len(places):
        return 0.0
    away = places - places.sum(0) / len(places)
    return math.sqrt(np.einsum("ij,ij->i", away, away).max())
