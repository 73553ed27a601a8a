"""Contact flags in windows of frames, and their comparison and cleaning."""

import numpy as np

from ..arrays import Array, Flags, Indices
from ..motion.world_motion import WorldMotion
from ..stretches import stretches

PRICE = 0.3  # m added to a distance if contacts disagree throughout
SHORTEST = 0.1  # s of a stance or a swing


def in_windows(motion: WorldMotion, starts: Indices, length: int) -> Flags:
    """(W, length C) which contacts touch at the frames of each window of an open motion."""
    frames = starts[:, None] + np.arange(length)
    return motion.contact_active[frames].reshape(len(starts), -1).astype(bool)


def disagreement(a: Flags, b: Flags) -> Array:
    """(W, W') fraction of flags that differ between rows of (W, K) and of (W', K)."""
    signs = [2 * flags.astype(np.float32) - 1 for flags in (a, b)]
    return np.asarray((1 - signs[0] @ signs[1].T / max(a.shape[1], 1)) / 2)


def steady(flags: Flags, step: float) -> Flags:
    """(N, C) flags of an open motion, from which swings, then stances, shorter than SHORTEST are removed.

    Those at the ends stay, because they may continue beyond; but a stance of only the first or last frame is
    removed, because a phase lasts for at least one step.
    """
    found, least = flags.copy(), max(round(SHORTEST / step), 1)
    for value in (False, True):
        for column in found.T:
            for first, last in stretches(column == value):
                if last - first + 1 < least and first > 0 and last < len(column) - 1:
                    column[first : last + 1] = not value
    found[0] &= found[1]
    found[-1] &= found[-2]
    return found


def steady_cycle(flags: Flags, step: float) -> Flags:
    """(N, C) likewise for a cycle."""
    return steady(np.tile(flags, (3, 1)), step)[len(flags) : 2 * len(flags)]
