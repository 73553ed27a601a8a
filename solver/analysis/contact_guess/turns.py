"""Successive contact points of a rolling body, each for as long as it rests."""

import numpy as np

from ...arrays import Array, Flags
from .balance import needs
from .points import CandidatePoints
from .resting import WANDERS, Rest, rests

SHORTEST = 0.5  # falls; shorter contacts are dropped, unless they are the only support
SOONER = 0.25  # falls by which a handover may be earlier or later than the change of the resting point
SAME = 0.02  # sizes; minimum distance of points: any closer, a millimeter of height tilts a body by 3 degrees


def in_turn(
    points: CandidatePoints, p: int, turn: Array, chosen: Flags, middle: Array, fall: float
) -> list[tuple[Array, Flags]]:
    """Arms (3,) of a body's successive resting points, each with its contacts (N,).

    If nothing else supports the character, a point touches until the next one does. A point that rests again later is
    reused, unless it has slid there, in which case it becomes a second point. A brief last point is dropped if the body
    is stable without it.

    Args:
        points: candidates.
        p: index of the body's lowest point.
        turn: (N, 3, 3) rotation of the body from the rest pose, world.
        chosen: (N, P) whether each point touches.
        middle: (N, 3) center of mass, world [sizes].
        fall: [frames].
    """
    arms = points.arms[:, p]
    centre = points.places[:, p] - np.einsum("tij,tj->ti", turn, arms)
    found: list[tuple[Array, Flags]] = []
    resting = rests(arms, centre, turn, chosen[:, p])
    taken_over: int | None = None
    for k, rest in enumerate(resting):
        first, last = rest.first if taken_over is None else taken_over, rest.last
        taken_over = None
        is_left_over = _is_left_over(rest, chosen[:, p], SHORTEST * fall)
        if is_left_over and not needs(chosen, p, points, middle, slice(rest.first - 1, rest.last + 1)).any():
            continue
        is_alone = (chosen[rest.last : rest.last + 2].sum(1) == 1).any()
        if is_alone and k + 1 < len(resting) and _is_next(rest, resting[k + 1]):
            within = max(round(SOONER * fall), 1)
            taken_over = last = _handover(rest, resting[k + 1], centre, turn, within)
        now = slice(max(first - 1, 0), last + 2)
        again = [
            i for i, (arm, touches) in enumerate(found) if not touches[now].any() and _is_near(arm, rest.arm)
        ]
        if not again:
            found.append((rest.arm, np.zeros(len(chosen), bool)))
        _, touches = found[again[0] if again else -1]
        touches[first : last + 1] = True
    return found


def _is_left_over(rest: Rest, touches: Flags, least: float) -> bool:
    """Whether a rest is the brief end of a stretch in which other points rested before."""
    after = rest.last + 1
    is_end = rest.first > 0 and touches[rest.first - 1] and not touches[after : after + 1].any()
    return bool(is_end) and after - rest.first < least


def _is_next(rest: Rest, other: Rest) -> bool:
    """Whether another point takes over at once, far enough away for both to determine the body's tilt."""
    return other.first == rest.last + 1 and float(np.linalg.norm(other.arm - rest.arm)) > SAME


def _handover(rest: Rest, following: Rest, centre: Array, turn: Array, within: int) -> int:
    """Frame near the end of a rest at which both points are equally high, so that the body need not tilt.

    Args:
        rest: that ends.
        following: rest that begins one frame later.
        centre: (N, 3) of the body, world [sizes].
        turn: (N, 3, 3) rotation from the rest pose, world.
        within: number of frames before or after.
    """
    after = following.first
    candidates = np.arange(max(rest.first + 1, after - within), min(following.last - 1, after + within) + 1)
    if not len(candidates):
        return after
    off = [
        heights[candidates] - np.median(heights[each.first : each.last + 1])
        for each in (rest, following)
        for heights in (centre[:, 2] + turn[:, 2] @ each.arm,)
    ]
    return int(candidates[np.abs(off[1] - off[0]).argmin()])


def _is_near(arm: Array, other: Array) -> bool:
    return float(np.linalg.norm(arm - other)) < WANDERS
