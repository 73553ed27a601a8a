"""Jobs that several tests solve."""

from collections.abc import Callable
from types import ModuleType

import pytest

from scripts.judge import load_judge
from solver.animate import animate
from solver.clip.clip import Clip
from solver.fitting.presets.chip import chip
from solver.fitting.presets.particle import particle
from solver.job.constraints.pin import Pin
from solver.job.cycle import Cycle
from solver.job.job import AnimationTiming, ContactTiming, Job, SolverOptions
from solver.job.objectives.effort import Effort


@pytest.fixture(scope="session")
def judge() -> ModuleType:
    """An independent physics judge that knows nothing of this program."""
    return load_judge()


@pytest.fixture(scope="session")
def walk() -> Callable[..., Job]:
    """Makes a job in which Chip walks."""
    return _walk


@pytest.fixture(scope="session")
def walked() -> Clip:
    """Chip's walk along a curve."""
    return animate(_walk(yaw=0.4))


@pytest.fixture(scope="session")
def flight() -> Callable[..., Job]:
    """Makes a job in which the Spacetime Particle flies (McIntosh 2011, eq. 3.8)."""
    return _flight


def _walk(
    n_frames: int = 20,
    *,
    speed: float = 1.3,
    length: float = 1.0,
    duty: float = 0.6,
    yaw: float = 0.0,
    **more: object,
) -> Job:
    timings = (ContactTiming("L_foot", ((0.0, duty),)), ContactTiming("R_foot", ((0.5, duty),)))
    cycle = Cycle((speed * length, 0.0, 0.0), yaw)
    return Job("walk", chip(), AnimationTiming(length, n_frames / length), cycle, timings, **more)


def _flight(jet: float = 1000.0, **more: object) -> Job:
    ends = {0: (0.0, 0.0), 1: (0.0, 0.5), -2: (4.0, 3.5), -1: (4.0, 4.0)}
    pins = tuple(
        Pin(dof, frame, frame, value, value)
        for frame, place in ends.items()
        for dof, value in zip(("root.tx", "root.tz"), place, strict=True)
    )
    options = SolverOptions(tolerance=1e-10, time_limit=20.0)
    more = {"constraints": pins, "objectives": (Effort(),), "options": options} | more
    return Job("particle", particle(jet), AnimationTiming(1.0, 20.0), **more)
