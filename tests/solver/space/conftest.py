"""Spaces that several tests sample and solve."""

from collections.abc import Callable

import pytest

from solver.fitting.presets.chip import chip
from solver.fitting.presets.particle import particle
from solver.job.constraints.pin import Pin
from solver.job.job import AnimationTiming, ContactTiming, SolverOptions
from solver.job.objectives.effort import Effort
from solver.space import Formula, ParameterSpace, Range


@pytest.fixture(scope="session")
def flights() -> Callable[..., ParameterSpace]:
    """Makes a space of the Spacetime Particle's flights from the origin to places (x, z)."""
    return _flights


@pytest.fixture(scope="session")
def walks() -> ParameterSpace:
    """Chip's walks of ten frames by speed and turn."""
    feet = (ContactTiming("L_foot", ((0.0, 0.6),)), ContactTiming("R_foot", ((0.5, 0.6),)))
    along = "speed * duration"
    return (
        ParameterSpace("walk")
        .add_dimension([chip()], "character")
        .add_dimension([AnimationTiming(1.0, 10)], "timing")
        .add_dimension([feet], "contacts")
        .add_dimension(Range(1.0, 1.5, 0.5), "speed", unit="m/s", always=[
            Formula("cycle.translation[0]", f"{along} * cos(turn * duration / 2)"),
            Formula("cycle.translation[1]", f"{along} * sin(turn * duration / 2)"),
        ])
        .add_dimension(Range(-0.5, 0.5, 0.5), "turn", unit="rad/s", always=Formula("cycle.yaw", "turn * duration"))
    )  # fmt: skip


@pytest.fixture(scope="session")
def impatient() -> ParameterSpace:
    """Chip's walks, the middle one with too few iterations to be found from nothing, which is tried first."""
    feet = (ContactTiming("L_foot", ((0.0, 0.6),)), ContactTiming("R_foot", ((0.5, 0.6),)))
    return (
        ParameterSpace("walk")
        .add_dimension([[chip(), AnimationTiming(1.0, 8), *feet]], "who")
        .add_dimension(Range(1.0, 1.2, 0.1), "speed", always=Formula("cycle.translation[0]", "value * duration"))
        .add_dimension([SolverOptions(max_iterations=12), None], "patience", labels=("little", "much"))
    )  # fmt: skip


def _flights(step: float = 1.0, *, jet: float = 1000.0, frames: int = 8) -> ParameterSpace:
    start = [Pin("root.tx", 0, 1, 0.0, 0.0), Pin("root.tz", 0, 1, 0.0, 0.0)]

    def lands(dof: str, constraint: int) -> list[object]:
        bounds = [Formula(f"constraints[{constraint}].{end}", "value") for end in ("lower", "upper")]
        return [Pin(dof, -2, -1, 0.0, 0.0), *bounds]

    space = ParameterSpace("flight", objectives=(Effort(),))
    space = space.add_dimension([particle(jet)], "character")
    space = space.add_dimension([[AnimationTiming(1.0, frames), *start]], "timing")
    space = space.add_dimension(Range(0.0, 3.0, step), "x", unit="m", always=lands("root.tx", 2))
    return space.add_dimension(Range(0.0, 3.0, step), "z", unit="m", always=lands("root.tz", 3))
