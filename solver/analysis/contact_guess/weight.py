"""Evidence of contacts in the center of mass: unless it is in free fall, something supports the body."""

import numpy as np

from ...arrays import Array, Flags
from ...stretches import stretches

BLUR = 0.1  # falls over which acceleration is smoothed; 0.03 s for a person
HELD = 0.5  # body weights of force from which a body is supported
SLACK = 1.15  # times the physical flight for a rise; animators like some hang time
LEAST_SHARE = 0.5  # of a keyed flight that is kept, however little the body rises
BULGE = 0.25  # of a flight's physical rise; with less, there is no flight if feet stay near the ground
GROUND = 0.1  # sizes; maximum apparent height of standing feet above the ground
HIGHEST = 0.2  # sizes; a higher foot has left the ground, however long the flight
DEARER = 2.0  # ratio of a foot's distance from where it stood to the body's missing rise, at most
REACH = 4.0  # standard deviations


def is_held(height: Array, fall: float) -> Flags:
    """(N,) whether something supports the body: its acceleration is clearly above free fall.

    Args:
        height: (N,) of the center of mass [sizes].
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


def with_shorter_flights(stands: Flags, heights: Array, places: Array, height: Array, fall: float) -> Flags:
    """(N, P) contacts with flights shortened to T = sqrt(8 rise), from the end at which the feet are lower.

    A body in the air for T falls rises by T^2 / 8, so a flight that is keyed longer than its rise allows gets feet back
    on the ground. If it hardly rises and no foot leaves the ground, as in the lowest moment of a crouch, there was no
    flight.

    Args:
        stands: (N, P) whether each point touches.
        heights: (N, P) of points above their own levels, infinite if they cannot touch [sizes].
        places: (N, P, 3) of points, world [sizes].
        height: (N,) of the center of mass [sizes].
        fall: [frames].
    """
    stands, lowest = stands.copy(), heights.min(1)
    for first, last in stretches(~stands.any(1)):
        if first == 0 or last == len(stands) - 1:
            continue  # the clip begins or ends in the air
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
