"""What the trunk does while the feet walk: it bobs, sways and leans, and floats or inches without feet."""

import numpy as np

from ...arrays import Array
from ..creature import Creature
from ..travel import FrameTravel
from .footprints import Footfalls

BOB, SWAY = 0.025, 0.02  # of the leg's length
NARROW = 0.1  # of it: least half width of a track; a single leg has none
CROUCH = 0.03  # of it, so that legs are not stretched while they stand
FLOAT, FLOAT_PERIOD = 0.04, 3.0  # of the height; s


def hip_offsets(creature: Creature, feet: Footfalls, travel: FrameTravel, leg: float) -> Array:
    """(F, 3) displacement of the root from its place in the creature frame [m].

    It rises over the feet that stand and sways toward them, and follows the mean height of the ground below them.
    """
    bearing = feet.stands.astype(float) + 1e-3
    bearing /= bearing.sum(axis=1, keepdims=True)
    inside = np.stack([travel.inside(feet.place[:, k]) for k in range(len(feet.feet))], axis=1)
    home = creature.handle[list(feet.feet)]
    middle = np.einsum("fk,fkc->fc", bearing, inside) - home.mean(axis=0)
    lifted = inside[..., 2] - home[:, 2]
    ground = _smoothed(np.einsum("fk,fk->f", bearing, lifted))
    straddle = np.abs(np.einsum("fk,fk->f", bearing, inside[..., 0] - home[:, 0])) / leg
    offset = np.zeros((len(middle), 3))
    apart = max(float(np.abs(home[:, 1]).max()), NARROW * leg)
    offset[:, 1] = SWAY * leg * _smoothed(np.clip(middle[:, 1] / apart, -1, 1))
    offset[:, 2] = ground - CROUCH * leg + BOB * leg * _smoothed(1 - 4 * straddle)
    return offset


def floating(creature: Creature, times: Array) -> Array:
    """(F, 3) displacement of a creature without feet that floats: up and down in the air [m]."""
    offset = np.zeros((len(times), 3))
    offset[:, 2] = FLOAT * creature.size[2] * np.sin(2 * np.pi * times / FLOAT_PERIOD)
    return offset


def _smoothed(values: Array) -> Array:
    """A running mean over frames (F,), so that a foot's landing does not jolt the trunk."""
    width = min(5, len(values))
    padded = np.pad(values, width // 2, mode="edge")
    found: Array = np.convolve(padded, np.ones(width) / width, mode="same")[
        width // 2 : width // 2 + len(values)
    ]
    return found
