"""When points touch: each moment speaks for or against it by how low and how slow a point is.

The phases are those for which most time speaks, when each touchdown and each lift-off costs a little. So a slip that is
brief or slight does not end a phase, and a brush does not begin one, at any frame rate.
"""

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from ...arrays import Array, Flags

LOW = 0.05  # sizes; how far above its level a standing point may be
STILL = 0.15  # sizes per fall; 0.45 m/s for a person's leg
SWING = 0.15  # of the speed at which a point swings shortly before or after; a swift paw is seldom captured at rest
SWING_TIME = 2.0  # falls before or after, 0.6 s for a person
AGAINST = -2.0  # the most that a moment can say against contact, where 1 is the most that it can say for it
# falls of the clearest contact that a touchdown, or a lift-off, must be worth; 0.05 s for a person
CHANGE = 0.16
SURE = 4.0  # logits of a point at rest on the ground


def stillness(speed: Array, fall: float) -> Array:
    """(N, P) speed at which points do not stand any more, by how swift they (N, P) are around each frame [sizes/fall].

    Args:
        speed: (N, P) [sizes/fall].
        fall: [frames].
    """
    reach = min(int(SWING_TIME * fall) + 1, len(speed) - 1)
    padded = np.pad(speed, ((reach, reach), (0, 0)), mode="edge")
    swing = sliding_window_view(padded, 2 * reach + 1, axis=0).max(-1)
    return np.asarray(np.maximum(STILL, SWING * swing))


def evidence(above: Array, speed: Array, *, low: Array, still: Array) -> Array:
    """(N, P) from AGAINST to 1, what each moment says for contact; 0 where height or speed alone are too much.

    Args:
        above: (N, P) height above the own level [sizes].
        speed: (N, P) [sizes/fall].
        low: (N, P) or alike, height that is too much [sizes].
        still: (N, P) or alike, speed that is too much [sizes/fall].
    """
    found: Array = 1 - (above / low) ** 2 - (speed / still) ** 2
    return np.maximum(found, AGAINST)


def likelihood(evidence: Array) -> Array:
    """Of each evidence, 0 to 1; a half for none."""
    found: Array = 1 / (1 + np.exp(-SURE * evidence))
    return found


def likeliest(evidence: Array, fall: float, change: Array) -> Flags:
    """(N, P) whether points touch: the states whose evidence adds up to most, less the changes (Viterbi 1967).

    Args:
        evidence: (N, P) for contact.
        fall: [frames].
        change: (N, P) what a touchdown or lift-off must be worth [falls].
    """
    gain = evidence / fall
    best = np.stack([np.zeros(gain.shape[1]), gain[0]])  # of ways that end free, and in contact
    stayed = np.ones((len(gain), *best.shape), bool)
    for t in range(1, len(gain)):
        other = best[::-1] - np.minimum(change[t - 1], change[t])
        stayed[t] = best >= other
        best = np.maximum(best, other) + np.stack([np.zeros(gain.shape[1]), gain[t]])
    flags, columns = np.empty(gain.shape, bool), np.arange(gain.shape[1])
    state = (best[1] > best[0]).astype(int)
    for t in range(len(gain) - 1, -1, -1):
        flags[t] = state
        state = np.where(stayed[t, state, columns], state, 1 - state)
    return flags
