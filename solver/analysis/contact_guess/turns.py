"""Points of a body that rolls: they take over from one another, each while it rests."""

import numpy as np

from ...arrays import Array, Flags
from .balance import needs
from .points import CandidatePoints
from .resting import WANDERS, Rest, rests

SHORTEST = 0.5  # falls; what is shorter is no support, unless nothing else is
SOONER = 0.25  # falls, by which a point may take over before or after it rests
SAME = 0.02  # sizes; of points this near to each other, a millimeter of height would tilt a body by 3 degrees


def in_turn(
    points: CandidatePoints, p: int, turn: Array, chosen: Flags, middle: Array, fall: float
) -> list[tuple[Array, Flags]]:
    """Arms (3,) of a body's points that rest one after the other, each with (N,) when it touches.

    A point touches until the next one does where nothing else holds the character meanwhile. One that rests again later
    is the same, unless it has slid there: what rests at two places is two points. The last of them is none if it
    does so for a moment and the body does without.

    Args:
        points: that may touch.
        p: the body's lowest point.
        turn: (N, 3, 3) rotation of the body since the rest pose, world.
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
    """Whether it is the brief end of a stretch in which other points have rested before."""
    after = rest.last + 1
    is_end = rest.first > 0 and touches[rest.first - 1] and not touches[after : after + 1].any()
    return bool(is_end) and after - rest.first < least


def _is_next(rest: Rest, other: Rest) -> bool:
    """Whether another point takes over at once, so far away that both say how the body is tilted."""
    return other.first == rest.last + 1 and float(np.linalg.norm(other.arm - rest.arm)) > SAME


def _handover(rest: Rest, following: Rest, centre: Array, turn: Array, within: int) -> int:
    """Frame near the end of a rest at which both points are equally high, so that the body need not tilt for them.

    Args:
        rest: that ends.
        following: begins a frame later.
        centre: (N, 3) of the body, world [sizes].
        turn: (N, 3, 3) rotation since the rest pose, world.
        within: frames before or after.
    """
    after = following.first
    tried = np.arange(max(rest.first + 1, after - within), min(following.last - 1, after + within) + 1)
    if not len(tried):
        return after
    off = [
        heights[tried] - np.median(heights[each.first : each.last + 1])
        for each in (rest, following)
        for heights in (centre[:, 2] + turn[:, 2] @ each.arm,)
    ]
    return int(tried[np.abs(off[1] - off[0]).argmin()])


def _is_near(arm: Array, other: Array) -> bool:
    return float(np.linalg.norm(arm - other)) < WANDERS
