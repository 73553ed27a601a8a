"""Speeds and turns that a graph lacks, as a parameter space that generates them."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace

import numpy as np

from ...arrays import Array
from ...errors import InputError
from ...job.job import Job
from ...space.dimension import Value
from ...space.parameter_space import ParameterSpace
from ...space.specifiers import Specifiers, Travel
from ..same_bodies import require_same_bodies
from ..transition.lasting_constraints import lasting_constraints
from .coverage import speeds, turns
from .motion_graph import MotionGraph

SPEED_STEP, TURN_STEP = 0.5, 0.5  # m/s, rad/s
DIRECTIONS = 64  # in which the hull is sampled
MOST = 1000  # points of the grid
DIGITS, SHOWN = 6, 12  # after the decimal point, and significant


def missing(
    graph: MotionGraph,
    jobs: Mapping[str, Job],
    *,
    name: str = "missing",
    speed_step: float = SPEED_STEP,
    turn_step: float = TURN_STEP,
) -> ParameterSpace | None:
    """The space of clips that a graph lacks within the range of its motions' speeds and turns.

    A point of the grid of speeds and turns is missing if it lies within the convex hull of all motions and none is
    within half a step of it. Its job is that of the cycle with the nearest speed, with strides whose duration
    decreases with the square root of speed (Grieve & Gear 1966) unless the job refers to frames.

    Args:
        graph: with the motions, including dropped ones.
        jobs: of its motions, by name; traveling cycles are templates of new clips.
        name: of the space.
        speed_step: between speeds [m/s].
        turn_step: between turns [rad/s].

    Returns:
        The space; None if nothing is missing.

    Raises:
        InputError: a job is of another character, none is a traveling cycle, or the steps are too small.
    """
    for motion_name, job in jobs.items():
        try:
            require_same_bodies(graph.motions[0].character, job.character)
        except InputError as error:
            raise InputError(error.words, field=f"jobs['{motion_name}']") from error
    patterns = [_Pattern.of(job) for job in jobs.values() if _travels(job)]
    if not patterns:
        raise InputError("expected a cycle that travels among the clips, found none")
    known = np.stack([speeds(graph.motions) / speed_step, turns(graph.motions) / turn_step], 1)
    places = _gaps(known)
    if not len(places):
        return None
    cells = (places * (speed_step, turn_step)).round(DIGITS)
    values = [_like(patterns, speed) for speed in np.unique(cells[:, 0]).tolist()]
    rates = [Value(f"{turn:g}", turn) for turn in np.unique(cells[:, 1]).tolist()]
    space = ParameterSpace(name, where=_where(cells), objectives=())
    return space.add_dimension(values, "speed", unit="m/s").add_dimension(rates, "turn", unit="rad/s")


@dataclass(frozen=True)
class _Pattern:
    """A job that is the template of others.

    Attributes:
        job: a traveling cycle.
        speed: along its path [m/s].
        turn: rate [rad/s].
        course: direction of travel relative to the heading [rad].
    """

    job: Job
    speed: float
    turn: float
    course: float

    @classmethod
    def of(cls, job: Job) -> "_Pattern":
        assert job.cycle is not None
        (x, y, _), half, seconds = job.cycle.translation, job.cycle.yaw / 2, job.timing.length
        arc = math.hypot(x, y) / float(np.sinc(half / np.pi))
        return cls(job, arc / seconds, 2 * half / seconds, math.atan2(y, x) - half)


def _travels(job: Job) -> bool:
    return job.cycle is not None and any(job.cycle.translation[:2]) and abs(job.cycle.yaw) < 2 * np.pi


def _gaps(points: Array) -> Array:
    """(K, 2) integer points within the hull of points (M, 2) at least half a step from all of them.

    A range smaller than a step, such as the speeds of walks around corners, becomes one line at the mean.
    """
    is_line = np.ptp(points, axis=0) < 1
    points = np.where(is_line, points.mean(0), points)
    low, high = np.ceil(points.min(0) - 0.5), np.floor(points.max(0) + 0.5)
    if np.prod(high - low + 1) > MOST:
        raise InputError(f"expected at most {MOST} speeds and turns; choose larger steps")
    axes = (
        np.array([mean]) if is_constant else np.arange(first, last + 1)
        for is_constant, mean, first, last in zip(is_line, points.mean(0), low, high, strict=True)
    )
    grid = np.stack(np.meshgrid(*axes, indexing="ij"), -1).reshape(-1, 2)
    angle = 2 * np.pi * np.arange(DIRECTIONS) / DIRECTIONS
    outward = np.stack([np.cos(angle), np.sin(angle)])
    inside = (grid @ outward <= (points @ outward).max(0) + 1e-6).all(1)
    nearest = abs(grid[:, None] - points).max(2).min(1)
    return np.asarray(grid[inside & (nearest > 0.5 + 1e-6)])


def _like(patterns: list[_Pattern], speed: float) -> Value:
    """The nearest cycle's job at another speed."""
    near = min(patterns, key=lambda each: (abs(each.speed - speed), abs(each.turn)))
    job, course = near.job, round(near.course, DIGITS)
    assert job.cycle is not None
    specifiers = {
        each.name: getattr(job, each.name) for each in fields(Specifiers) if hasattr(job, each.name)
    }
    specifiers["cycle"] = replace(job.cycle, mirrored=False)
    if speed and lasting_constraints(job) == job.constraints:
        stride = job.timing.length * math.sqrt(near.speed / speed)
        specifiers["timing"] = replace(
            job.timing, length=max(round(stride * job.timing.fps), 1) / job.timing.fps
        )
    return Value(
        f"{speed:g}", speed, Specifiers(**specifiers, travel=Travel("speed", "turn * duration", course))
    )


def _where(cells: Array) -> str:
    """A condition that holds only at cells (K, 2)."""
    rows = []
    for speed in np.unique(cells[:, 0]).tolist():
        turns_there = " or ".join(
            f"turn == {turn:.{SHOWN}g}" for turn in cells[cells[:, 0] == speed, 1].tolist()
        )
        rows.append(f"speed == {speed:.{SHOWN}g} and ({turns_there})")
    return " or ".join(rows)
