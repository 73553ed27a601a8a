"""Problems whose ends are known places and speeds: a second pair of frames, half a step on either side, tells both.

Of ``steps`` + 2 frames the middle of the first pair is the time 0 and that of the last pair the end. A muscle acts
at the ``steps`` frames between, which are the middles of as many steps: the midpoint rule, of second order.
"""

from collections.abc import Sequence

from solver.character import Character
from solver.job.constraints.pin import Pin
from solver.job.job import AnimationTiming, Constraint, Job, Objective, SolverOptions
from solver.job.objectives.torque import Torque
from solver.job.when import When
from solver.optimise.solution import Solution

OPTIONS = SolverOptions(tolerance=1e-9, time_limit=120.0, max_iterations=3000)
LEAST_TORQUE: tuple[Objective, ...] = (Torque(),)
LAST = When(first=-2, last=-1)
INNER = When(first=1, last=-2)  # the frames at which a muscle acts


def from_place(dof: str, place: float, speed: float, step: float) -> tuple[Pin, ...]:
    """A degree of freedom begins at a place [m, rad] with a speed [m/s, rad/s]."""
    return tuple(
        Pin(dof, frame, frame, at, at)
        for frame, at in ((0, place - speed * step / 2), (1, place + speed * step / 2))
    )


def to_place(dof: str, place: float, speed: float, step: float) -> tuple[Pin, ...]:
    """It ends likewise."""
    return tuple(
        Pin(dof, frame, frame, at, at)
        for frame, at in ((-2, place - speed * step / 2), (-1, place + speed * step / 2))
    )


def at_rest(dof: str, first: float, last: float | None = None) -> tuple[Pin, ...]:
    """It stands still at a place in the beginning and, unless none is given, at another in the end, at any step."""
    begin = from_place(dof, first, 0.0, 0.0)
    return begin if last is None else (*begin, *to_place(dof, last, 0.0, 0.0))


def span_of(found: Solution) -> float:
    """Time [s] from the middle of the first pair of frames to that of the last."""
    transcription = found.problem.transcription
    return transcription.job.timing.length - transcription.timeline.step


def move(
    character: Character,
    steps: int,
    span: float,
    *,
    constraints: Sequence[Constraint],
    gravity: float = 0.0,
    objectives: tuple[Objective, ...] = LEAST_TORQUE,
) -> Job:
    """Job of a motion that takes ``span`` [s] from the middle of its first pair of frames to that of its last."""
    step = span / steps
    return Job(
        character.name,
        character,
        AnimationTiming((steps + 1) * step, 1 / step),
        constraints=tuple(constraints),
        objectives=objectives,
        gravity=(0.0, 0.0, -gravity),
        options=OPTIONS,
    )
