"""The ground force on each foot during its stance."""

import math
from dataclasses import dataclass

import numpy as np

from ...arrays import Array, Flags

LOADED = 0.01  # a foot is on the ground from this force on [body weights]
RIPPLE = 0.02  # a hump stands out this far from the valley beside it [body weights]


@dataclass(frozen=True)
class FootForces:
    """One foot's forces over a cycle in body weights; NaN where there is none such.

    Attributes:
        duty: share of the cycle on the ground.
        first_hump: highest of the vertical force in the first half of the stance; the only one of a run.
        valley: lowest between that one and the second.
        second_hump: highest in the second half.
        humps: how many stand out.
        peak: of the vertical force in one frame.
        braking: fore-aft minimum, negative.
        propulsion: fore-aft maximum.
        sideways: largest lateral size.
    """

    duty: float
    first_hump: float
    valley: float
    second_hump: float
    humps: int
    peak: float
    braking: float
    propulsion: float
    sideways: float


def is_touching(up: Array, scheduled: Flags) -> Flags:
    """(N,) whether a vertical force loads a foot; a motion without forces is taken at its schedule's word."""
    loaded: Flags = up > LOADED
    return loaded if loaded.any() else scheduled


def foot_forces(force: Array, touching: Flags, *, is_cycle: bool) -> FootForces:
    """Measures of a force (N, 3) in body weights along forward, left and up.

    Args:
        force: of all contacts of one foot together.
        touching: (N,) whether the foot is on the ground.
        is_cycle: whether the last frame leads to the first.
    """
    up = force[stance(touching, is_cycle=is_cycle), 2]
    tops = humps(up)
    early, late = ([i for i in tops if (2 * i < len(up)) == half] for half in (True, False))
    chosen = [max(some, key=lambda i: float(up[i])) for some in (early, late) if some]
    heights = [float(up[i]) for i in chosen]
    valley = float(up[chosen[0] : chosen[-1] + 1].min()) if len(chosen) == 2 else math.nan
    return FootForces(
        duty=float(touching.mean()),
        first_hump=heights[0] if heights else math.nan,
        valley=valley,
        second_hump=heights[1] if len(heights) == 2 else math.nan,
        humps=len(tops),
        peak=float(force[:, 2].max()),
        braking=float(force[:, 0].min()),
        propulsion=float(force[:, 0].max()),
        sideways=float(np.abs(force[:, 1]).max()),
    )


def stance(touching: Flags, *, is_cycle: bool) -> list[int]:
    """Frames of the longest time on the ground, in order, across the seam of a cycle."""
    n = len(touching)
    longest: list[int] = []
    run: list[int] = []
    for i in range(2 * n if is_cycle and not touching.all() else n):
        run = [*run, i % n] if touching[i % n] else []
        longest = run if len(run) > len(longest) else longest
    return longest[:n]


def humps(up: Array) -> list[int]:
    """Places of local maxima that stand out from the valleys between them.

    The force is taken to be 0 before and after, so a stance that begins with its largest force has its
    hump there.
    """
    edged = np.concatenate([[0.0], up, [0.0]])
    tops: list[int] = []
    candidates = [i for i in range(1, len(edged) - 1) if edged[i - 1] < edged[i] >= edged[i + 1]]
    for i in candidates:
        if tops and min(edged[tops[-1]], edged[i]) - edged[tops[-1] : i].min() < RIPPLE:
            tops[-1] = max(tops[-1], i, key=lambda index: float(edged[index]))  # one hump with a ripple
        else:
            tops.append(i)
    return [i - 1 for i in tops]
