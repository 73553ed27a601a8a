"""Contact phases from evidence: at each frame, a low and slow point suggests contact.

The phases maximize total evidence over time, minus a small cost for each touchdown and lift-off. So at any frame rate,
a brief or slight slip does not end a phase, and a brush does not begin one.
"""

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from ...arrays import Array, Flags

LOW = 0.05  # sizes; maximum height of a standing point above its level
STILL = 0.15  # sizes per fall; 0.45 m/s for a person's leg
SWING = 0.15  # of a point's peak speed shortly before or after; captures seldom show a fast paw at rest
SWING_TIME = 2.0  # falls before or after, 0.6 s for a person
AGAINST = -2.0  # minimum evidence of a frame; the maximum is 1
# falls of maximum evidence that a touchdown or lift-off costs; 0.05 s for a person
CHANGE = 0.16
SURE = 4.0  # logits of a point at rest on the ground


def stillness(speed: Array, fall: float) -> Array:
    """(N, P) speed from which points no longer stand, from their peak speed around each frame [sizes/fall].

    Args:
        speed: (N, P) [sizes/fall].
        fall: [frames].
    """
    reach = min(int(SWING_TIME * fall) + 1, len(speed) - 1)
    padded = np.pad(speed, ((reach, reach), (0, 0)), mode="edge")
    swing = sliding_window_view(padded, 2 * reach + 1, axis=0).max(-1)
    return np.asarray(np.maximum(STILL, SWING * swing))


def evidence(above: Array, speed: Array, *, low: Array, still: Array) -> Array:
    """(N, P) evidence of contact, from AGAINST to 1; at most 0 if height or speed alone is at its limit.

    Args:
        above: (N, P) height above the point's own level [sizes].
        speed: (N, P) [sizes/fall].
        low: (N, P) or broadcastable, limit of the height [sizes].
        still: (N, P) or broadcastable, limit of the speed [sizes/fall].
    """
    value: Array = 1 - (above / low) ** 2 - (speed / still) ** 2
    return np.maximum(value, AGAINST)


def likelihood(evidence: Array) -> Array:
    """Likelihood of contact from evidence, 0 to 1; 0.5 for evidence 0."""
    value: Array = 1 / (1 + np.exp(-SURE * evidence))
    return value


def likeliest(evidence: Array, fall: float, change: Array) -> Flags:
    """(N, P) whether points touch: the states with the most evidence, minus the cost of changes (Viterbi 1967).

    Args:
        evidence: (N, P) of contact.
        fall: [frames].
        change: (N, P) cost of a touchdown or lift-off [falls].
    """
    gain = evidence / fall
    best = np.stack([np.zeros(gain.shape[1]), gain[0]])  # of paths that end free, and in contact
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
