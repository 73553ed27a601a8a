"""The length of a file's unit by the pace of its motion: under one gravity, the large step and fall more slowly.

Two measures need no size: the length of a stride in legs tells its Froude number v^2 / (g h) (Alexander 1989,
Optimization and gaits in the locomotion of vertebrates); and whatever flies has the acceleration of gravity.
"""

from dataclasses import dataclass

import numpy as np

from ...arrays import Array, Flags, Indices
from ...stretches import stretches
from .motion import BvhMotion

G = 9.81  # m/s^2
LEGS, POWER = 2.4, 1 / 0.34  # stride length in legs is LEGS Froude^(1 / POWER)
FEWEST, LONGEST = 1.0, 7.0  # legs; strides outside are none
ALIKE = 0.6  # autocorrelation of the feet's paths from which they repeat
CLOSED = 0.15  # of the feet's range; an end this close to the start closes a cycle
STRAIGHT = 0.8  # share of the standing feet's way in one direction, from which it is a gait
FLOOR = 5.0  # percentile of the lowest point's heights, that of the ground
STANDING = 0.12  # of the hips' height; feet below stand or step
ALOFT = 0.06  # of the hips' height; clearance of a flight
SHORTEST = 5  # frames of a flight
SMOOTH = 0.05  # of a flight's sagitta; tolerated deviation from a parabola


@dataclass(frozen=True)
class TimeScale:
    """An estimate of a file's unit.

    Attributes:
        unit: length of the unit [m].
        above: standard deviation of the logarithm of larger units, with which the motion would be hasty.
        below: likewise of smaller ones, with which it would be slow, as animators like it.
    """

    unit: float
    above: float
    below: float


def time_scales(motion: BvhMotion) -> tuple[TimeScale, ...]:
    """Estimates from steps and from flights; none without either. The motion is in the file's units, with Z up."""
    if motion.n_frames < 2 * SHORTEST:
        return ()
    points = np.concatenate([motion.world_positions, motion.world_end_sites], axis=1)
    lowest = points[..., 2].min(1)
    floor = float(np.percentile(lowest, FLOOR))
    hips = float(np.median(motion.world_positions[:, 0, 2])) - floor
    if hips <= 0:
        return ()
    found = (
        _of_steps(motion, points, floor, hips),
        _of_flights(motion, points.mean(1)[:, 2], lowest > floor + ALOFT * hips),
    )
    return tuple(each for each in found if each is not None)


def _of_steps(motion: BvhMotion, points: Array, floor: float, hips: float) -> TimeScale | None:
    """Estimate from the Froude number of steps of legs as long as the hips are high."""
    root = motion.world_positions[:, 0]
    reach = points[..., 2] - floor
    steps = (np.percentile(reach, FLOOR, axis=0) < STANDING * hips) & (np.ptp(reach, axis=0) > 0)
    if not steps.any():
        return None
    feet = points[:, steps] - root[:, None]
    period = _period(np.concatenate([np.linalg.norm(feet[..., :2], axis=-1), feet[..., 2]], axis=1))
    if not period:
        return None
    low = reach[:, steps].argmin(1)[:-1]  # the foot that stands at each frame
    frames: Indices = np.arange(len(low))
    slides = (feet[frames + 1, low] - feet[frames, low])[:, :2]
    ways = np.linalg.norm(slides, axis=1)
    firsts = range(0, max(len(slides) - period, 0) + 1, max(period // 4, 1))
    straight = [
        float(np.linalg.norm(slides[k : k + period].sum(0)) / ways[k : k + period].sum())
        for k in firsts
        if ways[k : k + period].any()
    ]
    stride = float(np.median(ways)) * period
    legs = stride / hips
    if not straight or float(np.median(straight)) < STRAIGHT or not FEWEST < legs < LONGEST:
        return None
    speed = stride / (period * motion.frame_time)
    return TimeScale(G * hips * (legs / LEGS) ** POWER / speed**2, above=0.6, below=2.0)


def _period(paths: Array) -> int:
    """Frames after which paths (N, P) repeat; 0 if they do not."""
    paths = paths[:, np.ptp(paths, axis=0) > 0]
    n_frames, ranges = len(paths), np.ptp(paths, axis=0)
    if not len(ranges):
        return 0
    if float(np.mean(np.abs(paths[-1] - paths[0]) / ranges)) < CLOSED:
        paths = np.concatenate([paths, paths])
    centred = (paths - paths.mean(0)) / paths.std(0)
    lags: Indices = np.arange(1, min(n_frames, len(centred) * 2 // 3) + 1)
    alike = np.array([float(np.mean(centred[lag:] * centred[:-lag])) for lag in lags])
    turned = np.flatnonzero(alike < ALIKE / 2)  # leaves the peak at zero
    later = alike[turned[0] :] if len(turned) else alike[:0]
    if not len(later) or later.max() < ALIKE:
        return 0
    first = int(np.flatnonzero(later > 0.9 * later.max())[0])
    while first + 1 < len(later) and later[first + 1] > later[first]:
        first += 1
    return int(lags[turned[0] + first])


def _of_flights(motion: BvhMotion, height: Array, aloft: Flags) -> TimeScale | None:
    """Estimate from flights, in which the height (N,) of the joints' mean is a parabola in time."""
    found = []
    for first, last in stretches(aloft):
        rise = height[first : last + 1]
        if len(rise) < SHORTEST:
            continue
        time = motion.frame_time * np.arange(len(rise))
        parabola = np.polyfit(time, rise, 2)
        fall = -2 * float(parabola[0])
        off = float(np.abs(rise - np.polyval(parabola, time)).max())
        if fall > 0 and off < SMOOTH * fall * time[-1] ** 2 / 8:
            found.append(G / fall)
    return TimeScale(float(np.median(found)), above=0.3, below=0.3) if found else None
