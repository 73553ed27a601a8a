"""Splits a body's contact into stretches in which one point rests: several if the body rolls or slides."""

import math
from dataclasses import dataclass

import numpy as np

from ...arrays import Array, Flags
from ...stretches import stretches

WANDERS = 0.03  # sizes; maximum horizontal slip of a resting point from its mean position
ROLLS = 0.015  # sizes; maximum vertical movement, as its body rolls over it
SLIDES = 0.08  # sizes; a point has slid if it moves farther; standing captured feet move half as far
LEVER = 0.1  # rad; smaller rotations do not determine where a body pivots
GROUNDED = 0.1  # weight of height differences from the lowest points; joints above a seat also rest


@dataclass(frozen=True, eq=False)
class Rest:
    """A stretch in which one point rests.

    Attributes:
        first, last: frames, both in contact.
        arm: (3,) resting point from the body's center, in the rest pose [sizes].
    """

    first: int
    last: int
    arm: Array


def rests(arms: Array, centre: Array, turn: Array, flags: Flags) -> list[Rest]:
    """Splits a body's contacts greedily into as few stretches as possible, in order of time.

    Args:
        arms: (N, 3) lowest point at each frame, from the body's center, in the rest pose [sizes].
        centre: (N, 3) of the body, world [sizes].
        turn: (N, 3, 3) rotation from the rest pose, world.
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
    """(N,) contacts, interrupted for a frame whenever the point has slid, so that it rests at its new place.

    Args:
        places: (N, 3) of a body-fixed point, world [sizes].
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
    """(3,) point p of a body that moves least, near its lowest points p0 and at their height.

    It minimizes the sum of |x + R p - mean|^2 + LEVER^2 |p - mean p0|^2 + GROUNDED (z + r . p - mean (z + r . p0))^2,
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
    """Largest distance of points (F, 3) from their mean; 0 if there are none."""
    if not len(places):
        return 0.0
    away = places - places.sum(0) / len(places)
    return math.sqrt(np.einsum("ij,ij->i", away, away).max())
