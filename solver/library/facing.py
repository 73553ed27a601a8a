"""The heading of a motion without the sway of its steps."""

import numpy as np

from ..arrays import Array
from ..job.heading import Heading

SWAY = 1.0  # s over which rotations of the hips are averaged
APART = 0.5  # s, between values


def facing(turn: Array, step: float) -> Heading:
    """Heading of an open motion.

    Args:
        turn: (N, 3, 3) of the root's body since the rest pose, world.
        step: between frames [s].
    """
    yaw = np.unwrap(np.arctan2(turn[:, 1, 0] - turn[:, 0, 1], turn[:, 0, 0] + turn[:, 1, 1]))
    reach = min(round(SWAY / step / 2), len(yaw) - 1)
    padded = np.pad(yaw, reach, mode="reflect", reflect_type="odd") if reach else yaw
    even = np.convolve(padded, np.full(2 * reach + 1, 1 / (2 * reach + 1)), mode="valid")
    count = max(round((len(yaw) - 1) * step / APART) + 1, 2)
    at = np.linspace(0, len(yaw) - 1, count)
    return tuple(np.interp(at, np.arange(len(yaw)), even).round(6).tolist())
