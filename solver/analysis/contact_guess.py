"""Contact phases guessed from the motion of points: a foot that is low and still is in contact.

Each moment speaks for or against contact by how low and how slow a point is; the phases are those for which most time
speaks, when each touchdown and each lift-off costs a little. So a slip that is brief or slight does not end a phase,
and a brush does not begin one, at any frame rate.

What flies falls: a body that leaves the ground for T seconds rises g T^2 / 8 in between, so a flight that was
drawn longer than its rise allows gets feet back on the ground.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from ..arrays import Array, Flags

Phases = tuple[tuple[float, float], ...]

LOW = 0.05  # of the character's size; how far above its level a standing point may be
STILL = 0.15  # of sqrt(gravity size), a speed; 0.45 m/s for a person's leg
LOOSER = (1.0, 2.0, 3.0)  # times both; rough keys let feet slide and hover more than captured motion does
ENOUGH = 0.25  # share of the frames in which something stands; with less, looser limits are tried
SMOOTH = 0.03  # s before and after; faster wobbles are a capture's noise
AGAINST = -2.0  # the most that a moment can say against contact, where 1 is the most that it can say for it
CHANGE = 0.05  # s of the clearest contact that a touchdown, or a lift-off, must be worth
GRAVITY = 9.81  # m/s^2
SLACK = 1.15  # times the flight that a rise allows; animators like to hang in the air a little
LEAST_SHARE = 0.5  # of a drawn flight is kept, however little it rises


@dataclass(frozen=True, eq=False)
class Touching:
    """When points stand.

    Attributes:
        flags: (N, C) whether each does.
        evidence: (N, C) from AGAINST to 1, what each moment says for contact.
    """

    flags: Flags
    evidence: Array


def touching(points: Array, height: Array, step: float, *, size: float) -> Touching:
    """When each point stands.

    Args:
        points: (N, C, 3) way of each contact's point, world [m], N of at least 2.
        height: (N,) of the centre of mass, world [m].
        step: between frames [s].
        size: of the character [m], as the length of a leg.
    """
    if not points.shape[1]:
        nothing = np.zeros(points.shape[:2])
        return Touching(nothing.astype(bool), nothing)
    points = _smoothed(
        _smoothed(points, max(1, round(SMOOTH / step)), np.median), int(SMOOTH / step), np.mean
    )
    between = np.linalg.norm(np.diff(points, axis=0), axis=-1) / step
    speed = np.minimum(np.r_[between[:1], between], np.r_[between, between[-1:]])  # the stiller side counts
    for looser in LOOSER:
        low, still = looser * LOW * size, looser * STILL * np.sqrt(GRAVITY * size)
        level = _level(points[..., 2], speed < still, low)
        above = np.maximum(points[..., 2] - _own_levels(points[..., 2], speed < still, level, low), 0.0)
        evidence = np.maximum(1 - (above / low) ** 2 - (speed / still) ** 2, AGAINST)
        flags = _likeliest(evidence * step, CHANGE)
        if flags.any(1).mean() >= ENOUGH:
            break
    return Touching(_as_long_as_it_rises(flags, points, height, step), evidence)


def _smoothed(points: Array, reach: int, middle: Callable[..., Array]) -> Array:
    """(N, C, 3) medians or means over so many frames before and after each."""
    padded = np.pad(points, ((reach, reach), (0, 0), (0, 0)), mode="edge")
    return np.asarray(middle(sliding_window_view(padded, 2 * reach + 1, axis=0), axis=-1))


def _level(height: Array, is_still: Flags, low: float) -> float:
    """Where the lowest still point is most of the time [m]: the densest place, not the lowest, which noise decides."""
    lowest = np.where(is_still, height, np.inf).min(1)
    found = lowest[np.isfinite(lowest)] if np.isfinite(lowest).any() else height.min(1)
    near = np.abs(found[:, None] - found) < low / 2
    return float(found[near[near.sum(1).argmax()]].mean())


def _own_levels(height: Array, is_still: Flags, level: float, low: float) -> Array:
    """(C,) height at which each point stands: heels and toes of a capture are not all as high as they should be."""
    stands = is_still & (np.abs(height - level) < 2 * low)
    return np.array([np.median(h[s]) if s.any() else level for h, s in zip(height.T, stands.T, strict=True)])


def _likeliest(gain: Array, change: float) -> Flags:
    """(N, C) the states whose gains (N, C) add up to most, each change of state costing so much (Viterbi 1967)."""
    best = np.stack([np.zeros(gain.shape[1]), gain[0]])  # of ways that end free, and in contact
    stayed = np.ones((len(gain), *best.shape), bool)
    for t in range(1, len(gain)):
        other = best[::-1] - change
        stayed[t] = best >= other
        best = np.maximum(best, other) + np.stack([np.zeros(gain.shape[1]), gain[t]])
    flags, columns = np.empty(gain.shape, bool), np.arange(gain.shape[1])
    state = (best[1] > best[0]).astype(int)
    for t in range(len(gain) - 1, -1, -1):
        flags[t] = state
        state = np.where(stayed[t, state, columns], state, 1 - state)
    return flags


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
