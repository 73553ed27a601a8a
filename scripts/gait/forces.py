"""The ground's force on each foot over its stance."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]

LOADED = 0.01  # a foot is on the ground from this force on [body weights]
RIPPLE = 0.02  # a hump stands out this far from the valley beside it [body weights]


@dataclass(frozen=True)
class FootForces:
    """One foot's forces over a cycle in body weights; NaN where there is none such.

    Attributes:
        duty: share of the cycle on the ground.
        first_hump: of the vertical force, after touchdown; the only one of a run.
        valley: between the humps.
        second_hump: before lift-off.
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
    tops, valley = humps(up)
    return FootForces(
        duty=float(touching.mean()),
        first_hump=float(up[tops[0]]) if tops else math.nan,
        valley=float(up[valley]) if valley is not None else math.nan,
        second_hump=float(up[tops[-1]]) if len(tops) > 1 else math.nan,
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


def humps(up: Array) -> tuple[list[int], int | None]:
    """Local maxima that stand out from the valleys beside them, and the lowest valley between the outer two.

    The force is taken to be 0 before and after, so a stance that begins with its largest force has its
    hump there.
    """
    edged = np.concatenate([[0.0], up, [0.0]])
    tops: list[int] = []
    candidates = [i for i in range(1, len(edged) - 1) if edged[i - 1] < edged[i] >= edged[i + 1]]
    for i in candidates:
        if tops and min(edged[tops[-1]], edged[i]) - edged[tops[-1] : i].min() < RIPPLE:
            tops[-1] = max(tops[-1], i, key=lambda place: float(edged[place]))  # one hump with a ripple
        else:
            tops.append(i)
    tops = [i - 1 for i in tops]
    if len(tops) < 2:
        return tops, None
    return tops, tops[0] + int(up[tops[0] : tops[-1] + 1].argmin())
