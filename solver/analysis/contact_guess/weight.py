"""What the centre of mass shows of contacts: a body that does not fall is held, and one that flies falls."""

import numpy as np

from ...arrays import Array, Flags
from ...stretches import stretches

BLUR = 0.1  # falls over which acceleration is seen; 0.03 s for a person
HELD = 0.5  # body weights; what pushes more is held by something
SLACK = 1.15  # times the flight that a rise allows; animators like to hang in the air a little
LEAST_SHARE = 0.5  # of a drawn flight is kept, however little it rises
BULGE = 0.25  # of a flight's rise; less is none if feet stay near the ground
GROUND = 0.1  # sizes; as far as feet that stand are seen above it
HIGHEST = 0.2  # sizes; a foot that is higher has left the ground, however long a flight becomes
DEARER = 2.0  # times as far a foot may be from where it stood as the whole body would have to rise farther
REACH = 4.0  # standard deviations


def is_held(height: Array, fall: float) -> Flags:
    """(N,) whether the ground, or anything, pushes clearly: acceleration is clearly above that of a fall.

    Args:
        height: (N,) of the centre of mass [sizes].
        fall: [frames].
    """
    count = len(height)
    if count < 3:
        return np.ones(count, bool)
    width = max(BLUR * fall, 0.5)
    reach = min(int(REACH * width) + 1, count - 1)
    bell = np.exp(-0.5 * (np.arange(-reach, reach + 1) / width) ** 2)
    padded = np.pad(height, reach, mode="reflect", reflect_type="odd")
    acceleration = np.diff(np.convolve(padded, bell / bell.sum(), "valid"), 2) * fall**2
    return np.asarray(1 + np.pad(acceleration, 1, mode="edge") > HELD)


def as_long_as_it_rises(stands: Flags, heights: Array, places: Array, height: Array, fall: float) -> Flags:
    """(N, P) with flights cut to T = sqrt(8 rise), from the end at which the feet are lower.

    A body that leaves the ground for T seconds rises T^2 / 8 in between, so a flight that was drawn longer than its
    rise allows gets feet back on the ground. Where it hardly rises at all and no foot leaves the ground, as in the
    lowest moment of a crouch, it has not flown.

    Args:
        stands: (N, P) whether each point touches.
        heights: (N, P) of points above where each stands, infinite where they cannot touch [sizes].
        places: (N, P, 3) of points, world [sizes].
        height: (N,) of the centre of mass [sizes].
        fall: [frames].
    """
    stands, lowest = stands.copy(), heights.min(1)
    for first, last in stretches(~stands.any(1)):
        if first == 0 or last == len(stands) - 1:
            continue  # drawn from or into the air
        between = np.arange(first, last + 1)
        chord = np.interp(between, (first - 1, last + 1), height[[first - 1, last + 1]])
        rise = max(float((height[between] - chord).max()), 0.0)
        if rise < BULGE * ((last - first + 2) / fall) ** 2 / 8 and lowest[between].max() < GROUND:
            halfway = (first + last + 1) // 2
            stands[first:halfway], stands[halfway : last + 1] = stands[first - 1], stands[last + 1]
            continue
        least = LEAST_SHARE * (last - first + 2)
        left, landed = first - 1, last + 1
        while last - first + 2 > least and min(lowest[first], lowest[last]) < HIGHEST:
            missing = ((last - first + 2) / fall / SLACK) ** 2 / 8 - rise
            at, touched = (first, left) if lowest[first] <= lowest[last] else (last, landed)
            points = stands[touched]
            away = np.linalg.norm(places[at, points] - places[touched, points], axis=-1)
            if missing <= 0 or away.min() > DEARER * missing:
                break
            stands[at] = points
            first, last = first + (touched == left), last - (touched == landed)
    return stands
