"""Contact phases guessed from the motion of points: a foot that is low and still is in contact.

What flies falls: a body that leaves the ground for T seconds rises g T^2 / 8 in between, so a flight that was
drawn longer than its rise allows gets feet back on the ground.
"""

import numpy as np

from ..arrays import Array, Flags

Phases = tuple[tuple[float, float], ...]

LOW = 0.05  # of the character's size; how far above the level of standing a standing point may be
STILL = 0.15  # of sqrt(gravity size), a speed; 0.45 m/s for a person's leg
LOOSER = (1.0, 2.0, 3.0)  # times both; rough keys let feet slide and hover more than captured motion does
ENOUGH = 0.25  # share of the frames in which something stands; with less, looser limits are tried
GROUND_SHARE = 0.2  # of the frames have their lowest point below the level of standing
SHORTEST = 0.1  # s; what is shorter is a slip of the pen, be it a touch or a gap
GRAVITY = 9.81  # m/s^2
SLACK = 1.15  # times the flight that a rise allows; animators like to hang in the air a little
LEAST_SHARE = 0.5  # of a drawn flight is kept, however little it rises


def touching(points: Array, height: Array, step: float, *, size: float) -> Flags:
    """(N, C) whether each point stands at each frame.

    Args:
        points: (N, C, 3) way of each contact's point, world [m], N of at least 2.
        height: (N,) of the centre of mass, world [m].
        step: between frames [s].
        size: of the character [m], as the length of a leg.
    """
    if not points.shape[1]:
        return np.zeros(points.shape[:2], bool)
    return _as_long_as_it_rises(_low_and_still(points, step, size), points, height, step)


def _low_and_still(points: Array, step: float, size: float) -> Flags:
    """(N, C) whether each point is; the looser the limits, the rougher the drawing.

    The level of standing is where the lowest point of most frames is, so that an animation drawn a little above
    or below the ground is understood.
    """
    between = np.linalg.norm(np.diff(points, axis=0), axis=-1) / step
    speed = np.minimum(np.r_[between[:1], between], np.r_[between, between[-1:]])  # the stiller side counts
    above = points[..., 2] - np.quantile(points[..., 2].min(1), GROUND_SHARE)
    shortest = max(1, round(SHORTEST / step))
    for looser in LOOSER:
        stands = (above < looser * LOW * size) & (speed < looser * STILL * np.sqrt(GRAVITY * size))
        stands = without_short(~without_short(~stands, shortest), shortest)
        if stands.any(1).mean() >= ENOUGH:
            break
    return stands


def _as_long_as_it_rises(stands: Flags, points: Array, height: Array, step: float) -> Flags:
    """(N, C) with flights cut to T = sqrt(8 rise / g), from the end at which the feet are lower."""
    stands, lowest = stands.copy(), points[..., 2].min(1)
    for first, last in stretches(~stands.any(1)):
        if first == 0 or last == len(stands) - 1:
            continue  # drawn from or into the air
        between = np.arange(first, last + 1)
        chord = np.interp(between, (first - 1, last + 1), height[[first - 1, last + 1]])
        rise = max(float((height[between] - chord).max()), 0.0)
        allowed = max(SLACK * np.sqrt(8 * rise / GRAVITY) / step, LEAST_SHARE * (last - first + 2))
        while last - first + 2 > allowed:
            if lowest[first] <= lowest[last]:
                stands[first] = stands[first - 1]
                first += 1
            else:
                stands[last] = stands[last + 1]
                last -= 1
    return stands


def without_short(flags: Flags, shortest: int) -> Flags:
    """(N, C) without stretches of True that are shorter than so many frames; those at the ends may go on."""
    kept = flags.copy()
    for column in kept.T:
        for first, last in stretches(column):
            if last - first + 1 < shortest and first > 0 and last < len(column) - 1:
                column[first : last + 1] = False
    return kept


def phases(flags: Flags, *, closed: bool = False) -> tuple[Phases, ...]:
    """Start and duration of each stretch of each contact, as fractions of the clip (see ContactTiming).

    What touches at one frame alone touches at the next one, too: a phase lasts for one step at least.

    Args:
        flags: (N, C) whether each contact touches.
        closed: whether the last frame leads to the first again, as in a cycle.
    """
    span = len(flags) if closed else len(flags) - 1
    found = []
    for column in flags.T:
        runs = stretches(column)
        if closed and len(runs) > 1 and column[0] and column[-1]:
            (_, end), *between, (start, last) = runs
            runs = [*between, (start, last + 1 + end)]
        throughout = closed and bool(column.all())
        found.append(
            tuple((first / span, 1.0 if throughout else max(last - first, 1) / span) for first, last in runs)
        )
    return tuple(found)


def stretches(flags: Flags) -> list[tuple[int, int]]:
    """First and last frame of each stretch of True in (N,) flags."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], flags, [False]]).astype(int)))
    return [(int(first), int(after) - 1) for first, after in edges.reshape(-1, 2)]
