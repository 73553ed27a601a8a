"""Speeds and turns that a graph lacks, as a parameter space that makes them."""

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
DIRECTIONS = 64  # in which the outline of what there is is looked at
MOST = 1000  # places of the grid
DIGITS, SHOWN = 6, 12  # behind the point, and altogether


def missing(
    graph: MotionGraph,
    jobs: Mapping[str, Job],
    *,
    name: str = "missing",
    speed_step: float = SPEED_STEP,
    turn_step: float = TURN_STEP,
) -> ParameterSpace | None:
    """A space of the clips that a graph lacks between the slowest and fastest, leftmost and rightmost of its motions.

    A place of the grid of speeds and turns is missing if it lies within the outline (the convex hull) of all motions
    and none is within half a step of it. Each speed is made as the cycle is whose speed is nearest, in strides that
    become shorter with the square root of speed (Grieve & Gear 1966) where nothing in the job is told by frames.

    Args:
        graph: whose motions count, those that are left out among them.
        jobs: of its motions, by name; cycles that travel are what new clips are made like.
        name: of the space.
        speed_step: between speeds [m/s].
        turn_step: between turns [rad/s].

    Returns:
        The space; None if nothing is missing.

    Raises:
        InputError: a job is of another character, none is a cycle that travels, or the steps are too small.
    """
    for told, job in jobs.items():
        try:
            require_same_bodies(graph.motions[0].character, job.character)
        except InputError as error:
            raise InputError(error.words, field=f"jobs['{told}']") from error
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
    """A job that others are made like.

    Attributes:
        job: a cycle that travels.
        speed: along its way [m/s].
        turn: rate [rad/s].
        course: direction in which it leaves, from where it faces [rad].
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


def _gaps(known: Array) -> Array:
    """(K, 2) whole places within the outline of points (M, 2) that are half a step or more from all of them.

    What differs by less than a step, as the speeds of walks around corners, is one line of places, at the mean.
    """
    is_line = np.ptp(known, axis=0) < 1
    known = np.where(is_line, known.mean(0), known)
    low, high = np.ceil(known.min(0) - 0.5), np.floor(known.max(0) + 0.5)
    if np.prod(high - low + 1) > MOST:
        raise InputError(f"expected at most {MOST} speeds and turns; choose larger steps")
    axes = (
        np.array([mean]) if one else np.arange(first, last + 1)
        for one, mean, first, last in zip(is_line, known.mean(0), low, high, strict=True)
    )
    grid = np.stack(np.meshgrid(*axes, indexing="ij"), -1).reshape(-1, 2)
    angle = 2 * np.pi * np.arange(DIRECTIONS) / DIRECTIONS
    outward = np.stack([np.cos(angle), np.sin(angle)])
    inside = (grid @ outward <= (known @ outward).max(0) + 1e-6).all(1)
    nearest = abs(grid[:, None] - known).max(2).min(1)
    return np.asarray(grid[inside & (nearest > 0.5 + 1e-6)])


def _like(patterns: list[_Pattern], speed: float) -> Value:
    """All that the nearest cycle's job says, at another speed."""
    near = min(patterns, key=lambda each: (abs(each.speed - speed), abs(each.turn)))
    job, course = near.job, round(near.course, DIGITS)
    assert job.cycle is not None
    told = {each.name: getattr(job, each.name) for each in fields(Specifiers) if hasattr(job, each.name)}
    told["cycle"] = replace(job.cycle, mirrored=False)
    if speed and lasting_constraints(job) == job.constraints:
        stride = job.timing.length * math.sqrt(near.speed / speed)
        told["timing"] = replace(job.timing, length=max(round(stride * job.timing.fps), 1) / job.timing.fps)
    return Value(f"{speed:g}", speed, Specifiers(**told, travel=Travel("speed", "turn * duration", course)))


def _where(cells: Array) -> str:
    """The condition that holds at cells (K, 2) alone."""
    rows = []
    for speed in np.unique(cells[:, 0]).tolist():
        own = " or ".join(f"turn == {turn:.{SHOWN}g}" for turn in cells[cells[:, 0] == speed, 1].tolist())
        rows.append(f"speed == {speed:.{SHOWN}g} and ({own})")
    return " or ".join(rows)
