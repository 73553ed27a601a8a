"""A task: a job and the kind that the table counts it under."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from solver.job.job import Job

GRAVITY = 9.81  # m/s^2


@dataclass(frozen=True)
class Task:
    """One motion to find.

    Attributes:
        kind: "human walk" and so on.
        number: place in the whole draw; with the seed it draws the task again.
        job: what to solve; its name tells the numbers drawn.
    """

    kind: str
    number: int
    job: Job


Draw = Callable[[np.random.Generator], Job]


def within(rng: np.random.Generator, low: float, high: float) -> float:
    """An even draw as a plain float."""
    return float(rng.uniform(low, high))


def either_way(rng: np.random.Generator, low: float, high: float) -> float:
    """A draw of either sign."""
    return within(rng, low, high) * float(rng.choice([-1.0, 1.0]))
