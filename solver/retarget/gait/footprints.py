"""Where feet land while the creature's frame travels, and how they get there."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ...arrays import Array, Flags
from ..creature import Creature
from ..travel import FrameTravel
from .rhythm import Rhythm

Ground = Callable[[Array], Array]  # heights (K,) [m] of the ground at world places (K, 2)
AHEAD = 0.5  # share of the stance at which the foot's home is above its footprint


@dataclass(frozen=True, eq=False)
class Footfalls:
    """Feet over F frames.

    Attributes:
        feet: (K,) bodies.
        place: (F, K, 3) of their handles, world [m].
        yaw: (F, K) of the ground frame in which they stand or swing [rad].
        stands: (F, K) whether they are on the ground.
    """

    feet: tuple[int, ...]
    place: Array
    yaw: Array
    stands: Flags


def level(places: Array) -> Array:
    """Ground at height 0 everywhere."""
    return np.zeros(len(places))


def footfalls(
    creature: Creature, rhythm: Rhythm, travel: FrameTravel, times: Array, ground: Ground = level
) -> Footfalls:
    """Feet that stand still in the world while they are on the ground, on straight and curved ways alike.

    A footprint is below the foot's home, which the frame carries, in the middle of its stance. Between two footprints
    the foot follows an arc in normalized space, as high as its leg is long.

    Args:
        creature: that walks.
        rhythm: of its feet.
        travel: of its frame, at least at ``times``.
        times: (F,) evenly spaced [s].
        ground: heights of the ground.
    """
    path = _Path(travel, times)
    place = np.zeros((len(times), len(rhythm.feet), 3))
    yaw, stands = np.zeros(place.shape[:2]), np.zeros(place.shape[:2], bool)
    for k, (foot, steps) in enumerate(zip(rhythm.feet, rhythm.steps(float(times[-1])), strict=True)):
        home = creature.handle[foot]
        middles = np.array([on + AHEAD * (off - on) for on, off in steps])
        prints = path.carried(middles, home)
        prints[:, 2] = ground(prints[:, :2]) + home[2]
        yaws = path.yaw_at(middles)
        place[:, k], yaw[:, k], stands[:, k] = _along(steps, prints, yaws, times, float(rhythm.lift[k]))
    return Footfalls(rhythm.feet, place, yaw, stands)


def _along(
    steps: Sequence[tuple[float, float]], prints: Array, yaws: Array, times: Array, lift: float
) -> tuple[Array, Array, Flags]:
    on, off = np.array(steps).T
    step = np.clip(np.searchsorted(on, times + 1e-9, side="right") - 1, 0, len(on) - 2)
    stands = times <= off[step] + 1e-9
    share = np.clip((times - off[step]) / np.maximum(on[step + 1] - off[step], 1e-9), 0, 1)
    smooth = share**3 * (10 - 15 * share + 6 * share**2)  # leaves and lands without speed
    place = prints[step] + smooth[:, None] * (prints[step + 1] - prints[step])
    place[:, 2] += lift * 16 * (share * (1 - share)) ** 2
    yaw = yaws[step] + smooth * (yaws[step + 1] - yaws[step])
    return place, yaw, stands


class _Path:
    """The frame's way, continued straight before and after the travel."""

    def __init__(self, travel: FrameTravel, times: Array) -> None:
        self.times, self.travel = times, travel
        self.yaw = np.unwrap(travel.yaw)

    def yaw_at(self, times: Array) -> Array:
        return _extended(self.times, self.yaw[:, None], times)[:, 0]

    def carried(self, times: Array, point: Array) -> Array:
        """(K, 3) where the frame carries a point (3,) at times (K,), world."""
        origin, yaw = _extended(self.times, self.travel.origin, times), self.yaw_at(times)
        cosine, sine = np.cos(yaw), np.sin(yaw)
        x, y = cosine * point[0] - sine * point[1], sine * point[0] + cosine * point[1]
        return np.stack([origin[:, 0] + x, origin[:, 1] + y, origin[:, 2] + point[2]], axis=1)


def _extended(times: Array, values: Array, at: Array) -> Array:
    """Values (F, k) interpolated at times, linear beyond both ends."""
    found = np.stack([np.interp(at, times, column) for column in values.T], axis=1)
    if len(times) > 1:
        start, end = (
            (values[1] - values[0]) / (times[1] - times[0]),
            (values[-1] - values[-2]) / (times[-1] - times[-2]),
        )
        found += np.minimum(at - times[0], 0)[:, None] * start + np.maximum(at - times[-1], 0)[:, None] * end
    return found
