"""Motions whose timings are free, from first guesses that nobody has tuned."""

from collections.abc import Callable
from dataclasses import replace

from scripts.gallery import lamp
from solver.character.presets.chip import chip
from solver.problem.constraints.expression import ExpressionConstraint
from solver.problem.free_timings import with_omitted_free
from solver.problem.job import AnimationTiming, ContactTiming, Cycle, Job
from solver.problem.timings import FreeLength, FreePhases

FPS = 20.0  # McIntosh's, section 5.1
SORE = 0.6  # body weights that the right foot bears at most, section 5.2


def walk() -> Job:
    """Chip walks at 1.3 m/s; length and stance are free, both halves alike."""
    return _gait("walk", 1.3, mirrored=True)


def stroll() -> Job:
    """The same at 0.8 m/s."""
    return _gait("stroll", 0.8, mirrored=True)


def stride() -> Job:
    """The same at 1.8 m/s."""
    return _gait("stride", 1.8, mirrored=True)


def run() -> Job:
    """Chip runs at 3 m/s."""
    return _gait("run", 3.0, mirrored=True)


def limp() -> Job:
    """Chip walks at 1 m/s on a sore right foot: every start, duration and the length are free."""
    job = _gait("limp", 1.0, mirrored=False)
    weight = -job.gravity[2] * job.character.mass
    sore = ExpressionConstraint("contact('R_foot').force.z", upper=SORE * weight, name="sore foot")
    return replace(job, constraints=(sore,))


def leap() -> Job:
    """A lamp leaps from rest to rest; when it leaves, when it lands and the length are free."""
    leaves = FreePhases(start=(0.0, 0.0), duration=(0.2, 0.6))
    lands = FreePhases(start=(0.4, 0.9), duration=(0.6, 0.6))  # to the end, whenever it begins
    stances = (
        *(
            ContactTiming("heel", (phase,), free=free)
            for phase, free in (((0.0, 0.42), leaves), ((0.6, 0.6), lands))
        ),
        *(
            ContactTiming("toe", (phase,), free=replace(free, follows="heel", offset=0.0))
            for phase, free in (((0.0, 0.42), leaves), ((0.6, 0.6), lands))
        ),
    )
    timing = AnimationTiming(lamp.LENGTH, FPS, FreeLength(0.6, 3.0))
    return replace(lamp.job(), name="leap", timing=timing, contact_timings=stances)


TASKS: dict[str, Callable[[], Job]] = {
    task.__name__: task for task in (walk, stroll, stride, run, limp, leap)
}


def _gait(name: str, speed: float, *, mirrored: bool) -> Job:
    """McIntosh's set-up and first guess (section 4.2.5): contacts evenly over a second."""
    timing = AnimationTiming(1.0, FPS, FreeLength())
    return with_omitted_free(Job(name, chip(), timing, Cycle((speed, 0.0, 0.0), mirrored=mirrored)))
