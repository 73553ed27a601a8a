"""The world of a motion, as needed for its verification."""

from dataclasses import dataclass
from typing import Self

from ..job.hold import Hold
from ..job.job import Job
from ..job.surfaces import Surface


@dataclass(frozen=True)
class World:
    """Gravity, ground, surfaces and holds.

    Attributes:
        gravity: [m/s^2].
        ground_height: world Z of the ground [m].
        surfaces: that contacts can touch besides the ground.
        holds: grips between bodies, or between a body and the world.
    """

    gravity: tuple[float, float, float] = (0.0, 0.0, -9.81)
    ground_height: float = 0.0
    surfaces: tuple[Surface, ...] = ()
    holds: tuple[Hold, ...] = ()

    @classmethod
    def of_job(cls, job: Job) -> Self:
        """The world of a job."""
        return cls(job.gravity, job.ground_height, job.surfaces, job.holds)
