"""Finds frames at which a motion nearly repeats."""

from dataclasses import dataclass

import numpy as np

from ...arrays import Flags, Indices
from ...errors import InputError
from ...job.cycle import Cycle
from ...motion.world_motion import WorldMotion
from ..cloud import cloud
from ..touches import disagreement, in_windows

SHORTEST, LONGEST = 0.35, 2.5  # s
WINDOW = 0.2  # s; length of compared windows
APART = 1 / 30  # s between compared frames; poses in between add no information
PRICE = 0.1  # m, of contacts that differ throughout
MARKED = 0.2  # search range around marks, relative to the time between them, as in Rose
LEAST = 2  # frames between marks
MOST_FRAMES = 5000  # whose pairs are compared, which takes 1 GB


@dataclass(frozen=True)
class Loop:
    """Two nearly equal frames.

    Attributes:
        first: frame at which the loop begins.
        last: frame at which it begins again.
        move: from each repetition to the next.
        distance: root mean square distance of points around the two frames [m].
    """

    first: int
    last: int
    move: Cycle
    distance: float


def find_loop(motion: WorldMotion, *, marks: tuple[int, int] | None = None) -> Loop:
    """The loop with the nearest ends, regardless of position and heading.

    Args:
        motion: open.
        marks: frames near which it begins and begins again; None: searched from SHORTEST to LONGEST, among loops in
            which every foot that ever lifts both stands and lifts.

    Raises:
        InputError: the motion is cyclic, too short or too long, or the marks are not two of its frames in order.
    """
    if motion.n_frames > MOST_FRAMES:
        raise InputError(
            f"a loop is searched among at most {MOST_FRAMES} frames, found {motion.n_frames} at {motion.fps:.4g} per "
            "second; cut the motion"
        )
    if motion.cycle is not None:
        raise InputError("the motion repeats already; expected an open one")
    if marks is not None and not 0 <= marks[0] < marks[1] < motion.n_frames:
        raise InputError(
            f"expected marks within the capture's frames 0 to {motion.n_frames - 1}, the first before the second, "
            f"found {marks[0]} and {marks[1]}"
        )
    length = max(min(2 * round(WINDOW / motion.step / 2) + 1, motion.n_frames // 10), 2)
    starts = np.arange(motion.n_frames - length + 1)
    first, last = _pairs(motion, starts, length // 2, marks)
    if not len(first):
        if marks is not None:
            raise InputError(
                f"no loop fits between frames {marks[0]} and {marks[1]}; expected marks further apart"
            )
        raise InputError(f"no loop was found in {motion.seconds:.2f} s; expected a longer motion")
    windows = cloud(motion, starts, length, apart=max(round(APART / motion.step), 1))
    distance, touches = windows.distances(windows), in_windows(motion, starts, length)
    cost = distance + PRICE * disagreement(touches, touches)
    best = int(cost[first, last].argmin())
    i, j = int(first[best]), int(last[best])
    return Loop(i + length // 2, j + length // 2, windows.move(j, windows, i), float(distance[i, j]))


def _pairs(
    motion: WorldMotion, starts: Indices, half: int, marks: tuple[int, int] | None
) -> tuple[Indices, Indices]:
    """Pairs of windows that are candidates for the ends."""
    if marks is not None:
        reach = MARKED * (marks[1] - marks[0]) / 2
        middles = starts + half
        inside = np.clip(marks, middles[0], middles[-1])  # no window fits around the ends
        near = [np.flatnonzero(abs(middles - mark) <= reach) for mark in inside]
        i, j = (each.ravel() for each in np.meshgrid(*near, indexing="ij"))
        is_long = j - i >= LEAST
        return i[is_long], j[is_long]
    i, j = np.triu_indices(len(starts), 1)
    seconds = (j - i) * motion.step
    fits = (seconds >= SHORTEST) & (seconds <= LONGEST)
    i, j = i[fits], j[fits]
    whole = _whole_strides(motion.contact_active.astype(bool), i + half, j + half)
    return (i[whole], j[whole]) if whole.any() else (i, j)


def _whole_strides(touching: Flags, first: Indices, last: Indices) -> Flags:
    """(K,) whether each contact that ever lifts both stands and lifts between two frames."""
    count = np.cumsum(np.vstack([np.zeros(touching.shape[1]), touching]), 0)
    stood = count[last] - count[first]
    lifts = touching.any(0) & ~touching.all(0)
    return np.asarray(((stood > 0) & (stood < (last - first)[:, None]))[:, lifts].all(1))
